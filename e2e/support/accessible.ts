import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** What axe-core has to say against the page as it is now: rule, and where. */
export async function violations(page: Page): Promise<readonly string[]> {
  // Not as a script of the page, which its content security policy forbids.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: here } = globalThis as unknown as { axe: typeof axe };
    const { violations: found } = await here.run();
    return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`));
  });
}
