import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from './support/story.ts';

const recording = fileURLToPath(new URL('../resources/recordings/payments.anatomy', import.meta.url));

test('the first picture is the shipped recording, said to be one with its day; then the lab bench runs the sample', async ({
  anatomy,
}) => {
  await anatomy.sampleIsOnTheLabBench();
  const { recordedAt } = JSON.parse(await readFile(recording, 'utf8')) as { recordedAt: string };
  const [first, last] = [(await anatomy.benchesSeen()).at(0), (await anatomy.benchesSeen()).at(-1)];
  expect(first).toMatch(/^recording:/);
  expect(first).toContain(recordedAt.slice(0, 10));
  expect(last).toMatch(/^lab:/);
  await expect(anatomy.part('container/istio-proxy').first()).toBeVisible();
});

test.describe('without programs', () => {
  test.use({
    serverEnv: { SIDECAR_ANATOMY_ISTIOCTL: '/nowhere/istioctl', SIDECAR_ANATOMY_ENVOY: '/nowhere/envoy' },
  });

  test('the recording stays, can be looked at, and a sentence says what is missing', async ({ anatomy }) => {
    await expect(anatomy.toolsProgress).toContainText('/nowhere/istioctl');
    await expect(anatomy.bench).toHaveAttribute('data-bench', 'recording');
    await anatomy.part('container/istio-proxy').first().click();
    await expect(anatomy.sourceName).toContainText('injected.yaml:');
    await expect(anatomy.run).toBeDisabled();
  });
});
