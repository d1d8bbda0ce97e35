import type { Browser } from '@playwright/test';
import { AnatomyPage } from './support/anatomy-page.ts';
import { type CuttableProxy, startCuttableProxy } from './support/cuttable-proxy.ts';
import { descendants } from './support/processes.ts';
import type { ServeProcess } from './support/serve-process.ts';
import { expect, test } from './support/story.ts';

/** The shell in a browser that reaches it through a way that can be cut, with an Envoy that runs. */
async function openThrough(
  browser: Browser,
  serve: ServeProcess,
  proxy: CuttableProxy,
): Promise<AnatomyPage> {
  const page = await browser.newPage({ proxy: { server: proxy.server, bypass: '<-loopback>' } });
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { lostSeen: seen });
    new MutationObserver(() => {
      const lost = document.querySelector('[data-testid="connection-lost"]');
      if (lost !== null) seen.push(lost.textContent ?? '');
    }).observe(document, { subtree: true, childList: true });
  });
  await page.goto(serve.url);
  const anatomy = new AnatomyPage(page);
  await anatomy.sampleRunsWithoutIstiod();
  return anatomy;
}

const lostSeen = ({ page }: AnatomyPage) =>
  page.evaluate(() => Reflect.get(globalThis, 'lostSeen') as readonly string[]);

function killEnvoy(serve: ServeProcess): void {
  const envoy = descendants(serve.pid).find((one) => /^\S*envoy\s/.test(one.command));
  if (envoy === undefined) throw new Error('no Envoy runs');
  process.kill(envoy.pid, 'SIGKILL');
}

test('an event stream that breaks comes again by itself, with what happened meanwhile, and nothing is said to be lost', async ({
  browser,
  serve,
}) => {
  const proxy = await startCuttableProxy();
  try {
    const anatomy = await openThrough(browser, serve, proxy);
    const before = proxy.streams();
    expect(before).toBeGreaterThan(0);
    proxy.cut();
    await expect.poll(proxy.streams).toBe(before + 1);
    // Live news goes on: what Envoy says after the break is shown.
    await anatomy.stop.click();
    await expect(anatomy.rung).toContainText('Stopped as asked');
    await anatomy.restartsWithoutIstiod();
    // What is missed is told by the next stream.
    proxy.cut();
    killEnvoy(serve);
    await expect(anatomy.rung).toHaveAttribute('data-rung', 'ended');
    await expect(anatomy.rung).toContainText('SIGKILL');
    expect(await lostSeen(anatomy)).toEqual([]);
    await anatomy.page.close();
  } finally {
    await proxy.close();
  }
});

test('a host that cannot be reached is told as lost, and as found again when it answers', async ({
  browser,
  serve,
}) => {
  const proxy = await startCuttableProxy();
  try {
    const anatomy = await openThrough(browser, serve, proxy);
    const lost = anatomy.page.getByTestId('connection-lost');
    proxy.open(false);
    await expect(lost).toContainText('The connection to Sidecar Anatomy is lost');
    await expect(anatomy.rung).toHaveAttribute('data-rung', 'lost');
    const command = anatomy.page.getByTestId('command-end');
    await expect(command).toHaveText('running when last seen');
    proxy.open(true);
    await expect(lost).toHaveCount(0, { timeout: 15_000 });
    await expect(anatomy.rung).toHaveAttribute('data-rung', 'no-istiod');
    await expect(command).toHaveText('running');
    killEnvoy(serve);
    await expect(anatomy.rung).toHaveAttribute('data-rung', 'ended');
    await expect(command).toContainText('SIGKILL');
    await anatomy.page.close();
  } finally {
    await proxy.close();
  }
});
