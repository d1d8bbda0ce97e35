/** What stands in place of a secret, always the same: its length would tell of it. */
export const MASK = '••••';

/** A stretch of a text; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A text with stretches of it masked; those that touch or lie in another become one. With `keepLines` every line end in
 * a stretch stays behind its mask, so that numbers of lines go on being right.
 * @param found is told of every stretch that was masked
 */
export function maskSpans(
  text: string,
  spans: readonly Span[],
  found: (secret: string) => void,
  keepLines: boolean,
): string {
  if (spans.length === 0) return text;
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of joined(sorted)) {
    const secret = text.slice(start, end);
    found(secret);
    pieces.push(text.slice(at, start), MASK, keepLines ? secret.replace(/[^\r\n]/g, '') : '');
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

function joined(sorted: readonly Span[]): readonly Span[] {
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of sorted) {
    const last = spans.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else spans.push({ start, end });
  }
  return spans;
}
