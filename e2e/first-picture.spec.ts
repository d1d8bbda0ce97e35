import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { hold } from './support/hold.ts';
import { expect, test } from './support/story.ts';

const recording = fileURLToPath(new URL('../resources/recordings/payments.anatomy', import.meta.url));

test('the first picture is the shipped recording, said to be one with its day; then the lab bench runs the sample', async ({
  anatomy,
}) => {
  await anatomy.sampleIsOnTheLabBench();
  const [head = ''] = (await readFile(recording, 'utf8')).split('\n', 1);
  const { recordedAt } = JSON.parse(head) as { recordedAt: string };
  const [first, last] = [(await anatomy.benchesSeen()).at(0), (await anatomy.benchesSeen()).at(-1)];
  expect(first).toMatch(/^recording:/);
  expect(first).toContain(recordedAt.slice(0, 10));
  expect(last).toMatch(/^lab:/);
  await expect(anatomy.part('container/istio-proxy').first()).toBeVisible();
});

/** Every box and text of the picture with its place, and the window around it. */
interface Seen {
  readonly boxes: readonly string[];
  readonly texts: readonly string[];
  readonly room: readonly string[];
  readonly window: readonly string[];
  /** The row at the very bottom, whose words come and go. */
  readonly foot: readonly string[];
}

/** What of the window can be seen to move. */
function look(): Seen {
  const place = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join(' ');
  };
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement | SVGElement>(selector)];
  return {
    boxes: all('[data-box]').map((box) => `${box.dataset.box} ${place(box.querySelector('rect') ?? box)}`),
    texts: all('.stage-svg text').map(
      (text) => `${text.textContent} ${place(text)} ${getComputedStyle(text).fill}`,
    ),
    // The texts of the picture are above: what its tooltips say is nothing that one sees.
    room: all('.stage-room').map(place),
    window: all('header *, .stage-bar *, .run-row, .run-row *').map(
      (element) => `${element.className} ${place(element)} ${element.textContent}`,
    ),
    foot: all('.command-row *').map(
      (element) => `${element.className} ${place(element)} ${element.textContent}`,
    ),
  };
}

/** Looks in the very task in which React has drawn the window, before anything else can change it. */
function watchTakingOver(lookNow: () => Seen): void {
  new MutationObserver(() => {
    const root = document.querySelector<HTMLElement>('#root');
    if (root !== null && !root.inert && root.hasChildNodes() && !('after' in globalThis))
      Object.assign(globalThis, { after: lookNow() });
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['inert'] });
}

test.describe('without Envoy', () => {
  test.use({ serverEnv: { SIDECAR_ANATOMY_ENVOY: '/nowhere/envoy' } });

  test('istioctl alone injects the sample, and Run says what it needs', async ({ anatomy }) => {
    await expect(anatomy.bench).toHaveAttribute('data-bench', 'lab', { timeout: 30_000 });
    await expect(anatomy.toolsProgress).toContainText('/nowhere/envoy');
    await expect(anatomy.run).toBeDisabled();
    await expect(anatomy.page.getByTestId('native')).toBeEnabled();
    await anatomy.drop(
      'shop.yaml',
      'apiVersion: v1\nkind: Pod\nmetadata: {name: shop}\nspec: {containers: [{name: a, image: b}]}\n',
    );
    await expect(anatomy.workload).toHaveText('shop');
  });
});

test.describe('without programs', () => {
  test.use({
    serverEnv: { SIDECAR_ANATOMY_ISTIOCTL: '/nowhere/istioctl', SIDECAR_ANATOMY_ENVOY: '/nowhere/envoy' },
  });

  test('the recording stays, can be looked at, and a sentence says what is missing', async ({ anatomy }) => {
    await expect(anatomy.toolsProgress).toContainText('/nowhere/istioctl');
    await expect(anatomy.toolsProgress).toContainText('/nowhere/envoy');
    await expect(anatomy.bench).toHaveAttribute('data-bench', 'recording');
    await anatomy.part('container/istio-proxy').first().click();
    await expect(anatomy.sourceName).toContainText('injected.yaml:');
    await expect(anatomy.run).toHaveCount(0);
    const told = (await anatomy.rung.textContent()) ?? '';
    expect(told.match(/recorded/gi)).toHaveLength(1);
  });

  test('a file opened meanwhile is said to wait, by its name, and there is one way to try again', async ({
    anatomy,
    page,
  }) => {
    const goOn = await hold(page, '**/rpc/tools:install');
    await page.reload();
    await expect(anatomy.toolsProgress.locator('.tools-box')).toHaveAttribute('data-phase', 'installing');
    await anatomy.drop('shop.yaml', 'kind: Pod\n');
    await expect(anatomy.toolsProgress).toContainText('shop.yaml will be injected when istioctl is here.');
    const words = await page.getByTestId('waiting').boundingBox();
    expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    goOn();
    await expect(anatomy.error).toContainText('shop.yaml was not injected');
    await expect(anatomy.error).toContainText('The picture still shows the recording of payments.');
    await expect(anatomy.toolsProgress).toContainText('shop.yaml is kept');
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(1);
  });

  for (const [width, height] of [
    [1280, 720],
    [960, 600],
  ] as const) {
    test(`neither what is said of the programs nor the fonts for Korean and Japanese move anything: ${width} × ${height}`, async ({
      page,
      serve,
    }) => {
      await page.setViewportSize({ width, height });
      const goOn = await hold(page, '**/rpc/tools:install');
      await page.addInitScript(`(${watchTakingOver})(${look})`);
      await page.goto(serve.url);
      const told = page.getByTestId('progress').locator('.tools-box');
      await expect(told).toHaveAttribute('data-phase', 'installing');
      const during = await page.evaluate(look);
      // Every text is drawn with the fonts that it stays with.
      await expect.poll(() => page.evaluate(() => document.fonts.size)).toBeGreaterThan(100);
      await page.evaluate(async () => {
        const fonts = ['400', '700'].flatMap((weight) =>
          ['KR', 'JP'].map((which) => `${weight} 14px "Noto Sans ${which}"`),
        );
        const text = document.body.textContent ?? '';
        await Promise.all(fonts.map((font) => document.fonts.load(font, text)));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      });
      const late = await page.evaluate(look);
      goOn();
      await expect(told).toHaveAttribute('data-phase', 'failed');
      const failed = await page.evaluate(look);
      const first = (await page.evaluate(() => Reflect.get(globalThis, 'after'))) as Seen;
      for (const seen of [during, late, failed]) {
        const { boxes, room, window } = seen;
        expect({ boxes, room, window }).toEqual({
          boxes: first.boxes,
          room: first.room,
          window: first.window,
        });
      }
      // All that it says can be read.
      const [words, view] = await Promise.all([
        told.locator('p').evaluate((element) => element.getBoundingClientRect().toJSON()),
        page.evaluate(() => ({ width: innerWidth, height: innerHeight })),
      ]);
      expect(words.bottom).toBeLessThanOrEqual(view.height);
      expect(words.right).toBeLessThanOrEqual(view.width);
    });
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [width, height] of [
      [1280, 720],
      [1920, 1080],
      [960, 600],
    ] as const) {
      test(`the picture is there before React, which moves nothing when it takes over: ${colorScheme}, ${width} × ${height}`, async ({
        page,
        serve,
      }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height });
        const goOn = await hold(page, '**/main-*.js');
        await page.addInitScript(`(${watchTakingOver})(${look})`);
        await page.goto(serve.url);
        await page.evaluate(() => document.fonts.ready);
        const before = await page.evaluate(look);
        expect(before.boxes.length).toBeGreaterThan(20);
        await expect(page.locator('#root')).toHaveAttribute('inert', '');
        goOn();
        await expect(page.locator('#root')).not.toHaveAttribute('inert');
        expect(await page.evaluate(() => Reflect.get(globalThis, 'after'))).toEqual(before);
      });
    }
  }
});
