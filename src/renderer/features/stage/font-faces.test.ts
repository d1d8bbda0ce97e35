import { expect, test } from 'vitest';
import { type FontFace, facesFor, parseUnicodeRange } from './font-faces.ts';

const face = (family: string, range: string, weight = '400'): FontFace => ({
  family,
  weight,
  url: `${family}-${range}`,
  ranges: parseUnicodeRange(range),
});
const faces = [
  face('Inter', 'U+0000-00FF'),
  face('Inter', 'U+0400-045F'),
  face('JetBrains Mono', 'U+0000-00FF'),
  face('Noto Sans KR', 'U+AC00-AC7F, U+41'),
  face('Noto Sans KR', 'U+AC80-ACFF'),
  face('Noto Sans JP', 'U+3042'),
];
const choose = (text: string) =>
  facesFor(text, faces, ['Inter', 'JetBrains Mono'], ['Noto Sans KR', 'Noto Sans JP']).map((one) => one.url);

test('unicode ranges are read in each of their three spellings', () => {
  expect(parseUnicodeRange('U+41, U+0-ff,U+4??')).toEqual([
    [0x41, 0x41],
    [0, 0xff],
    [0x400, 0x4ff],
  ]);
  expect(parseUnicodeRange('')).toEqual([[0, 0x10ffff]]);
});

test('Latin text needs the two Latin files and no fallback', () => {
  expect(choose('Apod')).toEqual(['Inter-U+0000-00FF', 'JetBrains Mono-U+0000-00FF']);
});

test('a Korean name adds only the file that holds its syllables', () => {
  expect(choose('가')).toEqual(['Noto Sans KR-U+AC00-AC7F, U+41']);
  expect(choose('pod 겨')).toContain('Noto Sans KR-U+AC80-ACFF');
});

test('Japanese is taken from the Japanese font when the Korean one lacks it', () => {
  expect(choose('あ')).toEqual(['Noto Sans JP-U+3042']);
});
