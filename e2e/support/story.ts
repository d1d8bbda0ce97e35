import { setTimeout } from 'node:timers/promises';
import { test as base, type Page } from '@playwright/test';
import { AnatomyPage } from './anatomy-page.ts';
import { descendants, stillRunning } from './processes.ts';
import { type ServeProcess, startServe } from './serve-process.ts';

interface Stories {
  /** Environment of the server, besides this process's own. */
  readonly serverEnv: Readonly<Record<string, string>>;
  /** A browser shell of this test's own. After the test it is ended, and must leave nothing. */
  readonly serve: ServeProcess;
  /** Its page, opened. Faults that the page reports fail the test. */
  readonly anatomy: AnatomyPage;
}

export const test = base.extend<Stories>({
  serverEnv: [{}, { option: true }],
  serve: async ({ serverEnv }, use) => {
    const serve = await startServe([], serverEnv);
    await use(serve);
    const children = descendants(serve.pid);
    await serve.stop();
    // What watches a program ends just after us (src/host/process/wrapper.ts): at the latest within two seconds.
    const until = Date.now() + 2000;
    let left = stillRunning(children);
    while (left.length > 0 && Date.now() < until) {
      await setTimeout(100);
      left = stillRunning(children);
    }
    if (left.length > 0) throw new Error(`left behind: ${left.map((one) => one.command).join('; ')}`);
  },
  anatomy: async ({ page, serve }, use) => {
    const faults = listenForFaults(page);
    await noteBenches(page);
    await page.goto(serve.url);
    await use(new AnatomyPage(page));
    if (faults.length > 0) throw new Error(`the page reported: ${faults.join('; ')}`);
  },
});

/** What the page throws or writes as an error: a refusal by the content security policy is one. */
export function listenForFaults(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return faults;
}

/** Keeps in the page every word that the bench badge showed, however short: the recording gives way within a second. */
async function noteBenches(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { benchesSeen: seen });
    const look = () => {
      const badge = document.querySelector<HTMLElement>('[data-testid="bench"]');
      const words = badge === null ? null : `${badge.dataset.bench}: ${badge.textContent}`;
      if (words !== null && seen.at(-1) !== words) seen.push(words);
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
}

export { expect } from '@playwright/test';
