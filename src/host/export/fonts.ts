import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { woffToSfnt } from './woff.ts';

/** A file of a font family with the code points it covers. */
interface Subset {
  readonly file: string;
  readonly ranges: readonly (readonly [number, number])[];
}

/** Style sheets of @fontsource that every picture needs. */
const LATIN: readonly string[] = [
  'inter/400.css',
  'inter/600.css',
  'inter/700.css',
  'jetbrains-mono/400.css',
];

/**
 * Style sheets for the letters that those lack. One weight stands for all: the renderer takes the first font that has
 * a letter, whatever its weight, and 500 goes with both text and titles.
 */
const EAST_ASIAN: readonly string[] = ['noto-sans-kr/500.css', 'noto-sans-jp/500.css'];

/**
 * The table of ligatures. The renderer fills in missing letters from another font only when both make equally many
 * glyphs of a text, which a ligature such as “fi” in the other font breaks; the other fonts go without.
 */
const LIGATURES = 'GSUB';

/** What an `@font-face` style sheet of @fontsource says: file and `unicode-range` of each subset. */
export function readSheet(css: string): readonly Subset[] {
  const faces = css.matchAll(/url\(\.\/(files\/[\w-]+\.woff)\)[^}]*?unicode-range:\s*([^;}]+)/g);
  return [...faces].map(([, file = '', list = '']) => ({
    file,
    ranges: list.split(',').map((range) => {
      const [first = '', last = first] = range.trim().slice(2).split('-');
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    }),
  }));
}

const covers = (subset: Subset, code: number): boolean =>
  subset.ranges.some(([first, last]) => code >= first && code <= last);

/**
 * The fonts a text needs, as sfnt bytes: of the hundreds of subsets only those whose `unicode-range` holds a letter of
 * the text, Korean and Japanese only for what the Latin fonts lack. `folder` is where the packages of @fontsource lie.
 */
export async function fontsFor(text: string, folder: string): Promise<readonly Uint8Array[]> {
  const codes = new Set(
    [...text].map((character) => character.codePointAt(0) ?? 0).filter((code) => code >= 0x20),
  );
  const fonts: Promise<Buffer>[] = [];
  const load = async (
    sheet: string,
    wanted: ReadonlySet<number>,
    without: readonly string[],
  ): Promise<Set<number>> => {
    const found = new Set<number>();
    for (const subset of readSheet(await readFile(join(folder, sheet), 'utf8'))) {
      const own = [...wanted].filter((code) => !found.has(code) && covers(subset, code));
      for (const code of own) found.add(code);
      if (own.length > 0)
        fonts.push(
          readFile(join(folder, dirname(sheet), subset.file)).then((bytes) => woffToSfnt(bytes, without)),
        );
    }
    return found;
  };
  const rest = new Set(codes);
  for (const sheet of LATIN) for (const code of await load(sheet, codes, [])) rest.delete(code);
  for (const sheet of EAST_ASIAN) for (const code of await load(sheet, rest, [LIGATURES])) rest.delete(code);
  return await Promise.all(fonts);
}
