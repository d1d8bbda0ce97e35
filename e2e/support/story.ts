import { test as base } from '@playwright/test';
import { AnatomyPage } from './anatomy-page.ts';
import { descendants, stillRunning } from './processes.ts';
import { type ServeProcess, startServe } from './serve-process.ts';

interface Stories {
  /** A browser shell of this test's own. After the test it is ended, and must leave nothing. */
  readonly serve: ServeProcess;
  /** Its page, opened. Faults that the page reports fail the test. */
  readonly anatomy: AnatomyPage;
}

export const test = base.extend<Stories>({
  serve: async ({ browserName: _ }, use) => {
    const serve = await startServe();
    await use(serve);
    const children = descendants(serve.pid);
    await serve.stop();
    const left = stillRunning(children);
    if (left.length > 0) throw new Error(`left behind: ${left.map((one) => one.command).join('; ')}`);
  },
  anatomy: async ({ page, serve }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await page.goto(serve.url);
    await use(new AnatomyPage(page));
    if (faults.length > 0) throw new Error(`the page reported: ${faults.join('; ')}`);
  },
});

export { expect } from '@playwright/test';
