import type { Page } from '@playwright/test';
import { expect, test } from './support/story.ts';

/**
 * Presses a button and looks at the picture on its way to another: every 25 ms of its movements, texts of two boxes that
 * lie over each other and texts that stand outside their frames; and how long all of it takes.
 */
function onTheWay(page: Page, testId: string) {
  return page.evaluate(async (id) => {
    const shown = (element: Element): boolean => {
      let opacity = 1;
      for (let at: Element | null = element; at !== null; at = at.parentElement)
        opacity *= Number(getComputedStyle(at).opacity);
      return opacity > 0.1;
    };
    const look = (): string[] => {
      const texts = [...document.querySelectorAll('.stage-box')].flatMap((box) => {
        const frame = box.querySelector('.stage-frame')?.getBoundingClientRect();
        return [...box.querySelectorAll('text')]
          .filter(shown)
          .map((text) => ({ box, frame, words: text.textContent, rect: text.getBoundingClientRect() }));
      });
      const outside = texts
        .filter(
          ({ frame, rect }) =>
            frame === undefined || rect.left < frame.left - 4 || rect.right > frame.right + 4,
        )
        .map(({ words }) => `“${words}” stands outside its frame`);
      const over = texts.flatMap((a, index) =>
        texts
          .slice(index + 1)
          .filter(
            (b) =>
              a.box !== b.box &&
              a.rect.left < b.rect.right - 1 &&
              b.rect.left < a.rect.right - 1 &&
              // Letters do not fill the height of their line.
              a.rect.top + 4 < b.rect.bottom - 4 &&
              b.rect.top + 4 < a.rect.bottom - 4,
          )
          .map((b) => `“${a.words}” lies over “${b.words}”`),
      );
      return [...outside, ...over];
    };
    document.querySelector<HTMLElement>(`[data-testid="${id}"]`)?.click();
    // What was pressed is drawn in the next microtask, and nothing has moved yet.
    await new Promise<void>((resolve) => queueMicrotask(resolve));
    const movements = document
      .getAnimations()
      .filter(
        (one) => one.effect instanceof KeyframeEffect && one.effect.target?.closest('.stage-svg') !== null,
      );
    for (const one of movements) one.pause();
    const length = Math.max(0, ...movements.map((one) => Number(one.effect?.getComputedTiming().endTime)));
    const faults: string[] = [];
    for (let at = 0; at < length; at += 25) {
      for (const one of movements) one.currentTime = at;
      faults.push(...look().map((fault) => `${at} ms: ${fault}`));
    }
    for (const one of movements) one.finish();
    return { length, moving: movements.length, faults, end: look() };
  }, testId);
}

test('on the way from picture to picture no texts lie over each other, and it takes less than 300 ms', async ({
  anatomy,
}) => {
  await anatomy.sampleIsOnTheLabBench();
  for (const button of [
    'scene-pod',
    'scene-env-to-metadata',
    'view-original',
    'view-injected',
    'scene-bootstrap',
    'scene-way-out',
    'scene-overview',
    'view-difference',
  ]) {
    const way = await onTheWay(anatomy.page, button);
    expect(way.moving, button).toBeGreaterThan(0);
    expect(way.length, button).toBeLessThan(300);
    expect({ on: way.faults, end: way.end }, button).toEqual({ on: [], end: [] });
  }
});

test('who asked for less motion sees the next picture at once', async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.page.emulateMedia({ reducedMotion: 'reduce' });
  const way = await onTheWay(anatomy.page, 'scene-bootstrap');
  expect(way.moving).toBeGreaterThan(0);
  expect(way.length).toBeLessThan(5);
});

test('a picture of hundreds of boxes is there at once', async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
  const containers = Array.from({ length: 300 }, (_, index) => `{name: c${index}, image: b}`).join(', ');
  await anatomy.drop(
    'crowd.yaml',
    `apiVersion: v1\nkind: Pod\nmetadata: {name: crowd}\nspec: {containers: [${containers}]}\n`,
  );
  await expect(anatomy.workload).toHaveText('crowd');
  expect((await onTheWay(anatomy.page, 'scene-pod')).moving).toBe(0);
});
