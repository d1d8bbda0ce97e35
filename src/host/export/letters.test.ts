import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DRAWINGS, drawing, payments, stage } from '../../../test/helpers/drawings.ts';
import { facesFor, lettersWithoutFont } from './fonts.ts';
import { svgToPdf } from './pdf.ts';
import { installedResources, svgToPng } from './png.ts';
import { readSvg } from './read-svg.ts';

const { fonts } = installedResources();
const DOMAIN = new URL('../../domain/', import.meta.url).pathname;

/** Rooms whose words stand in pictures. */
const DRAWN = /^(?:anatomy|bootstrap|diagram|envoy|recording|redact)\/.*(?<!\.test)\.ts$/;

/** What the sources of those rooms write themselves: their texts, without comments. */
function ownLetters(): string {
  const sources = readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' }).filter((name) =>
    DRAWN.test(name),
  );
  expect(sources.length).toBeGreaterThan(100);
  return sources
    .map((name) => readFileSync(join(DOMAIN, name), 'utf8'))
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

const wordsOf = (svg: string): string =>
  readSvg(svg)
    .shapes.map((shape) => (shape.kind === 'text' ? shape.text : ''))
    .join('');

test('every letter and sign that the app writes itself is in a font that goes with it', async () => {
  expect(ownLetters()).toContain('✓');
  expect(await lettersWithoutFont(ownLetters(), fonts)).toEqual([]);
});

test('no named drawing holds a letter that would be a box', async () => {
  const words = Object.entries(DRAWINGS).map(([name, input]) => wordsOf(drawing(name, input())));
  expect(await lettersWithoutFont(words.join(''), fonts)).toEqual([]);
});

test('what only the style sheet of a font claims is looked for in the next one', async () => {
  // Inter’s ranges name U+FFFD, and its files lack it.
  expect(await lettersWithoutFont('a\ufffd가支✓', fonts)).toEqual(['\ufffd']);
  const faces = await facesFor('\ufffd', fonts);
  expect(faces.flatMap(({ codes }) => [...codes])).not.toContain(0xfffd);
});

test('letters of a script that no font has are told, once each, and are no error in any picture', async () => {
  const foreign = 'متجر ร้านค้า 🛒 दुकान';
  expect(await lettersWithoutFont(`${foreign} shop ${foreign}`, fonts)).toEqual(
    expect.arrayContaining(['م', 'ร', '🛒', 'द']),
  );
  const whole = payments();
  const scene = drawing('foreign', stage({ ...whole, name: foreign }));
  const svg = scene.replaceAll('>payments<', `>${foreign}<`);
  expect(svg).toContain(foreign);
  expect((await svgToPng(svg, 1)).length).toBeGreaterThan(10_000);
  expect(Buffer.from(await svgToPdf(svg)).toString('latin1')).toMatch(/^%PDF-/);
}, 60_000);
