import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { violations } from './support/accessible.ts';
import { expect as quick, test } from './support/story.ts';

// istioctl waits up to 20 s for a cluster that is not there.
const expect = quick.configure({ timeout: 40_000 });
test.describe.configure({ timeout: 150_000 });

const folder = mkdtempSync(join(tmpdir(), 'cluster-story-'));
const kubeconfig = join(folder, 'class.kubeconfig');
writeFileSync(
  kubeconfig,
  'current-context: class\ncontexts: [{name: class, context: {cluster: c}}]\nclusters: [{name: c, cluster: {server: "https://127.0.0.1:8"}}]\n',
);
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a kubeconfig is chosen once, and every room asks its cluster', async ({ anatomy, page }) => {
  await anatomy.sampleIsOnTheLabBench();
  await page.getByTestId('room-manifest').click();
  const field = page.getByTestId('cluster-kubeconfig');
  const said = page.getByTestId('cluster-said');
  await expect(field).toHaveValue('');
  await field.fill('/no/such/file');
  await field.press('Enter');
  await expect(said).toHaveText(
    'The kubeconfig /no/such/file, named in the window, is not there. Name a kubeconfig file by its whole path, or from your home folder on (~/.kube/config).',
  );
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(await violations(page)).toEqual([]);
  await field.fill(kubeconfig);
  await field.press('Enter');
  await expect(said).toContainText('Its context class leads to https://127.0.0.1:8.');
  await expect(page.getByTestId('manifest-precheck')).toContainText('https://127.0.0.1:8/version');
  await expect(page.getByTestId('manifest-cluster')).toHaveText(
    `The cluster of ${kubeconfig}, named in the window.`,
  );
  await page.reload();
  await page.getByTestId('room-anatomy').click();
  await anatomy.runChecks('injected');
  await expect(field).toHaveValue(kubeconfig);
  const analyze = anatomy.check('analyze');
  await expect(analyze.getByTestId('analyze-cluster')).toContainText(kubeconfig);
  await expect(analyze.getByTestId('finding')).toContainText('127.0.0.1:8');
  await page.getByTestId('run-precheck').click();
  await expect(anatomy.check('precheck').getByTestId('finding')).toContainText('127.0.0.1:8');
  expect(await violations(page)).toEqual([]);
  await page.getByTestId('cluster-none').click();
  await expect(field).toHaveValue('');
  await anatomy.runChecks('injected');
  await expect(analyze.getByTestId('analyze-cluster')).toHaveText('This text alone: no cluster was asked.');
});

test('the install lab has the same kubeconfig among its options, and says there what is wrong with it', async ({
  anatomy,
  page,
}) => {
  await anatomy.sampleIsOnTheLabBench();
  await page.getByTestId('room-manifest').click();
  await expect(page.getByTestId('manifest-precheck')).toContainText('127.0.0.1:9');
  await page.getByTestId('room-lab').click();
  await page.getByTestId('lab-install').click();
  // The room has already asked about no cluster: what it shows is to be of the one that is chosen here.
  const options = page.getByTestId('lab-options');
  await options.locator('summary').click();
  const field = options.getByTestId('cluster-kubeconfig');
  await field.fill('/no/such/file');
  await field.press('Enter');
  await expect(options.getByTestId('cluster-said')).toContainText(
    '/no/such/file, named in the window, is not there',
  );
  await field.fill(kubeconfig);
  await field.press('Enter');
  await expect(options.getByTestId('cluster-said')).toContainText(
    'Its context class leads to https://127.0.0.1:8.',
  );
  await page.getByTestId('room-manifest').click();
  await expect(page.getByTestId('manifest-room').getByTestId('cluster-kubeconfig')).toHaveValue(kubeconfig);
  await expect(page.getByTestId('manifest-precheck')).toContainText('https://127.0.0.1:8/version');
});
