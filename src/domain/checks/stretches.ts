import type { ObjectPlace } from './objects.ts';

/** One document as `istioctl analyze` takes it out of a text. Lines count from 1. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
  /** The line that it calls the document's own: the first that is neither empty nor a separator. */
  readonly begin: number;
  /** What it adds by mistake to the lines of fields. */
  readonly shift: number;
}

/**
 * The documents of a text as `istioctl analyze` counts them (istio.io/istio, pilot/pkg/config/file/util/kubeyaml): a
 * separator in front of which nothing stands, as that in the first line of many files, becomes a part of the document behind
 * it. The lines of fields are then counted from the separator, and told as if they had been counted from `begin`.
 */
export function analyzeStretches(text: string): readonly Stretch[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const stretches: Stretch[] = [];
  let first = 0;
  for (const [at, line] of lines.entries()) {
    if (!isSeparator(line) || at === first) continue;
    stretches.push(stretch(lines, first, at));
    first = at + 1;
  }
  if (first < lines.length) stretches.push(stretch(lines, first, lines.length));
  return stretches;
}

/** A comment behind it makes it none, other than for the rest of Kubernetes. */
function isSeparator(line: string): boolean {
  return line.startsWith('---') && line.slice(3).trim() === '';
}

function stretch(lines: readonly string[], first: number, end: number): Stretch {
  const own = lines.slice(first, end);
  const begin = Math.max(
    0,
    own.findIndex((line) => line !== '' && line !== '---'),
  );
  const counted = own.findIndex((line) => line.trim() !== '');
  return { first: first + 1, last: end, begin: first + begin + 1, shift: Math.max(0, begin - counted) };
}

/**
 * Of each document, as `istioctl analyze` counts them, the objects that begin in it. In one walk: thousands of documents may
 * each be asked for.
 */
export function objectsByStretch(
  stretches: readonly Stretch[],
  objects: readonly ObjectPlace[],
): readonly (readonly ObjectPlace[])[] {
  const found: ObjectPlace[][] = stretches.map(() => []);
  let at = 0;
  for (const object of objects) {
    const line = object.document.entryRange([])?.line ?? 0;
    // Objects stand in the order of the text.
    while (at + 1 < stretches.length && (stretches[at]?.last ?? 0) < line) at += 1;
    const within = stretches[at];
    if (within !== undefined && within.first <= line && line <= within.last) found[at]?.push(object);
  }
  return found;
}
