import { expect, test } from 'vitest';
import { DRAWINGS, drawing } from '../../../test/helpers/drawings.ts';
import { withFonts as embed } from '../../domain/diagram/formats/font-rules.ts';
import { fontRules } from './font-rules.ts';
import { readSvg } from './read-svg.ts';

const withFonts = async (svg: string): Promise<string> => embed(svg, await fontRules(svg, ''));

const named = (name: string): string => {
  const input = DRAWINGS[name];
  if (input === undefined) throw new Error(`there is no drawing ${name}`);
  return drawing(name, input());
};

test('a drawing carries the letters it needs, its texts stay texts, and nothing in it leads elsewhere', async () => {
  const plain = named('classic');
  const whole = await withFonts(plain);
  expect(whole.match(/@font-face/g)?.length).toBeGreaterThanOrEqual(4);
  expect(whole).toContain('>istio-proxy</text>');
  expect(
    [...whole.matchAll(/url\(([^)]{0,30})/g)].every(([, from]) => from?.startsWith('data:font/woff;base64,')),
  ).toBe(true);
  expect(await withFonts(plain)).toBe(whole);
});

test('Korean and Japanese letters come with the drawing that has them, and with no other', async () => {
  expect(await withFonts(named('korean-names'))).toMatch(/font-family:'Noto Sans KR'.*U\+[0-9A-F]{4}/);
  expect(await withFonts(named('classic'))).not.toContain("font-family:'Noto");
});

test('what is read of a drawing is what its writer drew', () => {
  const { width, height, shapes } = readSvg(named('classic'));
  expect([width, height]).toEqual([1280, 720]);
  expect(shapes.filter(({ kind }) => kind === 'text').length).toBeGreaterThan(60);
  expect(() => readSvg('<svg width="1" height="1"><image href="x"/></svg>')).toThrow('<image/>');
});
