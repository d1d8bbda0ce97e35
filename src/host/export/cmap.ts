/** Start of a table in an sfnt font; null where the font has none of that name. */
function tableAt(font: Buffer, name: string): number | null {
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const entry = 12 + index * 16;
    if (font.toString('latin1', entry, entry + 4) === name) return font.readUInt32BE(entry + 8);
  }
  return null;
}

/** Whether a subtable of format 4 (segments of the first 65,536 code points) has a glyph for a letter. */
function inSegments(font: Buffer, at: number, code: number): boolean {
  if (code > 0xffff) return false;
  const twice = font.readUInt16BE(at + 6);
  const [ends, starts] = [at + 14, at + 16 + twice];
  for (let segment = 0; segment < twice; segment += 2) {
    if (font.readUInt16BE(ends + segment) < code) continue;
    const start = font.readUInt16BE(starts + segment);
    if (start > code) return false;
    const delta = font.readUInt16BE(starts + twice + segment);
    const offsetAt = starts + 2 * twice + segment;
    const offset = font.readUInt16BE(offsetAt);
    if (offset === 0) return ((code + delta) & 0xffff) !== 0;
    const glyph = font.readUInt16BE(offsetAt + offset + 2 * (code - start));
    return glyph !== 0 && ((glyph + delta) & 0xffff) !== 0;
  }
  return false;
}

/** The same of a subtable of format 12 (groups of any code points). */
function inGroups(font: Buffer, at: number, code: number): boolean {
  for (let group = 0; group < font.readUInt32BE(at + 12); group++) {
    const entry = at + 16 + group * 12;
    const first = font.readUInt32BE(entry);
    if (code >= first && code <= font.readUInt32BE(entry + 4))
      return font.readUInt32BE(entry + 8) + code - first !== 0;
  }
  return false;
}

/**
 * Of some code points those that an sfnt font has a glyph for, as its `cmap` table says (OpenType, formats 4 and 12). The
 * `unicode-range` of a style sheet says only where to look: Inter's names U+FFFD, and no file of it has that letter.
 */
export function codesIn(font: Buffer, codes: readonly number[]): readonly number[] {
  const cmap = tableAt(font, 'cmap');
  if (cmap === null) return [];
  const subtables = Array.from(
    { length: font.readUInt16BE(cmap + 2) },
    (_, index) => cmap + font.readUInt32BE(cmap + 8 + index * 8),
  );
  return codes.filter((code) =>
    subtables.some((at) => {
      const format = font.readUInt16BE(at);
      return (format === 4 && inSegments(font, at, code)) || (format === 12 && inGroups(font, at, code));
    }),
  );
}
