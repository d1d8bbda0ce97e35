import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AnatomyPage } from './support/anatomy-page.ts';
import { descendants, stillRunning } from './support/processes.ts';
import { expect, listenForFaults, test } from './support/story.ts';

test('a reload keeps what was opened and edited', async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.paste(
    'apiVersion: v1\nkind: Pod\nmetadata: {name: kept}\nspec: {containers: [{name: a, image: b}]}\n',
  );
  await expect(anatomy.workload).toHaveText('kept');
  await anatomy.tab('bootstrap');
  await anatomy.editBootstrap('# kept by hand\n');
  await expect(anatomy.page.getByTestId('edited')).toBeVisible();
  await anatomy.page.waitForTimeout(600);
  await anatomy.page.reload();
  await expect(anatomy.workload).toHaveText('kept', { timeout: 20_000 });
  await anatomy.tab('bootstrap');
  await expect.poll(() => anatomy.bootstrapText()).toContain('kept by hand');
});

test('a reload at the very moment of a key press keeps the bootstrap edit and the start values', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.tab('bootstrap');
  await page.getByTestId('start-values').locator('summary').click();
  for (const [name, value] of [
    ['pod', 'payments-0'],
    ['namespace', 'lab-7'],
  ] as const) {
    await page.getByTestId(`start-${name}`).fill(value);
    await page.getByTestId(`start-${name}`).press('Enter');
    await expect.poll(() => anatomy.bootstrapText()).toContain(value);
  }
  await anatomy.editBootstrap('# typed just now');
  // Away in the task of the last key, as when the page crashes under it.
  await page.evaluate(() => {
    document.addEventListener('keyup', () => location.reload(), { once: true });
  });
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('!')]);
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.tab('bootstrap');
  await expect.poll(() => anatomy.bootstrapText()).toBe('# typed just now!');
  await page.getByTestId('start-values').locator('summary').click();
  await expect(page.getByTestId('start-pod')).toHaveValue('payments-0');
  await expect(page.getByTestId('start-namespace')).toHaveValue('lab-7');
});

test('after a reload the recording never stands under the name or the badge of the own file', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.paste(
    'apiVersion: v1\nkind: Pod\nmetadata: {name: kept}\nspec: {containers: [{name: a, image: b}]}\n',
  );
  await expect(anatomy.workload).toHaveText('kept');
  await page.waitForTimeout(600);
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seenTogether: seen });
    const look = () => {
      const at = (query: string) => document.querySelector(query);
      const title = at('.stage-svg')?.getAttribute('aria-label') ?? '';
      const name = at('[data-testid=workload]')?.textContent ?? '';
      const bench = at('[data-testid=bench]')?.getAttribute('data-bench') ?? '';
      if (title !== '') seen.push(`${name} ${bench} ${title.includes('kept') ? 'kept' : 'payments'}`);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.reload();
  await expect(anatomy.workload).toHaveText('kept', { timeout: 20_000 });
  await page.waitForTimeout(600);
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seenTogether: readonly string[] }).seenTogether,
  );
  expect([...new Set(seen)]).toEqual(['payments recording payments', 'kept lab kept']);
});

test('a file that a reload cuts off while it is read is told by its name', async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = function late() {
      return new Promise((done) => setTimeout(() => done(read.call(this)), 60_000));
    };
  });
  await anatomy.drop('large.yaml', 'kind: Pod\n');
  await anatomy.page.reload();
  await expect(anatomy.error).toContainText('large.yaml was not opened', { timeout: 20_000 });
  await expect(anatomy.workload).toHaveText('payments');
});

test('a reload after a file that failed keeps the workload that was shown, and the error', async ({
  anatomy,
}) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.paste(
    'apiVersion: v1\nkind: Pod\nmetadata: {name: kept}\nspec: {containers: [{name: a, image: b}]}\n',
  );
  await expect(anatomy.workload).toHaveText('kept');
  await anatomy.open({
    name: 'bin.yaml',
    mimeType: 'application/yaml',
    buffer: Buffer.from([0, 1, 2, 0, 255]),
  });
  await expect(anatomy.error).toContainText('bin.yaml');
  await anatomy.page.waitForTimeout(600);
  await anatomy.page.reload();
  await expect(anatomy.workload).toHaveText('kept', { timeout: 20_000 });
  await expect(anatomy.error).toContainText('bin.yaml');
  await expect(anatomy.bench).toHaveAttribute('data-bench', 'lab');
});

test('the token leaves the address, and without it nothing is served', async ({
  anatomy,
  serve,
  browser,
}) => {
  await anatomy.sampleIsOnTheLabBench();
  expect(new URL(anatomy.page.url()).search).toBe('');
  const stranger = await browser.newPage();
  const answer = await stranger.goto(new URL(serve.url).origin);
  expect(answer?.status()).toBe(401);
  await stranger.close();
});

test('the page behind the local file, which a browser is sent to, leads into the shell', async ({
  serve,
  page,
}) => {
  const faults = listenForFaults(page);
  await page.goto(pathToFileURL(await openFile(new URL(serve.url))).href);
  await page.waitForURL(`${new URL(serve.url).origin}/`);
  await expect(new AnatomyPage(page).workload).toHaveText('payments');
  expect(faults).toEqual([]);
});

/** The file that holds this server's address: in a folder that only we can read. */
async function openFile(url: URL): Promise<string> {
  for (const folder of await readdir(tmpdir())) {
    if (!folder.startsWith('sidecar-anatomy-')) continue;
    const file = join(tmpdir(), folder, 'open.html');
    const page = await readFile(file, 'utf8').catch(() => '');
    if (page.includes(url.host)) return file;
  }
  throw new Error('no such file');
}

for (const way of ['SIGTERM', 'SIGINT', 'end of its standard input'] as const) {
  test(`${way} ends the server, with Envoy and everything else`, async ({ anatomy, serve }) => {
    await anatomy.sampleRunsWithoutIstiod();
    const children = descendants(serve.pid);
    expect(children.length).toBeGreaterThan(0);
    const ended = once(serve.child, 'exit');
    if (way === 'end of its standard input') serve.child.stdin?.end();
    else serve.child.kill(way);
    expect(await ended).toEqual([0, null]);
    // The shell that watches a program ends right after it, up to a tenth of a second later than the server.
    await expect.poll(() => stillRunning(children), { timeout: 2000, intervals: [100] }).toEqual([]);
    await anatomy.page.goto('about:blank');
  });
}

test('a server killed outright leaves no Envoy and no istioctl after two seconds', async ({
  anatomy,
  serve,
}) => {
  await anatomy.sampleRunsWithoutIstiod();
  const children = descendants(serve.pid);
  await anatomy.page.goto('about:blank');
  serve.child.kill('SIGKILL');
  await once(serve.child, 'exit');
  const programs = children.filter((one) => /^\S*(?:envoy|istioctl)\s/.test(one.command));
  expect(programs).not.toEqual([]);
  await expect.poll(() => stillRunning(programs), { timeout: 2000, intervals: [100] }).toEqual([]);
  // What watched over them waits its two seconds before it kills, and ends itself.
  await expect.poll(() => stillRunning(children), { timeout: 5000 }).toEqual([]);
});

test('a server that ends under a running Envoy is told, and nothing is shown as live any more', async ({
  page,
  serve,
}) => {
  const faults = listenForFaults(page);
  await page.goto(serve.url);
  const anatomy = new AnatomyPage(page);
  await anatomy.sampleRunsWithoutIstiod();
  await serve.stop();
  await expect(page.getByTestId('connection-lost')).toContainText(
    'The connection to Sidecar Anatomy is lost',
  );
  await expect(anatomy.rung).toHaveAttribute('data-rung', 'lost');
  await expect(anatomy.rung).toContainText('Connection lost');
  await expect(anatomy.bench).toHaveAttribute('data-bench', 'lost');
  await expect(anatomy.stop).toHaveCount(0);
  for (const step of ['accepted', 'istiod', 'identity', 'config', 'live'] as const)
    await expect(anatomy.ladder(step)).not.toHaveAttribute('data-state', 'waiting');
  await expect(anatomy.stage).toContainText('no answer when last seen');
  // The browser itself writes down every connection that is refused.
  expect(faults.filter((fault) => !fault.includes('net::ERR_'))).toEqual([]);
});
