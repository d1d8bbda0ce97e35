import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codesIn } from './cmap.ts';
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
export const LIGATURES = 'GSUB';

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

/** A font file with what it is for. */
export interface Face {
  readonly family: 'Inter' | 'JetBrains Mono' | 'Noto Sans KR' | 'Noto Sans JP';
  readonly weight: number;
  /** Letters of the text for which it was taken. */
  readonly codes: ReadonlySet<number>;
  /** An sfnt font. */
  readonly bytes: Uint8Array;
  /** The same as it is shipped: WOFF 1, half as large. */
  readonly packed: Uint8Array;
}

function familyOf(sheet: string): Face['family'] {
  if (sheet.startsWith('inter/')) return 'Inter';
  if (sheet.startsWith('jetbrains-mono/')) return 'JetBrains Mono';
  return sheet.startsWith('noto-sans-kr/') ? 'Noto Sans KR' : 'Noto Sans JP';
}

/**
 * The fonts a text needs: of the hundreds of subsets only those whose `unicode-range` holds a letter of the text, Korean
 * and Japanese only for what the Latin fonts lack. `folder` is where the packages of @fontsource lie; `without` names tables to leave out of all of them.
 */
export async function facesFor(
  text: string,
  folder: string,
  without: readonly string[] = [],
): Promise<readonly Face[]> {
  const codes = new Set(
    [...text].map((character) => character.codePointAt(0) ?? 0).filter((code) => code >= 0x20),
  );
  const faces: Face[] = [];
  const load = async (
    sheet: string,
    wanted: ReadonlySet<number>,
    leaveOut: readonly string[],
  ): Promise<Set<number>> => {
    const found = new Set<number>();
    for (const subset of readSheet(await readFile(join(folder, sheet), 'utf8'))) {
      const named = [...wanted].filter((code) => !found.has(code) && covers(subset, code));
      if (named.length === 0) continue;
      const packed = await readFile(join(folder, dirname(sheet), subset.file));
      const bytes = woffToSfnt(packed, leaveOut);
      const own = codesIn(bytes, named);
      for (const code of own) found.add(code);
      const weight = Number(/(\d+)\.css$/.exec(sheet)?.[1]);
      if (own.length > 0) faces.push({ family: familyOf(sheet), weight, codes: new Set(own), bytes, packed });
    }
    return found;
  };
  const rest = new Set(codes);
  for (const sheet of LATIN) for (const code of await load(sheet, codes, without)) rest.delete(code);
  for (const sheet of EAST_ASIAN)
    for (const code of await load(sheet, rest, [LIGATURES, ...without])) rest.delete(code);
  return faces;
}

/**
 * The letters of a text that no font of ours has, each once: a PNG and a PDF hold a box in the place of each. Marks and joiners
 * that stand for nothing alone are not among them.
 */
export async function lettersWithoutFont(text: string, folder: string): Promise<readonly string[]> {
  const letters = [...new Set(text)].filter((letter) => letter >= ' ' && !/^[\p{M}\p{Cf}]$/u.test(letter));
  const faces = await facesFor(letters.join(''), folder);
  return letters.filter((letter) => !faces.some(({ codes }) => codes.has(letter.codePointAt(0) ?? 0)));
}

/** The same as sfnt bytes alone. */
export async function fontsFor(text: string, folder: string): Promise<readonly Uint8Array[]> {
  return (await facesFor(text, folder)).map(({ bytes }) => bytes);
}
