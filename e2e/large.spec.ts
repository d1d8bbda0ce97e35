import { readFile } from 'node:fs/promises';
import type { AnatomyPage } from './support/anatomy-page.ts';
import { expect, test } from './support/story.ts';

const SIZE = 19_000_000;

// A trace holds the page up for a third of a second over what is sent.
test.use({ trace: 'off' });

/** Drops a file that the page makes itself, so that nothing but the page's own work is timed. Gives the longest time that its thread was held, in ms. */
async function longestBlock(anatomy: AnatomyPage, name: string, content: string): Promise<number> {
  const { page } = anatomy;
  await page.evaluate(
    ([fileName, line, size]) => {
      const data = new DataTransfer();
      data.items.add(new File([line.repeat(size / line.length)], fileName));
      let last = performance.now();
      let longest = 0;
      const timer = setInterval(() => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
      }, 5);
      Object.assign(globalThis, {
        stopWatching: () => {
          clearInterval(timer);
          return Math.max(longest, performance.now() - last);
        },
      });
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    },
    [name, content, SIZE] as const,
  );
  await expect(anatomy.error).toContainText(name, { timeout: 40_000 });
  // What is kept for a reload is written a moment later.
  await page.waitForTimeout(700);
  return page.evaluate(() => (Reflect.get(globalThis, 'stopWatching') as () => number)());
}

/** What it costs this page now to go once over as much text in one go, as JSON and as a message, in ms. */
function onePass(anatomy: AnatomyPage): Promise<number> {
  return anatomy.page.evaluate((size) => {
    const text = 'a'.repeat((size / 3) * 4);
    const before = performance.now();
    new TextEncoder().encode(JSON.stringify({ base64: text }));
    structuredClone({ base64: text, text: text.slice(0, size) });
    return performance.now() - before;
  }, SIZE);
}

test('19 MB of text are refused by the host, and the page’s thread is not held for as long as one pass over them takes', async ({
  anatomy,
}) => {
  test.setTimeout(180_000);
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.page.waitForTimeout(1000);
  const blocks: number[] = [];
  const passes: number[] = [];
  // The best of three: what else runs on the machine holds the page up as well.
  for (const round of [1, 2, 3]) {
    blocks.push(await longestBlock(anatomy, `scalar-${round}.yaml`, 'aaaaaaaaa '));
    passes.push(await onePass(anatomy));
  }
  expect(Math.min(...blocks)).toBeLessThan(Math.min(...passes));
  await expect(anatomy.workload).toHaveText('payments');
});

test('a binary file of 19 MB is refused by its first kilobytes: nobody is asked to open it, and a reload still tells', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await anatomy.sampleIsOnTheLabBench();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await longestBlock(anatomy, 'program.yaml', '\u0000\u0001abcdefgh');
  await expect(anatomy.error).toContainText('program.yaml is a binary file');
  await expect(page.getByTestId('error-still')).toContainText('payments');
  expect(asked).not.toContain('/rpc/study:open');
  await page.reload();
  await anatomy.sampleIsOnTheLabBench();
  await expect(anatomy.error).toContainText('program.yaml is a binary file');
});

test('a large text that was refused can be read beside the picture, and comes back after a reload', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await anatomy.sampleIsOnTheLabBench();
  await longestBlock(anatomy, 'scalar.yaml', 'aaaaaaaaa ');
  for (const when of ['now', 'after a reload']) {
    await anatomy.tab('part');
    await page.getByTestId('source-tab-opened').click();
    await expect(anatomy.source.locator('.cm-line').first(), when).toContainText('aaaaaaaaa aaaaaaaaa');
    if (when === 'now') await page.reload();
    await anatomy.sampleIsOnTheLabBench();
  }
});

test('of a pod of 2,000 containers the page holds what is in view; the wheel and the keys lead to the others', async ({
  anatomy,
}) => {
  const { page, stage } = anatomy;
  await anatomy.sampleIsOnTheLabBench();
  const containers = Array.from({ length: 2000 }, (_, index) => `  - {name: c${index}, image: b}\n`).join('');
  await anatomy.drop(
    'crowd.yaml',
    `apiVersion: v1\nkind: Pod\nmetadata: {name: crowd}\nspec:\n  containers:\n${containers}`,
  );
  await expect(anatomy.workload).toHaveText('crowd', { timeout: 30_000 });
  await expect(anatomy.part('container/c0')).toBeVisible();
  expect(await stage.locator('.stage-box').count()).toBeLessThan(250);
  await stage.hover();
  await page.mouse.wheel(0, 20_000);
  await expect(anatomy.part('container/c0')).toHaveCount(0);
  expect(await stage.locator('[data-part^="container/c"]').count()).toBeGreaterThan(10);
  // What is chosen stays in view while the source opens and closes beside it.
  const far = stage.locator('[data-part^="container/c"]:not([data-part*="/image"])');
  const inView = await far.evaluateAll((boxes) =>
    boxes
      .filter((box) => {
        const { top, bottom } = box.getBoundingClientRect();
        return top > 200 && bottom < innerHeight - 200;
      })
      .map((box) => box.getAttribute('data-part') ?? ''),
  );
  const chosen = anatomy.part(inView[0] ?? 'none');
  await chosen.click();
  await expect(anatomy.source).toBeVisible();
  await expect(chosen).toBeInViewport({ ratio: 1 });
  await page.getByTestId('close-inspector').click();
  await expect(anatomy.source).toHaveCount(0);
  await expect(chosen).toBeInViewport({ ratio: 1 });
  await stage.locator('.stage-box[tabindex="0"]').press('Home');
  await expect(stage.locator(':focus')).toBeInViewport();
  await page.keyboard.press('End');
  await expect(stage.locator(':focus')).toBeInViewport();
  const download = page.waitForEvent('download');
  await page.getByTestId('export').locator('summary').click();
  await page.getByTestId('export-svg').click();
  const svg = await readFile(await (await download).path(), 'utf8');
  for (const name of ['c0', 'c999', 'c1999']) expect(svg).toContain(`>${name}</text>`);
});
