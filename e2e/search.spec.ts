import { violations } from './support/accessible.ts';
import { expect, test } from './support/story.ts';

test.beforeEach(async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
});

test('a part is found by its value, and Enter goes to the scene, view and fold that show it', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await anatomy.scene('bootstrap');
  await anatomy.view('original');
  await page.keyboard.press('/');
  const field = page.getByTestId('search-field');
  await expect(field).toBeFocused();
  await field.fill('cpu limit istio-proxy');
  await expect(page.getByTestId('search-count')).toContainText('part');
  await page.getByTestId('search-list').locator('[aria-selected="true"]').waitFor();
  expect(await violations(page)).toEqual([]);
  await field.fill('ISTIO_META_OWNER');
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
  const owner = anatomy.part('container/istio-proxy/env/ISTIO_META_OWNER').first();
  await expect(owner).toHaveAttribute('data-state', 'selected');
  await expect(owner).toBeInViewport();
  await expect(page.getByTestId('view-injected')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByTestId('part-details')).toHaveAttribute(
    'data-part',
    'container/istio-proxy/env/ISTIO_META_OWNER',
  );
});

test('arrow keys choose, Escape closes and gives the focus back, a text keeps its keys', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await page.getByTestId('view-injected').focus();
  await page.keyboard.press('ControlOrMeta+f');
  const field = page.getByTestId('search-field');
  await field.fill('istio_meta');
  const chosen = page.getByTestId('search-list').locator('[aria-selected="true"]');
  const first = await chosen.getAttribute('data-hit');
  await page.keyboard.press('ArrowDown');
  await expect(chosen).not.toHaveAttribute('data-hit', first ?? '');
  await page.keyboard.type('/');
  await expect(field).toHaveValue('istio_meta/');
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(page.getByTestId('view-injected')).toBeFocused();
});

test('a part that no scene draws is told of in the inspector, and that none does', async ({ anatomy }) => {
  const { page } = anatomy;
  await page.getByTestId('search').click();
  await page.getByTestId('search-field').fill('volume/istio-podinfo/source/0');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('part-details')).toHaveAttribute(
    'data-part',
    'volume/istio-podinfo/source/0',
  );
  await expect(page.getByTestId('undrawn')).toBeVisible();
});

test('another workload of the file is found by its name', async ({ anatomy }) => {
  const { page } = anatomy;
  await anatomy.open('test/cases/31-crlf-multidoc.yaml');
  await expect(page.getByTestId('picker')).toBeVisible();
  await expect(anatomy.workload).toHaveText('cart');
  await page.keyboard.press('/');
  await page.getByTestId('search-field').fill('deployment');
  await page.getByTestId('search-list').getByRole('option', { name: 'other workload' }).click();
  await expect(anatomy.workload).toHaveText('mail');
});
