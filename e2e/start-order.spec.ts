import { violations } from './support/accessible.ts';
import { expect, test } from './support/story.ts';

test.describe('on the lab bench', () => {
  test.beforeEach(async ({ anatomy }) => {
    await anatomy.sampleIsOnTheLabBench();
    await anatomy.scene('start-order');
  });

  test('classic and native sidecars stand side by side, both injected, and are gone through step by step', async ({
    anatomy,
  }) => {
    const { page } = anatomy;
    const event = (id: string) => anatomy.stage.locator(`[data-box="${id}"]`);
    await expect(event('native/event/5')).toBeVisible();
    await expect(event('classic/event/3')).toBeVisible();
    await expect(page.getByTestId('step-now')).toHaveText('5 steps, all at once');
    // What was injected again to be compared is nothing to press, and says what is.
    await expect(event('classic/event/1')).toHaveCSS('cursor', 'pointer');
    await expect(event('native/event/1')).toHaveCSS('cursor', 'default');
    await expect(event('native/event/1').locator('title')).toContainText('“Native sidecar” under “More”');
    expect(await violations(page)).toEqual([]);
    await page.getByTestId('step-next').click();
    await page.keyboard.press('.');
    await expect(page.getByTestId('step-now')).toHaveText('Step 2 of 5');
    await expect(event('native/event/2')).toHaveAttribute('data-state', 'lit');
    await expect(event('native/event/3')).toHaveAttribute('data-state', 'dim');
    await page.keyboard.press(',');
    await expect(page.getByTestId('step-now')).toHaveText('Step 1 of 5');
    await page.getByTestId('step-all').click();
    await expect(event('native/event/3')).toHaveAttribute('data-state', 'normal');
  });

  test('the steps play by themselves until the last, and stop when somebody takes over', async ({
    anatomy,
  }) => {
    const { page } = anatomy;
    await expect(page.getByTestId('step-now')).toHaveText('5 steps, all at once');
    await page.getByTestId('step-play').click();
    await expect(page.getByTestId('step-now')).toHaveText('Step 1 of 5');
    await expect(page.getByTestId('step-now')).toHaveText('Step 2 of 5', { timeout: 6000 });
    await page.getByTestId('step-back').click();
    await expect(page.getByTestId('step-now')).toHaveText('Step 1 of 5');
    await expect(page.getByTestId('step-play')).toHaveAttribute('aria-pressed', 'false');
  });

  test('a workload that decides itself is the same both times, and that is said', async ({ anatomy }) => {
    await anatomy.drop(
      'decided.yaml',
      `apiVersion: apps/v1
kind: Deployment
metadata: {name: decided}
spec:
  selector: {matchLabels: {app: decided}}
  template:
    metadata:
      labels: {app: decided}
      annotations: {sidecar.istio.io/nativeSidecar: "true"}
    spec:
      containers: [{name: app, image: nginx}]
`,
    );
    await expect(anatomy.workload).toHaveText('decided');
    await expect(anatomy.stage.locator('[data-box="classic/not-here"]')).toContainText('decides itself');
  });
});

test.describe('without programs', () => {
  test.use({
    serverEnv: { SIDECAR_ANATOMY_ISTIOCTL: '/nowhere/istioctl', SIDECAR_ANATOMY_ENVOY: '/nowhere/envoy' },
  });

  test('the shipped recording holds both lanes', async ({ anatomy }) => {
    await expect(anatomy.bench).toHaveAttribute('data-bench', 'recording');
    await anatomy.scene('start-order');
    await expect(anatomy.stage.locator('[data-box="native/event/5"]')).toBeVisible();
    await expect(anatomy.stage.locator('[data-box="classic/event/3"]')).toBeVisible();
  });
});
