import { fileURLToPath } from 'node:url';
import { AnatomyPage } from './support/anatomy-page.ts';
import { startServe } from './support/serve-process.ts';
import { expect, test } from './support/story.ts';

const file = (path: string) => fileURLToPath(new URL(`../test/${path}`, import.meta.url));

test('a file given at the start that cannot be injected is shown with its error, and opens at the line', async ({
  page,
}) => {
  const serve = await startServe([file('cases/47-tabs.yaml')]);
  try {
    await page.goto(serve.url);
    const anatomy = new AnatomyPage(page);
    await expect(anatomy.error).toContainText('47-tabs.yaml', { timeout: 30_000 });
    await page.getByTestId('error-source').click();
    await expect(anatomy.sourceName).toContainText('47-tabs.yaml:');
    await expect(anatomy.markedLines.first()).toBeVisible();
  } finally {
    await serve.stop();
  }
});

test('a start value that cannot be is told beside its field, and the picture stays', async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.tab('bootstrap');
  const before = await anatomy.bootstrapText();
  await anatomy.page.getByTestId('start-values').locator('summary').click();
  for (const [name, text, words] of [
    ['ip', 'nonsense', /nonsense/],
    ['namespace', 'a b', /a b/],
    ['adminPort', '70000', /65535/],
  ] as const) {
    const field = anatomy.page.getByTestId(`start-${name}`);
    const was = await field.inputValue();
    await field.fill(text);
    await field.press('Enter');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(words);
    await expect(anatomy.error).toHaveCount(0);
    await field.fill(was);
    await field.press('Enter');
    await expect(field).toHaveAttribute('aria-invalid', 'false');
  }
  expect(await anatomy.bootstrapText()).toBe(before);
});

test('the admin port of the sidecar’s bootstrap is the one in it, and is said to be fixed', async ({
  anatomy,
}) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.tab('bootstrap');
  await anatomy.variant('sidecar');
  await expect.poll(() => anatomy.bootstrapText()).toContain('sds-grpc');
  await anatomy.page.getByTestId('start-values').locator('summary').click();
  const field = anatomy.page.getByTestId('start-adminPort');
  await expect(field).toHaveValue('15000');
  expect(await anatomy.bootstrapText()).toContain('port_value: 15000');
  await expect(field).toHaveAttribute('readonly', '');
  await expect(field).toHaveAccessibleDescription(/pilot-agent/);
});

test('scene, view and variant come back with a reload', async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.scene('bootstrap');
  await anatomy.view('original');
  await anatomy.tab('bootstrap');
  await anatomy.variant('sidecar');
  // Kept a moment after the last change.
  await anatomy.page.waitForTimeout(1000);
  await anatomy.page.reload();
  await anatomy.sampleIsOnTheLabBench();
  await expect(anatomy.page.getByTestId('scene-bootstrap')).toHaveAttribute('aria-pressed', 'true');
  await expect(anatomy.page.getByTestId('view-original')).toHaveAttribute('aria-pressed', 'true');
  await anatomy.tab('bootstrap');
  await expect(anatomy.page.getByTestId('variant-sidecar')).toHaveAttribute('aria-pressed', 'true');
});

test('an Envoy that was stopped because no page was there is told on the next load', async ({ anatomy }) => {
  await anatomy.sampleRunsWithoutIstiod();
  const address = new URL('/', anatomy.page.url()).href;
  await anatomy.page.goto('about:blank');
  await anatomy.page.waitForTimeout(12_000);
  await anatomy.page.goto(address);
  await anatomy.sampleIsOnTheLabBench();
  await expect(anatomy.rung).toContainText(/payments, lab.* was stopped: no page was open for 10 s/);
});

test('a view that is shorter than the one that was scrolled through is not left out of sight', async ({
  anatomy,
  page,
}) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.scene('pod');
  const svg = anatomy.stage.locator('.stage-svg');
  const box = (id: string) => page.locator(`[data-box="${id}"]`);
  await box('more/container/istio-init').click();
  await expect(svg).toHaveAttribute('data-below', 'true');
  await svg.hover();
  await page.mouse.wheel(0, 9000);
  await expect(svg).toHaveAttribute('data-below', 'false');
  await anatomy.view('original');
  await expect(box('container/payments')).toBeInViewport({ ratio: 0.5 });
});

test('the wheel scrolls a picture that reaches below, Ctrl and the wheel zoom', async ({ anatomy }) => {
  await anatomy.page.setViewportSize({ width: 960, height: 600 });
  await anatomy.sampleIsOnTheLabBench();
  const svg = anatomy.stage.locator('.stage-svg');
  const group = svg.locator('> g');
  const at = async () => (await group.getAttribute('transform')) ?? '';
  const zoomed = await svg.getAttribute('data-zoom');
  await expect(svg).toHaveAttribute('data-below', 'true');
  await svg.hover();
  await anatomy.page.mouse.wheel(0, 100);
  await expect.poll(at).toMatch(/^translate\(\S+ -\d/);
  await anatomy.page.mouse.wheel(0, 4000);
  await expect(svg).toHaveAttribute('data-below', 'false');
  await expect(svg).toHaveAttribute('data-zoom', zoomed ?? '');
  await anatomy.page.keyboard.down('Control');
  await anatomy.page.mouse.wheel(0, -200);
  await anatomy.page.keyboard.up('Control');
  await expect.poll(() => svg.getAttribute('data-zoom')).not.toBe(zoomed);
});

test('more below goes on until the foot is at the foot, more above until the head is at the head', async ({
  anatomy,
}) => {
  const { page, stage } = anatomy;
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.open(file('fixtures/diagram/many.yaml'));
  await expect(anatomy.workload).toHaveText('reconciliation');
  await anatomy.scene('pod');
  const svg = stage.locator('.stage-svg');
  const [below, above] = [page.getByTestId('below'), page.getByTestId('above')];
  await expect(below).toBeVisible();
  await expect(above).toBeHidden();
  const gap = async () => {
    const [pod, room] = await Promise.all([
      stage.locator('[data-box="column/pod"] > .stage-frame').boundingBox(),
      svg.boundingBox(),
    ]);
    if (pod === null || room === null) throw new Error('the pod is not drawn');
    return { head: pod.y - room.y, foot: room.y + room.height - pod.y - pod.height };
  };
  const start = await gap();
  expect(start.foot).toBeLessThan(0);
  while (await below.isVisible()) {
    await below.click();
    await page.waitForTimeout(400);
  }
  // Under the column stand the picture's own margin and that of the view.
  expect((await gap()).foot).toBeGreaterThan(0);
  expect((await gap()).foot).toBeLessThan(40);
  await expect(above).toBeVisible();
  while (await above.isVisible()) {
    await above.click();
    await page.waitForTimeout(400);
  }
  expect((await gap()).head).toBeCloseTo(start.head, 0);
});

test('beside the widened source the picture stays readable, shows what is chosen, and leads on at its sides', async ({
  anatomy,
}) => {
  const { page, stage } = anatomy;
  await page.setViewportSize({ width: 1280, height: 720 });
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.part('node/cluster').first().click();
  await page.getByTestId('widen').click();
  const [left, right] = [page.getByTestId('left'), page.getByTestId('right')];
  await expect(left).toBeVisible();
  await expect(anatomy.part('node/cluster').first()).toBeInViewport({ ratio: 1 });
  const title = stage.locator('.stage-box[data-role="column"] text[font-weight="700"]').first();
  await expect
    .poll(() => title.evaluate((text: SVGTextElement) => text.getScreenCTM()?.a ?? 0))
    .toBeGreaterThanOrEqual(0.9);
  await expect(title).toHaveAttribute('font-size', /^(?:2\d|[3-9]\d)/);
  for (let press = 0; press < 4 && (await left.isVisible()); press += 1) {
    await left.click();
    await page.waitForTimeout(300);
  }
  await expect(left).toBeHidden();
  await expect(right).toBeVisible();
  await expect(anatomy.part('container/istio-init').first()).toBeInViewport({ ratio: 1 });
});

test('the widened source leaves the picture at least 480 pixels', async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.tab('part');
  for (const [width, height] of [
    [1280, 720],
    [960, 600],
    [1920, 1080],
  ] as const) {
    await anatomy.page.setViewportSize({ width, height });
    await anatomy.page.evaluate(() => document.querySelector('.work')?.setAttribute('data-wide', 'true'));
    const stage = await anatomy.stage.boundingBox();
    expect(stage?.width).toBeGreaterThanOrEqual(480);
    expect(width - (stage?.width ?? 0)).toBeLessThanOrEqual(760);
    expect(await anatomy.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
  }
});

test('a few workloads are picked right under the button', async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.open(file('cases/05-list-kind.yaml'));
  await expect(anatomy.workload).toHaveText('cart');
  const button = anatomy.page.getByTestId('picker');
  await button.click();
  const list = anatomy.page.locator('dialog[open]');
  const [above, below] = [await button.boundingBox(), await list.boundingBox()];
  expect(below?.x).toBeCloseTo(above?.x ?? -1, 0);
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(8);
  await anatomy.page.mouse.click(900, 600);
  await expect(list).toHaveCount(0);
  await anatomy.pick('store');
});

test('every workload stands on the map of the picker; a press on one chooses it, a search makes the others pale', async ({
  anatomy,
}) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.open(file('cases/05-list-kind.yaml'));
  await expect(anatomy.workload).toHaveText('cart');
  await anatomy.page.getByTestId('picker').click();
  const tiles = anatomy.page.getByTestId('workload-map').locator('.map-tile');
  const rows = anatomy.page.getByTestId('picker-list').locator('li');
  await expect(tiles).toHaveCount(await rows.count());
  await anatomy.page.getByRole('searchbox').fill('store');
  await expect(anatomy.page.locator('.map-tile[data-found="true"]')).toHaveAttribute('title', /^store · /);
  await anatomy.page.locator('.map-tile[title^="store · "]').click();
  await expect(anatomy.workload).toHaveText('store');
});

test('a name of thirty letters stands whole beside a picker, and no header is wider than its window', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  const name = 'payments-settlement-gateway-v2';
  const pod = (called: string) =>
    `{apiVersion: v1, kind: Pod, metadata: {name: ${called}}, spec: {containers: [{name: app, image: app:1}]}}\n`;
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.drop('two.yaml', `${pod(name)}---\n${pod('other')}`);
  await expect(anatomy.workload).toHaveText(name);
  for (const width of [1920, 1440, 1280, 1241, 1100, 960]) {
    await page.setViewportSize({ width, height: 640 });
    const { whole, most } = await anatomy.workload.evaluate((title) => ({
      whole: title.scrollWidth <= title.clientWidth,
      most: document.documentElement.scrollWidth,
    }));
    expect.soft(most, `width of ${width}`).toBeLessThanOrEqual(width);
    if (width !== 1241) expect.soft(whole, `name at ${width}`).toBe(true);
  }
});
