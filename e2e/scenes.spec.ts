import { readFileSync } from 'node:fs';
import { expect, test } from './support/story.ts';

test.beforeEach(async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
});

test('number keys and arrows go from scene to scene, and a number typed into a field does not', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  const scene = (name: string) => page.getByTestId(`scene-${name}`);
  await page.keyboard.press('2');
  await expect(scene('before')).toHaveAttribute('aria-pressed', 'true');
  await expect(anatomy.stage.locator('svg[data-scene="before"]')).toBeVisible();
  await scene('before').focus();
  await page.keyboard.press('ArrowRight');
  await expect(scene('injection')).toHaveAttribute('aria-pressed', 'true');
  await expect(scene('injection')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(scene('overview')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByTestId('export').locator('summary')).toBeFocused();

  await anatomy.tab('bootstrap');
  await page.getByTestId('start-values').locator('summary').click();
  await page.getByTestId('start-adminPort').focus();
  await page.keyboard.press('3');
  await expect(scene('overview')).toHaveAttribute('aria-pressed', 'true');
});

test('a scene that is about one view shows it, says why, and leaves the chosen one for the others', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  const view = (name: string) => page.getByTestId(`view-${name}`);
  await anatomy.scene('before');
  await expect(view('original')).toHaveAttribute('aria-pressed', 'true');
  await expect(anatomy.part('container/istio-proxy')).toHaveCount(0);
  // A reader that is not told of a press has it said beside the switch; whoever presses is told.
  await view('injected').dispatchEvent('click');
  await expect(page.getByTestId('news')).toContainText('Before shows your own file');
  await anatomy.scene('injection');
  await expect(view('difference')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('group', { name: 'View' })).toHaveAttribute('title', /the difference/);
  await anatomy.scene('overview');
  await expect(view('injected')).toHaveAttribute('aria-pressed', 'true');
  await view('difference').click();
  await expect(view('difference')).toHaveAttribute('aria-pressed', 'true');
});

test('every scene can be pressed at 1280, in one row, and says its question', async ({ anatomy }) => {
  const { page } = anatomy;
  await page.setViewportSize({ width: 1280, height: 720 });
  const buttons = page.getByRole('toolbar', { name: 'Scene' }).getByRole('button');
  const count = await buttons.count();
  expect(count).toBeGreaterThan(6);
  const tops = new Set<number>();
  for (let index = 0; index < count; index += 1) {
    const button = buttons.nth(index);
    await expect(button).toHaveAttribute('title', /\?/);
    tops.add((await button.boundingBox())?.y ?? -1);
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
  }
  expect(tops.size).toBe(1);
  // And so are the buttons at its end.
  for (const end of ['export', 'tab-part', 'tab-checks'])
    expect((await page.getByTestId(end).boundingBox())?.y).toBeCloseTo([...tops][0] ?? -1, -1);
});

test('volumes tell each mount, and a certificate that nobody has seen is drawn as not there', async ({
  anatomy,
}) => {
  await anatomy.scene('volumes');
  await expect(anatomy.part('container/istio-proxy/mount/istio-token').first()).toContainText('istio-token');
  const certificate = anatomy.stage.locator('[data-box="card/identity/certificate"]');
  await expect(certificate).toHaveAttribute('data-state', 'missing');
  await expect(certificate).toContainText('expected, not seen');
});

test('a port leads to whoever named it', async ({ anatomy }) => {
  await anatomy.scene('ports');
  await anatomy.stage.locator('[data-box="port/15006/TCP"]').click();
  await expect(anatomy.sourceName).toHaveText(/^injected\.yaml:\d+$/);
  await expect(anatomy.markedLines.first()).toContainText('15006');
});

test('the live scene says what to press, then what a real Envoy says, and its picture when', async ({
  anatomy,
}) => {
  const { page, stage } = anatomy;
  await anatomy.scene('live');
  const envoy = stage.locator('[data-box="card/envoy"]');
  await expect(envoy).toContainText('Press Run');
  await anatomy.adminPort(0);
  await anatomy.runsWithoutIstiod();
  await expect(envoy).toContainText(/pid \d+/);
  await expect(stage.locator('[data-box="ladder/istiod"]')).toContainText('connected_state 0');
  await expect(anatomy.part('node/id').first()).toContainText('as drawn');
  const { path } = await anatomy.save('svg');
  expect(readFileSync(path, 'utf8')).toMatch(/live: Envoy [\d.]+ s after its start, \d{4}-\d\d-\d\dT[\d:]+Z/);
  await anatomy.stop.click();
  await expect(envoy).not.toContainText('pid');
  await expect(page.getByTestId('error')).toHaveCount(0);
});
