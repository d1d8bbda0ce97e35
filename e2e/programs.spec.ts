import type { Locator } from '@playwright/test';
import type { ToolProgress } from '../src/contract/types.ts';
import { expect, test } from './support/story.ts';

const ISTIOCTL: ToolProgress = {
  program: 'istioctl',
  phase: 'building',
  what: 'istioctl 1.31-alpha.eed52ebb66ad with Go: 412 of 2014 packages compiled',
  next: 'ask it for its version',
  why: 'The release archive could not be had: github.com cannot be reached: the name github.com could not be found (ENOTFOUND).',
  fraction: 412 / 2014,
  doneBytes: null,
  totalBytes: null,
};
const ENVOY: ToolProgress = {
  program: 'envoy',
  phase: 'downloading',
  what: 'Envoy 1.40.0 from the Python package index',
  next: 'check its SHA-256, then unpack it',
  why: '',
  fraction: 0.33,
  doneBytes: 12_300_000,
  totalBytes: 36_900_000,
};

/** Keeps the page's event stream, so that a story can say at a chosen moment what a fetch says at its own. */
function keepStream() {
  const Real = EventSource;
  Reflect.set(
    globalThis,
    'EventSource',
    class extends Real {
      constructor(...args: ConstructorParameters<typeof EventSource>) {
        super(...args);
        Reflect.set(globalThis, 'stream', this);
      }
    },
  );
}

/** Whether an element's middle is its own, or something lies over it. */
function isCovered(element: Element) {
  const box = element.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height - 3);
  return !(element.contains(top) || top?.contains(element));
}

/** Every button and rung of the row above can be seen. */
async function nothingCovered(row: Locator): Promise<void> {
  const all = await row.locator('button, li').all();
  expect(all.length).toBeGreaterThan(6);
  for (const one of all) expect(await one.evaluate(isCovered), (await one.textContent()) ?? '').toBe(false);
}

test.describe('while programs are fetched', () => {
  test.use({
    serverEnv: { SIDECAR_ANATOMY_ISTIOCTL: '/nowhere/istioctl', SIDECAR_ANATOMY_ENVOY: '/nowhere/envoy' },
  });

  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
    [1028, 610],
  ] as const) {
    test(`what is said of them cuts no text of the foot in half: ${width} × ${height}`, async ({
      page,
      serve,
    }) => {
      await page.setViewportSize({ width, height });
      await page.route('**/rpc/tools:install', () => undefined);
      await page.addInitScript(keepStream);
      await page.goto(serve.url);
      await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'stream')?.readyState)).toBe(1);
      const told = page.getByTestId('progress').locator('.tools-box');
      await expect(told).toHaveAttribute('data-phase', 'installing');
      const say = (progress: ToolProgress) =>
        page.evaluate((data) => {
          const stream = Reflect.get(globalThis, 'stream') as EventSource;
          stream.dispatchEvent(new MessageEvent('tools:progress', { data: JSON.stringify(data) }));
        }, progress);
      const ladder = page.locator('.run-row').first();

      await say({ ...ISTIOCTL, why: '' });
      await say(ENVOY);
      await expect(told.locator('.tools-line')).toHaveCount(2);
      expect(await told.evaluate((box) => box.scrollHeight <= box.clientHeight)).toBe(true);
      await expect(ladder).toBeVisible();
      await nothingCovered(ladder);

      await say(ISTIOCTL);
      await expect(told.locator('.tools-why')).toHaveText(ISTIOCTL.why);
      // The shipped recording stands on the stage meanwhile: what plays it stays, the rungs give way whole.
      await expect(page.getByTestId('film-play')).toBeVisible();
      for (const name of ['film-play', 'film-before', 'film-after'])
        expect(await page.getByTestId(name).evaluate(isCovered), name).toBe(false);
      const others = await ladder.locator(':scope > :not(.film-buttons)').all();
      expect(others.length).toBeGreaterThan(1);
      for (const one of others) await expect(one).toBeHidden();
      const box = await told.boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual((await page.locator('.run-bar').boundingBox())?.y ?? height);

      await say({ ...ENVOY, phase: 'ready' });
      await expect(told.locator('.tools-line')).toHaveCount(1);
      await expect(ladder).toBeVisible();
      await nothingCovered(ladder);
    });
  }
});
