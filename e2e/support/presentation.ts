import type { Page } from '@playwright/test';
import type { AnatomyPage } from './anatomy-page.ts';
import { expect } from './story.ts';

/** Something of the presentation by its test id. */
export const at = (page: Page, id: string) => page.getByTestId(id);

/** Begins with the key that a clicker sends. */
export async function present({ page }: AnatomyPage): Promise<void> {
  await page.keyboard.press('F5');
  await expect(at(page, 'presenter')).toBeVisible();
  await expect(page.locator('.presenter [data-box="column/pod"]')).toBeVisible();
}

/** How many steps there are, as the audience is told. */
export async function steps(page: Page): Promise<number> {
  return Number(/of (\d+)/.exec((await at(page, 'presenter-where').textContent()) ?? '')?.[1]);
}

/** The audience is told that it is at this step. */
export async function goes(page: Page, step: number, count: number): Promise<void> {
  await expect(at(page, 'presenter-where')).toHaveText(`${step} of ${count}`);
}

/** Presses a key until a step is there: what is taller than the wall is turned through first. */
export async function turnsTo(page: Page, step: number, count: number, key = 'PageDown'): Promise<void> {
  const where = `${step} of ${count}`;
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press(key);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    if ((await at(page, 'presenter-where').textContent()) === where) break;
  }
  await goes(page, step, count);
}

/** Opens the presenter's window by its key. */
export async function openWindow(page: Page): Promise<Page> {
  const [window] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('p')]);
  await expect(at(window, 'presenter-window')).toHaveAttribute('data-on', 'true');
  return window;
}
