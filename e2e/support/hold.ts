import type { Page } from '@playwright/test';

/** Holds requests for `url` up until what it gives is called; so the page can be looked at before they are answered. */
export async function hold(page: Page, url: string): Promise<() => void> {
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    goOn = done;
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return goOn;
}
