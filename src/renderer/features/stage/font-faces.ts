/** A font file as a style sheet declares it. */
export interface FontFace {
  readonly family: string;
  readonly weight: string;
  readonly url: string;
  /** Code points the file holds, as pairs of first and last. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** Reads `U+0-FF, U+131, U+4??`; an empty text means every code point. */
export function parseUnicodeRange(text: string): readonly (readonly [number, number])[] {
  if (text.trim() === '') return [[0, 0x10ffff]];
  return text.split(',').map((part) => {
    const [first = '', last] = part.trim().replace(/^U\+/i, '').split('-');
    const from = Number.parseInt(first.replaceAll('?', '0'), 16);
    return [from, Number.parseInt(last ?? first.replaceAll('?', 'F'), 16)] as const;
  });
}

function holds(face: FontFace, code: number): boolean {
  return face.ranges.some(([first, last]) => code >= first && code <= last);
}

/**
 * The files a text needs: those of the first families for what they hold, of the later ones only for what is left.
 * `families` are in the order of the font stack; the first two are the proportional and the monospaced one, which
 * hold the same scripts and are both taken.
 */
export function facesFor(
  text: string,
  faces: readonly FontFace[],
  first: readonly string[],
  fallback: readonly string[],
): readonly FontFace[] {
  const codes = new Set([...text].map((character) => character.codePointAt(0) ?? 0));
  const needs = (face: FontFace) => [...codes].some((code) => holds(face, code));
  const own = faces.filter((face) => first.includes(face.family) && needs(face));
  for (const face of own) for (const code of codes) if (holds(face, code)) codes.delete(code);
  const chosen = [...own];
  for (const family of fallback) {
    const more = faces.filter((face) => face.family === family && needs(face));
    chosen.push(...more);
    for (const face of more) for (const code of codes) if (holds(face, code)) codes.delete(code);
  }
  return chosen;
}
