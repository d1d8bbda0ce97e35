import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { violations } from './support/accessible.ts';
import { AnatomyPage } from './support/anatomy-page.ts';
import { startServe } from './support/serve-process.ts';
import { expect, test } from './support/story.ts';

const NO_PROGRAMS = {
  SIDECAR_ANATOMY_ISTIOCTL: '/nowhere/istioctl',
  SIDECAR_ANATOMY_ENVOY: '/nowhere/envoy',
};

test('a run that was done by hand is recorded, saved, and gone through where there is no program', async ({
  anatomy,
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const folder = await mkdtemp(join(tmpdir(), 'sidecar-anatomy-e2e-'));
  await anatomy.sampleIsOnTheLabBench();
  await page.getByTestId('record').click();
  await expect(page.getByTestId('record-stop')).toBeVisible();
  await anatomy.scene('bootstrap');
  await anatomy.tab('bootstrap');
  await anatomy.typo();
  await expect(anatomy.verdict).toContainText('istiod-xds');
  await anatomy.typo();
  await anatomy.adminPort(0);
  await anatomy.runsWithoutIstiod();
  // A page that is loaded again goes on with it.
  await page.reload();
  await expect(page.getByTestId('record-clock')).toHaveText(/^0:(0[1-9]|[1-5]\d)$/);
  await expect(anatomy.rung).toHaveAttribute('data-rung', 'no-istiod');
  await anatomy.stop.click();
  await expect(anatomy.rung).toHaveAttribute('data-rung', 'ended');
  await page.getByTestId('record-stop').click();
  await expect(page.getByTestId('record-masked')).toContainText('No password, token or key was found');
  const coming = page.waitForEvent('download');
  await page.getByTestId('record-save').click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^payments-\d{4}-\d\d-\d\d\.anatomy$/);
  const file = join(folder, 'mine.anatomy');
  await download.saveAs(file);
  const told = (await readFile(file, 'utf8')).split('\n').filter((line) => !line.includes('"is":"text"'));
  expect(told.filter((line) => line.includes(tmpdir()))).toEqual([]);

  const serve = await startServe([file], NO_PROGRAMS);
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  try {
    const other = await context.newPage();
    await other.goto(serve.url);
    const again = new AnatomyPage(other);
    const at = (testId: string) => other.getByTestId(testId);
    await expect(again.bench).toContainText('Recording of');
    // Not the shipped one, with which every window begins.
    await expect.poll(() => other.locator('.film-mark').count()).toBeGreaterThan(9);
    await expect(again.rung).toContainText('Recorded: No istiod answers');
    await at('film-slider').focus();
    await other.keyboard.press('Home');
    await expect(at('film-clock')).toContainText('0:00.0 of');
    await expect(again.rung).toContainText('no Envoy had been asked by then');
    // From mark to mark to where Envoy refuses the typo.
    for (let count = 0; count < 8; count += 1) {
      if ((await at('film-words').textContent())?.includes('refused') === true) break;
      await at('film-after').click();
    }
    await expect(at('film-words')).toContainText('Validated: refused');
    await expect(again.rung).toContainText('Recorded: ADS names the cluster');
    await expect(again.ladder('accepted')).toHaveAttribute('data-state', 'failed');
    // Nobody looked at the start order while it was recorded.
    await again.scene('start-order');
    await expect(other.locator('.stage-svg')).toContainText('same input, injected again');
    await again.scene('overview');
    const { path } = await again.save('svg');
    const svg = await readFile(path, 'utf8');
    expect(svg).toMatch(/at 0:\d\d\.\d of 0:\d\d\.\d/);
    expect(svg).toContain('Recording of');
    await other.keyboard.press('Escape');
    await at('film-slider').focus();
    await other.keyboard.press('End');
    await expect(again.rung).toContainText('Recorded: Stopped as asked');
    await at('log').click();
    await expect(at('log-text')).toContainText('caught ENVOY_SIGTERM');
    await other.keyboard.press('Escape');
    // A deck on it runs nothing: its steps go to where the recording tells of them.
    await other.keyboard.press('F5');
    const onTo = async (title: string) => {
      for (let press = 0; press < 40 && (await at('presenter-title').textContent()) !== title; press += 1)
        await other.keyboard.press('PageDown');
      await expect(at('presenter-title')).toHaveText(title);
    };
    await onTo('What did a real Envoy do with it?');
    await expect(other.locator('.stage-svg')).toContainText('no istiod answers');
    await onTo('And with one wrong cluster name?');
    await expect(other.locator('.stage-svg')).toContainText('does not exist');
    await onTo('Back to what works');
    await expect(at('presenter-trouble')).toHaveCount(0);
    await other.keyboard.press('Escape');
    await expect(again.rung).toContainText('Recorded: Stopped as asked');
    expect(await violations(other)).toEqual([]);
  } finally {
    await context.close();
    await serve.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test.describe('without programs', () => {
  test.use({ serverEnv: NO_PROGRAMS });

  test('a shipped recording is chosen, played with keys, and says that the lab bench needs istioctl', async ({
    anatomy,
    page,
  }) => {
    const at = (testId: string) => page.getByTestId(testId);
    await expect(anatomy.toolsProgress).toContainText('/nowhere/istioctl');
    await anatomy.bench.click();
    await expect(at('to-lab')).toBeDisabled();
    await expect(at('shipped')).toHaveCount(4);
    await at('shipped').filter({ hasText: 'LIVE' }).click();
    await expect(at('timeline')).toBeVisible();
    await expect(anatomy.rung).toContainText('Recorded: LIVE, and knows nothing');
    await expect(anatomy.ladder('live')).toHaveAttribute('data-state', 'passed');
    await page.locator('body').press(' ');
    await expect(at('film-play')).toContainText('Pause');
    await expect(anatomy.rung).toContainText('Recorded: No istiod answers', { timeout: 20_000 });
    await page.locator('body').press(' ');
    await expect(at('film-play')).toContainText('Play');
    const held = await at('film-clock').textContent();
    await page.locator('body').press('ArrowRight');
    await expect(at('film-clock')).not.toHaveText(held ?? '');
    await page.locator('body').press('End');
    await at('film-dump').click();
    await expect(at('film-dump-text')).toContainText('left out of the recording');
    await page.keyboard.press('Escape');
    await anatomy.tab('bootstrap');
    await expect(at('validate')).toBeDisabled();
    await expect(at('validate')).toHaveAttribute('title', /A recording runs nothing/);
    // What is told of the programs is a press away.
    await at('film-programs').click();
    await expect(anatomy.toolsProgress).toContainText('/nowhere/istioctl');
  });
});

test('from a recording one goes back to what was open on the lab bench', async ({ anatomy, page }) => {
  await anatomy.sampleIsOnTheLabBench();
  const pod =
    'apiVersion: v1\nkind: Pod\nmetadata: {name: shop}\nspec: {containers: [{name: a, image: b}]}\n';
  await anatomy.drop('shop.yaml', pod);
  await expect(anatomy.workload).toHaveText('shop');
  const recording = await readFile('resources/recordings/no-agent.anatomy', 'utf8');
  await anatomy.drop('given.anatomy', recording);
  await expect(anatomy.bench).toHaveAttribute('data-bench', 'recording');
  await expect(anatomy.workload).toHaveText('payments');
  await expect(anatomy.rung).toContainText('Recorded: No pilot-agent on this bench');
  await expect(page.getByTestId('record')).toBeDisabled();
  // A page that is loaded again stays at it.
  await page.reload();
  await expect(anatomy.rung).toContainText('Recorded: No pilot-agent on this bench');
  await anatomy.bench.click();
  await page.getByTestId('to-lab').click();
  await expect(anatomy.workload).toHaveText('shop');
  await expect(anatomy.bench).toHaveAttribute('data-bench', 'lab');
  await expect(anatomy.run).toBeEnabled();
  await anatomy.drop('broken.anatomy', recording.replace('"is":"opened"', '"is":"o"'));
  await expect(anatomy.error).toContainText('The recording broken.anatomy cannot be read: line ');
  await expect(anatomy.workload).toHaveText('shop');
});
