import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchApp } from './support/electron-app.ts';
import { descendants, stillRunning } from './support/processes.ts';

test('in a real Electron: the sample comes through IPC, Envoy starts and stops, closing leaves no process', async () => {
  test.setTimeout(120_000);
  const app = await launchApp();
  try {
    const { page } = app;
    const attribute = (testId: string, name: string) =>
      page.locator(`[data-testid="${testId}"]`).getAttribute(name);
    const text = (testId: string) => page.locator(`[data-testid="${testId}"]`).textContent();

    // Whoever holds the window before its page has come sees none yet.
    await expect.poll(() => page.url()).toBe('app://sidecar-anatomy/index.html');
    await expect.poll(() => attribute('bench', 'data-bench'), { timeout: 40_000 }).toBe('lab');
    expect(await text('workload')).toBe('payments');
    await page.locator('[data-part="container/istio-proxy"]').first().waitFor();

    await page.locator('[data-testid="tab-bootstrap"]').click();
    await page.locator('[data-testid="start-values"] summary').click();
    await page.locator('[data-testid="start-adminPort"]').fill('0');
    await page.locator('[data-testid="start-adminPort"]').press('Enter');
    await page.locator('[data-testid="run"]').click();
    await expect.poll(() => attribute('rung', 'data-rung'), { timeout: 20_000 }).toBe('no-istiod');
    const running = descendants(app.pid);
    expect(running.filter((one) => /envoy/.test(one.command)).length).toBeGreaterThan(0);
    await page.locator('[data-testid="stop"]').click();
    await expect.poll(() => attribute('rung', 'data-rung')).toBe('ended');

    await page.locator('[data-testid="run"]').click();
    await expect.poll(() => attribute('rung', 'data-rung'), { timeout: 20_000 }).toBe('no-istiod');
    const children = descendants(app.pid);
    // Closing by the page, as the window's own button does; the connection may go with it.
    await page.close({ runBeforeUnload: true }).catch(() => undefined);
    expect(await app.ended).toBe(0);
    await expect.poll(() => stillRunning(children), { timeout: 2000, intervals: [100] }).toEqual([]);
  } finally {
    await app.clean();
  }
});

test('the page of the window has no Node, no network, no other page, and no request that is not in the contract', async () => {
  const app = await launchApp();
  try {
    const { page } = app;
    await page.locator('[data-testid="bench"]').waitFor();
    const seen = await page.evaluate(async () => {
      const tell = (promise: Promise<unknown>) =>
        promise.then(
          (value) => JSON.stringify(value),
          (error: unknown) => `refused: ${String(error)}`,
        );
      const { anatomy } = globalThis as unknown as {
        anatomy: { request(name: string, input: unknown): Promise<unknown> };
      };
      const scope = globalThis as unknown as Record<string, unknown>;
      return {
        node: [typeof scope.require, typeof scope.process, typeof scope.module],
        offered: Object.keys(anatomy).sort(),
        network: await tell(fetch('https://istio.io/')),
        file: await tell(fetch('file:///etc/passwd')),
        escape: await tell(fetch('/%2e%2e/package.json').then((answer) => answer.status)),
        unknown: await tell(anatomy.request('no:such', {})),
        proto: await tell(anatomy.request('__proto__', {})),
        misfit: await tell(anatomy.request('envoy:start', { yaml: 1 })),
        opened: window.open('https://evil.example/') === null,
      };
    });
    expect(seen.node).toEqual(['undefined', 'undefined', 'undefined']);
    expect(seen.offered).toEqual(['on', 'request']);
    expect(seen.network).toMatch(/^refused/);
    expect(seen.file).toMatch(/^refused/);
    expect(seen.escape).toBe('404');
    expect(seen.unknown).toMatch(/^refused/);
    expect(seen.proto).toMatch(/^refused/);
    expect(seen.misfit).toContain('bad-request');
    expect(seen.opened).toBe(true);
    await page.evaluate(() => {
      location.href = 'https://evil.example/';
    });
    await expect.poll(() => page.url()).toBe('app://sidecar-anatomy/index.html');
  } finally {
    await app.clean();
  }
});

test('a picture is saved where the save dialog says, and called off it is not said to be saved', async () => {
  const app = await launchApp();
  const folder = await mkdtemp(join(tmpdir(), 'sidecar-anatomy-e2e-'));
  try {
    const { page } = app;
    await expect
      .poll(() => page.locator('[data-testid="bench"]').getAttribute('data-bench'), { timeout: 40_000 })
      .toBe('lab');
    await page.evaluate(() => {
      const told: string[] = [];
      Object.assign(globalThis, { told });
      const line = document.querySelector('[data-testid="news"]');
      const look = () => void told.push(line?.textContent ?? '');
      if (line !== null)
        new MutationObserver(look).observe(line, { childList: true, characterData: true, subtree: true });
    });
    const savedWords = () =>
      page.evaluate(() =>
        (globalThis as unknown as { told: readonly string[] }).told.filter((text) => text.includes('aved')),
      );
    const saved = join(folder, 'my picture.svg');
    const calledOff = await app.answerSaveDialog(null);
    await page.locator('[data-testid="export"] > summary').click();
    await page.locator('[data-testid="export-svg"]').click();
    expect(await calledOff()).toBe('cancelled');
    const kept = await app.answerSaveDialog(saved);
    await page.locator('[data-testid="export"] > summary').click();
    await page.locator('[data-testid="export-svg"]').click();
    expect(await kept()).toBe('completed');
    await expect.poll(savedWords).toEqual(['Saved as my picture.svg']);
    const svg = await readFile(saved, 'utf8');
    expect([svg.includes('<svg'), svg.includes('istio-proxy'), svg.trimEnd().slice(-6)]).toEqual([
      ...[true, true, '</svg>'],
    ]);
    expect(await readdir(folder)).toEqual(['my picture.svg']);
  } finally {
    await app.clean();
    await rm(folder, { recursive: true, force: true });
  }
});

test('the labs are done in the window: steps come back through IPC, files stand in the folder', async () => {
  test.setTimeout(120_000);
  const app = await launchApp();
  const folder = await mkdtemp(join(tmpdir(), 'sidecar-anatomy-e2e-'));
  try {
    const { page } = app;
    const at = (testId: string) => page.locator(`[data-testid="${testId}"]`);
    await expect.poll(() => at('bench').getAttribute('data-bench'), { timeout: 40_000 }).toBe('lab');
    await at('room-lab').click();
    await at('lab-install').click();
    await at('lab-folder').fill(folder);
    await at('lab-check').click();
    await expect.poll(() => at('lab-count').textContent()).toBe('0 of 8 right');
    await at('lab-all').click();
    await expect.poll(() => at('lab-count').textContent(), { timeout: 60_000 }).toBe('8 of 8 right');
    await expect.poll(() => at('lab-step-7').getAttribute('data-standing')).toBe('app');
    const { containers } = JSON.parse(await readFile(join(folder, 'out/sidecar.json'), 'utf8'));
    expect(containers).toEqual(['payments', 'istio-proxy']);
  } finally {
    await app.clean();
    await rm(folder, { recursive: true, force: true });
  }
});

test('a file named on the command line is opened', async () => {
  const app = await launchApp(['test/cases/06-bare-pod-two-containers.yaml']);
  try {
    await app.page.locator('[data-part="container/helper"]').first().waitFor();
  } finally {
    await app.clean();
  }
});

test('a recording named on the command line is played: what was seen comes through IPC, no program runs', async () => {
  const app = await launchApp(['resources/recordings/gave-up.anatomy']);
  try {
    const at = (testId: string) => app.page.locator(`[data-testid="${testId}"]`);
    await expect
      .poll(() => at('rung').textContent(), { timeout: 40_000 })
      .toContain('Recorded: LIVE, and knows nothing');
    await expect.poll(() => at('film-slider').count()).toBe(1);
    await at('film-slider').focus();
    await app.page.keyboard.press('Home');
    await expect.poll(() => at('film-clock').textContent()).toContain('0:00.0 of 0:1');
    await at('film-play').click();
    await expect
      .poll(() => at('rung').textContent(), { timeout: 20_000 })
      .toContain('Recorded: No istiod answers');
    await at('film-play').click();
    await at('film-slider').focus();
    await app.page.keyboard.press('End');
    await at('film-dump').click();
    await expect.poll(() => at('film-dump-text').textContent()).toContain('left out of the recording');
    expect(descendants(app.pid).filter((one) => /^\S*envoy\s/.test(one.command))).toEqual([]);
  } finally {
    await app.clean();
  }
});

test('an app killed outright leaves no Envoy after two seconds', async () => {
  const app = await launchApp();
  try {
    await expect
      .poll(() => app.page.locator('[data-testid="bench"]').getAttribute('data-bench'), { timeout: 40_000 })
      .toBe('lab');
    await app.page.locator('[data-testid="tab-bootstrap"]').click();
    await app.page.locator('[data-testid="start-values"] summary').click();
    await app.page.locator('[data-testid="start-adminPort"]').fill('0');
    await app.page.locator('[data-testid="start-adminPort"]').press('Enter');
    await app.page.locator('[data-testid="run"]').click();
    const envoys = () => descendants(app.pid).filter((one) => /^\S*envoy\s/.test(one.command));
    await expect.poll(() => envoys().length, { timeout: 20_000 }).toBe(1);
    const running = envoys();
    process.kill(app.pid, 'SIGKILL');
    await app.ended;
    await expect.poll(() => stillRunning(running), { timeout: 2000, intervals: [100] }).toEqual([]);
  } finally {
    await app.clean();
  }
});

test('a page that crashes is loaded again, and the app lives on', async () => {
  const app = await launchApp();
  try {
    await app.page.locator('[data-testid="bench"]').waitFor();
    const pages = () => descendants(app.pid).filter((one) => one.command.includes('--type=renderer'));
    const [crashing] = pages();
    if (crashing === undefined) throw new Error('no page runs');
    process.kill(crashing.pid, 'SIGKILL');
    await expect.poll(() => pages().map((one) => one.pid), { timeout: 15_000 }).not.toContain(crashing.pid);
    await expect.poll(() => pages().length, { timeout: 15_000 }).toBe(1);
  } finally {
    await app.clean();
  }
});

test('in a real Electron: the manifest room generates, opens a file through IPC, and compares the two', async () => {
  test.setTimeout(150_000);
  const app = await launchApp();
  try {
    const { page } = app;
    const at = (testId: string) => page.locator(`[data-testid="${testId}"]`);
    await at('room-manifest').click();
    await expect.poll(() => at('manifest-total').count(), { timeout: 60_000 }).toBe(1);
    expect(await at('manifest-total').textContent()).toMatch(/^\d+ objects of \d+ kinds$/);
    await page.locator('[data-crd="virtualservices.networking.istio.io"]').click();
    await expect.poll(() => at('manifest-object').count()).toBe(1);
    await at('manifest-view-compare').click();
    const text = 'apiVersion: v1\nkind: Service\nmetadata: {name: shop}\n';
    await at('manifest-file').setInputFiles({
      name: 'shop.yaml',
      mimeType: 'text/yaml',
      buffer: Buffer.from(text),
    });
    await expect.poll(() => at('manifest-added').textContent(), { timeout: 30_000 }).toContain('shop');
    await at('manifest-added').locator('button').first().click();
    await expect.poll(() => at('manifest-difference').textContent()).toContain('Only in: shop.yaml');
  } finally {
    await app.clean();
  }
});

test('a presentation fills the window, goes on by keys, and has a second window of its own', async () => {
  test.setTimeout(120_000);
  const app = await launchApp();
  try {
    const { page } = app;
    const at = (testId: string) => page.locator(`[data-testid="${testId}"]`);
    await expect.poll(() => at('bench').getAttribute('data-bench'), { timeout: 40_000 }).toBe('lab');
    await at('present').click();
    await at('presenter').waitFor();
    await page.locator('.presenter [data-box="column/pod"]').waitFor();
    await page.keyboard.press('PageDown');
    await expect.poll(() => at('presenter-where').textContent()).toMatch(/^2 of /);
    const [second] = await Promise.all([app.nextWindow(), page.keyboard.press('p')]);
    const where = second.locator('[data-testid="pw-where"]');
    await expect.poll(() => where.textContent(), { timeout: 10_000 }).toMatch(/^Step 2 of /);
    expect(second.url()).toMatch(/^app:\/\/sidecar-anatomy\/index\.html#presenter=[a-z0-9]+$/);
    await second.locator('[data-testid="picture-now"] svg').waitFor();
    await second.locator('[data-testid="do-next"]').click();
    await expect.poll(() => at('presenter-where').textContent()).toMatch(/^3 of /);
    await second.close();
    await page.keyboard.press('Escape');
    await at('run').waitFor();
    const children = descendants(app.pid);
    await page.close({ runBeforeUnload: true }).catch(() => undefined);
    expect(await app.ended).toBe(0);
    await expect.poll(() => stillRunning(children), { timeout: 2000, intervals: [100] }).toEqual([]);
  } finally {
    await app.clean();
  }
});
