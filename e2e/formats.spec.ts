import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readAnatomy } from '../src/domain/anatomy/anatomy.ts';
import { buildScene } from '../src/domain/diagram/build-scene.ts';
import { sceneToDrawio } from '../src/domain/diagram/formats/drawio.ts';
import { besideDrawing, sceneToHtml } from '../src/domain/diagram/formats/html.ts';
import { sceneToMermaid } from '../src/domain/diagram/formats/mermaid.ts';
import type { Scene } from '../src/domain/diagram/scene.ts';
import { sceneToSvg } from '../src/domain/diagram/svg.ts';
import { THEMES } from '../src/domain/diagram/theme.ts';
import { maskedWords } from '../src/domain/diagram/truth-words.ts';
import { redactAnatomy } from '../src/domain/redact/anatomy.ts';
import { fontRules } from '../src/host/export/font-rules.ts';
import { svgToPdf } from '../src/host/export/pdf.ts';
import { DRAWINGS, stage } from '../test/helpers/drawings.ts';
import { leaks } from '../test/helpers/planted-secrets.ts';
import { plantedWorkload } from '../test/helpers/planted-workload.ts';
import { expect, test } from './support/readers-page.ts';

const SCENES: readonly (readonly [string, Scene])[] = Object.entries(DRAWINGS).map(([name, input]) => [
  name,
  buildScene(input()),
]);

test('Mermaid itself reads and draws every named drawing, with the words of its boxes', async ({
  readers,
}) => {
  test.setTimeout(300_000);
  for (const [name, scene] of SCENES) {
    const text = sceneToMermaid(scene, THEMES.light);
    const seen = await readers.evaluate((source) => window.readers.mermaid(source), text);
    expect(seen.type, name).toMatch(/^flowchart/);
    const cards = scene.boxes.filter(({ role }) => role === 'column' || role === 'card');
    expect(seen.nodes, name).toBeGreaterThanOrEqual(cards.length);
    for (const { texts } of cards) expect(seen.words, name).toContain(texts[0]?.full ?? texts[0]?.text ?? '');
  }
});

test('maxGraph reads every named drawing: each box and text a cell, each line tied at both ends', async ({
  readers,
}) => {
  test.setTimeout(120_000);
  for (const [name, scene] of SCENES) {
    const seen = await readers.evaluate(
      (source) => window.readers.drawio(source),
      sceneToDrawio(scene, THEMES.light),
    );
    const texts = scene.boxes.flatMap((box) => box.texts);
    expect(seen.boxes, name).toBe(scene.boxes.length + texts.length);
    expect(seen, name).toMatchObject({ edges: scene.lines.length, tied: scene.lines.length, active: 0 });
    for (const { text } of texts) expect(seen.words, name).toContain(text);
  }
});

test('PDF.js reads no secret in the PDF of a workload that is full of them, and reads them where they were kept', async ({
  readers,
}) => {
  const none = { injectConfig: null, meshConfig: null, values: null };
  const injected = { name: 'shop.json', text: plantedWorkload() };
  const whole = readAnatomy({ original: null, injected, ...none }).workload(0, { variant: 'lab', start: {} });
  const { anatomy, masked } = redactAnatomy(whole);
  const words = async (shown: typeof whole): Promise<string> => {
    const scene = buildScene(
      stage(shown, {
        scene: 'pod',
        open: new Set(shown.parts.map(({ id }) => id)),
        captions: maskedWords(masked),
      }),
    );
    const pdf = Buffer.from(await svgToPdf(sceneToSvg(scene, THEMES.light)));
    return (await readers.evaluate((base64) => window.readers.pdf(base64), pdf.toString('base64'))).words;
  };
  expect(leaks(await words(whole))).not.toEqual([]);
  const redacted = await words(anatomy);
  expect(leaks(redacted)).toEqual([]);
  expect(redacted).toContain('••••');
  expect(redacted.replaceAll(/\s/g, '')).toContain(`${masked}valuesmasked`);
});

test('PDF.js reads every named drawing: one page of its size, paths and no pixels, texts that can be copied', async ({
  readers,
}) => {
  test.setTimeout(300_000);
  for (const [name, scene] of SCENES) {
    const pdf = Buffer.from(await svgToPdf(sceneToSvg(scene, THEMES.light)));
    const seen = await readers.evaluate((base64) => window.readers.pdf(base64), pdf.toString('base64'));
    expect(seen, name).toMatchObject({ pages: 1, images: 0, width: scene.width * 0.75 });
    expect(seen.colours, name).toBeGreaterThan(20);
    const words = seen.words.replaceAll(/\s/g, '');
    for (const { texts } of scene.boxes)
      for (const { text } of texts) expect(words, name).toContain(text.replaceAll(/\s/g, ''));
  }
});

test.describe('a page from disk', () => {
  let folder = '';
  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-page-'));
  });
  test.afterEach(() => rmSync(folder, { recursive: true }));

  test('lights the chain of what is pointed at, tells of what is pressed, and leads on, by pointer and by keyboard', async ({
    page,
  }) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) faults.push(request.url());
    });
    await page.goto(await written('lit', folder));
    const metadata = page
      .locator('[data-part]')
      .filter({ has: page.locator('text', { hasText: /^CA_ADDR$/ }) });
    await metadata.hover();
    await expect(page.locator('svg')).toHaveClass('lighting');
    await expect(metadata).toHaveClass('chosen');
    expect(await page.locator('[data-part].dim').count()).toBeGreaterThan(10);
    await metadata.click();
    const side = page.locator('aside');
    await expect(side.locator('h2')).toHaveText('CA_ADDR');
    await expect(side.locator('pre')).toHaveText('istiod.istio-system.svc:15012');
    await side.locator('button').first().click();
    await expect(side.locator('h2')).not.toHaveText('CA_ADDR');
    await page.keyboard.press('Escape');
    await expect(page.locator('svg')).toHaveClass('');
    const loaded = await page.evaluate(() =>
      document.fonts.ready.then((fonts) =>
        [...fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      ),
    );
    expect(loaded).toEqual(expect.arrayContaining(['Inter', 'JetBrains Mono']));
    await metadata.focus();
    await page.keyboard.press('Enter');
    await expect(side.locator('h2')).toHaveText('CA_ADDR');
    await page.goto(await written('classic', folder));
    const authority = page
      .locator('[data-part]')
      .filter({ has: page.locator('text', { hasText: 'istiod · CA' }) });
    await authority.hover();
    const request = page.locator('[data-links].lit');
    await expect(request.filter({ hasText: 'pilot-agent asks for its certificate' })).toHaveCount(1);
    expect(faults).toEqual([]);
  });

  test('hostile names are words in it, and nothing of them runs', async ({ page }) => {
    let asked = false;
    page.on('dialog', async (dialog) => {
      asked = true;
      await dialog.dismiss();
    });
    await page.goto(await written('hostile', folder));
    await expect(page.locator('svg')).toContainText('<img src=x onerror=alert(1)>');
    for (const box of await page.locator('[data-part]').all()) await box.dispatchEvent('click');
    expect(await page.locator('img, iframe, script:not([type="application/json"])').count()).toBe(1);
    expect(asked).toBe(false);
  });
});

/** The address of a named drawing, written as a page into a folder. */
async function written(name: string, folder: string): Promise<string> {
  const input = DRAWINGS[name]?.();
  if (input === undefined) throw new Error(`there is no drawing ${name}`);
  const path = join(folder, `${name}.html`);
  const scene = buildScene(input);
  const fonts = await fontRules(sceneToSvg(scene, THEMES.light), besideDrawing(scene, input.anatomy));
  writeFileSync(path, sceneToHtml(scene, THEMES.light, input.anatomy, fonts));
  return pathToFileURL(path).href;
}
