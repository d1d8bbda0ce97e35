/** Names of secrets and the words of others come from elsewhere: they must not move the cursor of a terminal. */
export function visible(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** As much of a line as a terminal shows beside its number. */
const LINE_WIDTH = 72;
/** Stands in front of the column that is meant: a line of its own below would be the third of an error. */
const MARK = '▸';

/** Whether the document that a line stands in is, or holds, a Secret. */
function isOfSecret(lines: readonly string[], line: number): boolean {
  const isSeparator = (text: string): boolean => /^---(?:\s|$)/.test(text);
  const begin = lines.slice(0, line - 1).findLastIndex(isSeparator) + 1;
  const behind = lines.slice(line).findIndex(isSeparator);
  const own = lines.slice(begin, behind === -1 ? undefined : line + behind);
  return own.some((text) => /\bkind["']?\s*:\s*["']?Secret\b/.test(text));
}

/**
 * The line of a text that a sentence names, in one line: its number, and a ▸ in front of the column; of a long line what is
 * around it. Empty where no line is known, and for one of a Secret: what is written here ends up in the logs of others.
 */
export function pointedLine(
  text: string,
  { line, column }: { readonly line: number | null; readonly column: number | null },
): string {
  const lines = text.split(/\r\n|\r|\n/);
  const full = line === null ? undefined : lines[line - 1];
  if (line === null || full === undefined || isOfSecret(lines, line)) return '';
  const at = (column ?? 1) - 1;
  const from =
    full.length <= LINE_WIDTH ? 0 : Math.max(0, Math.min(at - LINE_WIDTH / 2, full.length - LINE_WIDTH));
  // A letter of two halves that the cut goes through is left out.
  const shown = (part: string): string =>
    visible(part.replaceAll('\t', ' ').replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, ''));
  const before = `${from > 0 ? '…' : ''}${shown(full.slice(from, at))}`;
  const behind = `${shown(full.slice(at, from + LINE_WIDTH))}${from + LINE_WIDTH < full.length ? '…' : ''}`;
  return `  ${line} | ${before}${column === null ? '' : MARK}${behind}\n`;
}
