import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DRAWINGS, drawing } from '../../../test/helpers/drawings.ts';
import { fontsFor, readSheet } from './fonts.ts';
import { installedResources, svgToPng } from './png.ts';
import { woffToSfnt } from './woff.ts';

const resources = installedResources();

function svg(text: string, weight = 400): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><rect width="200" height="40" fill="#ffffff"/><text x="4" y="28" font-family="Inter" font-size="20" font-weight="${weight}">${text}</text></svg>`;
}

const png = async (document: string): Promise<string> =>
  Buffer.from(await svgToPng(document, 1)).toString('base64');

function sizeOf(bytes: Uint8Array): readonly [number, number] {
  const view = Buffer.from(bytes);
  return [view.readUInt32BE(16), view.readUInt32BE(20)];
}

describe('svgToPng', () => {
  test('draws a scene at the scale that was asked for', async () => {
    const document = DRAWINGS.classic === undefined ? '' : drawing('classic', DRAWINGS.classic());
    expect(sizeOf(await svgToPng(document, 1))).toEqual([1280, 720]);
    expect(sizeOf(await svgToPng(document, 2))).toEqual([2560, 1440]);
  }, 60_000);

  test('the same document gives the same bytes', async () => {
    expect(await png(svg('istio-proxy'))).toBe(await png(svg('istio-proxy')));
  });

  test('Korean and Japanese letters are drawn, also beside Latin ones and in bold', async () => {
    const blank = await png(svg(''));
    for (const text of ['결제', '支払い', 'ログ']) expect(await png(svg(text))).not.toBe(blank);
    // Letters that no font has would be drawn as one and the same box.
    expect(await png(svg('configMap 가맹점'))).not.toBe(await png(svg('configMap 설정값')));
    expect(await png(svg('결제', 700))).not.toBe(await png(svg('상점', 700)));
  });

  test('hostile strings are drawn as text by a real XML parser', async () => {
    const document = DRAWINGS.hostile === undefined ? '' : drawing('hostile', DRAWINGS.hostile());
    expect(sizeOf(await svgToPng(document, 1))).toEqual([1280, 720]);
  });

  test('says what it could not read where the fonts are not', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'no-fonts-'));
    await expect(svgToPng(svg('a'), 1, { ...resources, fonts: empty })).rejects.toThrow(/inter/);
  });
});

describe('fontsFor', () => {
  test('loads of the Korean subsets only those that hold a letter of the text', async () => {
    const latin = await fontsFor('istio-proxy', resources.fonts);
    const korean = await fontsFor('istio-proxy 결제', resources.fonts);
    const all = await readdir(join(resources.fonts, 'noto-sans-kr/files'));
    expect(korean.length).toBeGreaterThan(latin.length);
    expect(korean.length - latin.length).toBeLessThan(4);
    expect(all.length).toBeGreaterThan(1000);
  });

  test('reads file and ranges of a style sheet', () => {
    const css =
      '@font-face { src: url(./files/a-1.woff2) format("woff2"), url(./files/a-1.woff) format("woff"); unicode-range: U+0-ff,U+2192; }';
    expect(readSheet(css)).toEqual([
      {
        file: 'files/a-1.woff',
        ranges: [
          [0, 255],
          [0x2192, 0x2192],
        ],
      },
    ]);
  });
});

describe('woffToSfnt', () => {
  test('refuses what is not WOFF 1', () => {
    expect(() => woffToSfnt(Buffer.from('wOF2 and more'))).toThrow('not a WOFF 1 font');
  });
});
