import { expect, test } from './support/story.ts';

const CA_ADDR = 'container/istio-proxy/env/CA_ADDR';

test.beforeEach(async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
});

test('a click on a part opens the YAML at its lines and explains it', async ({ anatomy }) => {
  await anatomy.part(CA_ADDR).first().click();
  await expect(anatomy.sourceName).toHaveText(/^injected\.yaml:\d+$/);
  await expect(anatomy.markedLines.first()).toContainText('CA_ADDR');
  await expect(anatomy.page.getByTestId('part-details')).toHaveAttribute('data-part', CA_ADDR);
  await expect(anatomy.page.getByTestId('explanation')).not.toBeEmpty();
});

test('a key that the lab’s bootstrap lacks is shown by the line it comes from, one without a line by no false mark', async ({
  anatomy,
}) => {
  const notHeld = anatomy.page.getByTestId('not-held');
  await anatomy.scene('env-to-metadata');
  const show = async (key: string) => {
    const fold = anatomy.stage.locator('[data-part="more/metadata"], [data-box="more/metadata"]').first();
    if ((await anatomy.part(`node/metadata/${key}`).count()) === 0) await fold.click();
    await anatomy.part(`node/metadata/${key}`).first().focus();
    await anatomy.page.keyboard.press('Enter');
  };
  await show('PROXY_CONFIG');
  await expect(anatomy.sourceName).toHaveText(/^injected\.yaml:\d+$/);
  await expect(anatomy.markedLines.first()).toContainText('PROXY_CONFIG');
  await expect(notHeld).toHaveText(
    'This bootstrap does not hold PROXY_CONFIG; the marked lines are where it comes from.',
  );
  await show('ENVOY_STATUS_PORT');
  await expect(notHeld).toHaveText('This bootstrap does not hold ENVOY_STATUS_PORT.');
  await expect(anatomy.markedLines).toHaveCount(0);
  await expect(anatomy.sourceName).toHaveText('bootstrap.yaml');
  await anatomy.part('node/metadata/CLUSTER_ID').first().click();
  await expect(notHeld).toHaveCount(0);
  await expect(anatomy.markedLines.first()).toBeVisible();
});

test('the pointer on a part lights its whole chain, and nothing stays lit when it leaves', async ({
  anatomy,
}) => {
  await anatomy.part('container/istio-proxy/env/POD_NAME').first().hover();
  const lit = anatomy.stage.locator('[data-state="lit"]');
  await expect(anatomy.part('node/id/pod').first()).toHaveAttribute('data-state', 'lit');
  expect(await lit.count()).toBeGreaterThan(2);
  await anatomy.page.mouse.move(640, 5);
  await expect(lit).toHaveCount(0);
});

test('original, injected and difference show what the injector added', async ({ anatomy }) => {
  await anatomy.view('original');
  await expect(anatomy.part('container/payments').first()).toBeVisible();
  await expect(anatomy.part('container/istio-proxy')).toHaveCount(0);
  await anatomy.view('injected');
  await expect(anatomy.part('container/istio-proxy').first()).toBeVisible();
  await anatomy.view('difference');
  await expect(anatomy.part('container/istio-proxy').first()).toHaveAttribute('data-tone', 'injected');
  await expect(anatomy.part('container/payments').first()).toHaveAttribute('data-tone', 'changed');
  await anatomy.tab('part');
  await expect(anatomy.source.locator('.cm-changedLine').first()).toBeVisible();
});

test('parts keep their identity from scene to scene', async ({ anatomy }) => {
  for (const scene of ['pod', 'env-to-metadata', 'bootstrap', 'way-out', 'overview'] as const) {
    await anatomy.scene(scene);
    await expect(anatomy.page.locator('[data-scene]')).toHaveAttribute('data-scene', scene);
    await expect(anatomy.part('container/istio-proxy').first()).toBeVisible();
  }
});

test('the keyboard reaches parts, moves between them and opens their source', async ({ anatomy }) => {
  const { page } = anatomy;
  await anatomy.stage.locator('[tabindex="0"][data-box]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const focused = page.locator('[data-part]:focus');
  await expect(focused).toHaveCount(1);
  const part = await focused.getAttribute('data-part');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('part-details')).toHaveAttribute('data-part', part ?? '');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('part-details')).toHaveCount(0);
});

test('every fold can be pressed with the mouse in its middle, and shows its rows', async ({ anatomy }) => {
  const { page } = anatomy;
  const deaf = await anatomy.stage.locator('[data-role="more"]').evaluateAll((folds) =>
    folds.flatMap((fold) => {
      const { left, top, width, height } = fold.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[data-box]');
      return hit === fold ? [] : [fold.getAttribute('data-box')];
    }),
  );
  expect(deaf).toEqual([]);
  const fold = anatomy.stage.locator('[data-box="more/args"]');
  await expect(fold).toHaveAttribute('aria-label', /^show \d+ more args$/);
  const args = anatomy.stage.locator('[data-part^="container/istio-proxy/arg"]');
  const before = await args.count();
  const frame = await fold.boundingBox();
  if (frame === null) throw new Error('the fold is not drawn');
  await page.mouse.click(frame.x + frame.width / 2, frame.y + frame.height / 2);
  await expect.poll(() => args.count()).toBeGreaterThan(before);
  await expect(fold).toHaveAttribute('aria-label', 'show fewer args');
});

test('what was clicked stays lit when the inspector opens and the picture moves under the pointer', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  const frame = await anatomy.part(CA_ADDR).first().boundingBox();
  if (frame === null) throw new Error('the part is not drawn');
  const [x, y] = [frame.x + frame.width * 0.9, frame.y + frame.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.getByTestId('part-details')).toHaveAttribute('data-part', CA_ADDR);
  // Longer than the picture moves, and than a browser waits until it tells what lies under the pointer now.
  await page.waitForTimeout(700);
  const under = () =>
    page.evaluate(
      ([left, top]) => document.elementFromPoint(left, top)?.closest<SVGElement>('[data-box]')?.dataset.part,
      [x, y] as const,
    );
  expect(await under()).not.toBe(CA_ADDR);
  await expect(anatomy.part(CA_ADDR).first()).toHaveAttribute('data-state', 'selected');
  await expect(anatomy.part('ca-target').first()).toHaveAttribute('data-state', 'lit');
  await page.mouse.move(x, y + 1);
  await expect(anatomy.part('ca-target').first()).not.toHaveAttribute('data-state', 'lit');
});

const DASHED = 'not there, or not on this bench';

test('a legend says what the colours mean, in a line where there is room, and covers or moves nothing', async ({
  anatomy,
}) => {
  const { page, stage } = anatomy;
  const room = stage.locator('.stage-room');
  const [menu, legend, line] = [
    page.getByTestId('stage-menu').locator('summary'),
    page.getByTestId('legend'),
    stage.locator('.legend-line'),
  ];
  const words = () => legend.locator('.legend-item:visible').allTextContents();
  expect(await words()).toEqual([]);
  const before = await room.boundingBox();
  await menu.click();
  expect(await words()).toEqual(
    expect.arrayContaining(['yours', 'injected', 'known at start', 'by the lab', DASHED]),
  );
  expect(await room.boundingBox()).toEqual(before);
  await page.keyboard.press('Escape');
  expect(await words()).toEqual([]);
  await anatomy.view('difference');
  await menu.click();
  expect(await words()).toEqual(expect.arrayContaining(['added', 'changed']));
  expect(await words()).not.toContain('injected');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect(page.getByTestId('fit')).toBeVisible();
  await expect(legend).toBeHidden();
  await expect(line.getByText('added')).toBeInViewport();
  await expect(line.getByText(DASHED)).toBeInViewport();
});
