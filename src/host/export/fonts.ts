import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { woffToSfnt } from './woff.ts';

/** A file of a font family with the code points it covers. */
interface Subset {
  readonly file: string;
  readonly ranges: readonly (readonly [number, number])[];
}

/** Style sheets of @fontsource that a picture may need, first the ones that every picture needs. */
const SHEETS: readonly { readonly sheet: string; readonly always: boolean }[] = [
  { sheet: 'inter/400.css', always: true },
  { sheet: 'inter/600.css', always: true },
  { sheet: 'inter/700.css', always: true },
  { sheet: 'jetbrains-mono/400.css', always: true },
  { sheet: 'noto-sans-kr/400.css', always: false },
  { sheet: 'noto-sans-kr/600.css', always: false },
  { sheet: 'noto-sans-kr/700.css', always: false },
  { sheet: 'noto-sans-jp/400.css', always: false },
  { sheet: 'noto-sans-jp/600.css', always: false },
  { sheet: 'noto-sans-jp/700.css', always: false },
];

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
 * The fonts a text needs, as sfnt bytes: the Latin letters always, of the hundreds of Korean and Japanese subsets only
 * those whose `unicode-range` holds a letter of the text. `folder` is where the packages of @fontsource lie.
 */
export async function fontsFor(text: string, folder: string): Promise<readonly Uint8Array[]> {
  const missing = new Set(
    [...text].map((character) => character.codePointAt(0) ?? 0).filter((code) => code >= 0x20),
  );
  const files: string[] = [];
  // A letter that the first family has needs no second: Japanese only for what neither Inter nor Korean covers.
  const found = new Map<string, Set<number>>();
  for (const { sheet, always } of SHEETS) {
    const [family = '', weight = ''] = sheet.split('/');
    const subsets = readSheet(await readFile(join(folder, sheet), 'utf8'));
    const covered = found.get(weight) ?? new Set<number>();
    found.set(weight, covered);
    for (const subset of subsets) {
      const news = [...missing].filter((code) => !(covered.has(code) && !always) && covers(subset, code));
      if (news.length === 0) continue;
      files.push(join(folder, family, subset.file));
      for (const code of news) covered.add(code);
    }
  }
  return await Promise.all(files.map(async (file) => woffToSfnt(await readFile(file))));
}
