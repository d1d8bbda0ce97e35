import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { AnatomyPage } from './support/anatomy-page.ts';
import { expect as quick, test } from './support/story.ts';

// A manifest is generated within a second; where much else runs, that can be twenty.
const expect = quick.configure({ timeout: 30_000 });
test.describe.configure({ timeout: 150_000 });

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

/** What the istioctl that the shell uses prints in a terminal. */
async function printed(...args: readonly string[]): Promise<string> {
  const listed = await run(process.execPath, ['out/node/cli.js', 'tools', '--json'], { cwd: root });
  const { tools } = JSON.parse(listed.stdout) as { tools: { program: string; path: string }[] };
  const istioctl = tools.find((tool) => tool.program === 'istioctl')?.path ?? '';
  return (await run(istioctl, [...args], { maxBuffer: 20_000_000 })).stdout;
}

/** Enters the room and waits until the default manifest is on the map. */
async function enter({ page }: AnatomyPage): Promise<void> {
  await page.getByTestId('room-manifest').click();
  await expect(page.getByTestId('manifest-total')).toContainText('objects');
}

/** The faults that axe finds, with the parts that have them. */
async function axeFaults(page: Page): Promise<readonly string[]> {
  const file = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  await page.evaluate(await readFile(file, 'utf8'));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(' | ')}`,
    );
  });
}

const file = (name: string, text: string) => ({ name, mimeType: 'text/yaml', buffer: Buffer.from(text) });

test('the manifest of this istioctl is a map: counts, CRDs, webhooks, what injection needs, the five names', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await enter(anatomy);
  const text = await printed('manifest', 'generate');
  const kinds = text.match(/^kind: .*$/gm) ?? [];
  await expect(page.getByTestId('manifest-total')).toHaveText(
    `${kinds.length} objects of ${new Set(kinds).size} kinds`,
  );
  for (const kind of ['CustomResourceDefinition', 'ConfigMap', 'ServiceAccount'])
    await expect(page.locator(`[data-kind="${kind}"] .kind-count`)).toHaveText(
      String(kinds.filter((line) => line === `kind: ${kind}`).length),
    );
  await expect(page.getByTestId('manifest-named').locator('[data-there="true"] > div')).toHaveCount(5);
  await expect(page.getByTestId('manifest-webhooks').locator('.webhook')).toHaveCount(5);
  const byNamespace = page.locator('.webhook', { hasText: /^namespace\.sidecar-injector/ });
  await expect(byNamespace.getByTestId('requirement')).toHaveText([
    'with istio-injection=enabled istio-injection in (enabled)',
    'without sidecar.istio.io/inject=false sidecar.istio.io/inject notin (false)',
  ]);
  await expect(page.getByTestId('manifest-command')).toContainText('manifest generate');
  await expect(page.getByTestId('manifest-version')).toContainText('client version');
  await expect(page.getByTestId('manifest-precheck')).toHaveAttribute('data-exit', '1');
  await expect(page.getByTestId('manifest-precheck')).toContainText('connection refused');
  await expect(page.getByTestId('manifest-cluster')).toContainText('127.0.0.1:9 is from this app');
  await expect(page.getByTestId('manifest-cluster')).toContainText('settings.json');
  // The stage is as it was left.
  await page.getByTestId('room-anatomy').click();
  await expect(anatomy.workload).toHaveText('payments');
});

test('every item opens its YAML at its lines, numbered as in the manifest', async ({ anatomy }) => {
  const { page } = anatomy;
  await enter(anatomy);
  const lines = (await printed('manifest', 'generate')).split('\n');
  await page.getByTestId('manifest-injection').getByRole('button', { name: '.data.mesh' }).click();
  const mesh = lines.indexOf('  mesh: |-') + 1;
  await expect(page.getByTestId('manifest-place')).toHaveText(
    `line ${mesh.toLocaleString('en')} of what istioctl printed`,
  );
  const yaml = page.getByTestId('manifest-object');
  await expect(yaml.locator('.cm-marked').first()).toContainText('mesh:');
  await expect(yaml.locator('.cm-gutterElement', { hasText: String(mesh) })).toBeVisible();
  await page.locator('[data-webhook="namespace.sidecar-injector.istio.io"]').click();
  await expect(yaml.locator('.cm-marked', { hasText: 'istio-injection' })).toBeVisible();
  await page.locator('[data-crd="virtualservices.networking.istio.io"]').click();
  await expect(yaml.locator('h2')).toHaveText('virtualservices.networking.istio.io');
  await page.getByTestId('manifest-close-object').click();
  await expect(yaml).toHaveCount(0);
});

test('at 1280 × 720 what injection needs and the five CRDs are in sight, and the list stays beside an object', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await page.setViewportSize({ width: 1280, height: 720 });
  await enter(anatomy);
  await expect(page.getByTestId('manifest-precheck')).toContainText('connection refused');
  await expect(page.getByTestId('manifest-injection')).toBeInViewport({ ratio: 1 });
  await expect(page.getByTestId('manifest-named')).toBeInViewport({ ratio: 1 });
  await page.getByTestId('manifest-search').fill('istiod');
  const row = page.locator('.object-row', { hasText: 'Deployment' });
  // Until the search is answered the list holds other Deployments, too.
  await expect(row).toHaveCount(1);
  await row.press('Enter');
  const yaml = page.getByTestId('manifest-object');
  await expect(yaml).toBeVisible();
  const heights = await Promise.all(
    [page.getByTestId('manifest-objects'), yaml].map(async (part) => (await part.boundingBox())?.height ?? 0),
  );
  expect((heights[0] ?? 0) / ((heights[0] ?? 0) + (heights[1] ?? 0))).toBeGreaterThan(0.39);
  await expect(row).toBeInViewport({ ratio: 1 });
  // Escape closes it, wherever the focus is in it, and gives the focus back.
  await page.getByTestId('manifest-close-object').focus();
  await page.keyboard.press('Escape');
  await expect(yaml).toHaveCount(0);
  await expect(row).toBeFocused();
});

test('which webhook is asked: the pressed label is marked, and the names in the answer lead to their cards', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await enter(anatomy);
  const label = page
    .locator('.label-examples')
    .first()
    .getByRole('button', { name: 'istio-injection=enabled' });
  await label.click();
  await expect(label).toHaveAttribute('aria-pressed', 'true');
  const others = page.locator('.label-examples').first().locator('[aria-pressed="false"]');
  const ground = (one: Element) => getComputedStyle(one).backgroundColor;
  // The pointer is still over it.
  expect(await label.evaluate(ground)).not.toBe(await others.first().evaluate(ground));
  await page.getByTestId('which-name').click();
  const card = page.locator('.webhook[data-answers="true"]');
  await expect(card).toHaveCount(1);
  await expect(card).toBeInViewport({ ratio: 1 });
  await expect(card.getByRole('button', { name: 'namespace.sidecar-injector.istio.io' })).toBeFocused();
});

test('objects are searched by name, kind, API group and namespace, and one of them is opened', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await enter(anatomy);
  await page.getByTestId('manifest-search').fill('istiod apps');
  await expect(page.getByTestId('manifest-found')).toContainText('1 of ');
  await page.getByTestId('manifest-objects').getByRole('button').click();
  await expect(page.getByTestId('manifest-object')).toContainText('kind: Deployment');
  await page.getByTestId('manifest-search').fill('');
  await page.locator('[data-kind="ConfigMap"]').click();
  await expect(page.getByTestId('manifest-objects').getByRole('button')).toHaveCount(3);
  await page.getByTestId('manifest-any-kind').click();
  await page.getByTestId('manifest-search').fill('no such thing');
  await expect(page.getByTestId('manifest-found')).toHaveText('No object matches.');
});

test('two profiles are compared: what comes, what goes, what changes, line by line', async ({ anatomy }) => {
  const { page } = anatomy;
  await enter(anatomy);
  await page.getByTestId('manifest-view-compare').click();
  await page.getByTestId('compare-demo').click();
  await expect(page.getByTestId('manifest-added')).toContainText('istio-egressgateway');
  const added = await page.getByTestId('manifest-added').getByRole('button').count();
  await expect(page.getByTestId('manifest-added-count')).toHaveText(`+${added}`);
  await page.getByTestId('manifest-changed').getByRole('button', { name: 'istiod' }).click();
  await expect(page.getByTestId('manifest-changes')).toContainText('resources.requests.cpu"500m" → "10m"');
  // Two columns, each with its own lines, numbered, with a sign beside what goes and what comes.
  const column = (of: 'a' | 'b', line: string) =>
    page.getByTestId('manifest-difference').locator(`.cm-merge-${of} .cm-changedLine`, { hasText: line });
  const sign = (of: 'a' | 'b', line: string) =>
    column(of, line).evaluate((one) => getComputedStyle(one, '::before').content);
  expect([await sign('a', 'cpu: 500m'), await sign('b', 'cpu: 10m')]).toEqual(['"−"', '"+"']);
  const [left, right] = [
    await column('a', 'cpu: 500m').boundingBox(),
    await column('b', 'cpu: 10m').boundingBox(),
  ];
  expect(left?.y).toBe(right?.y);
  await expect(page.locator('.difference-columns')).toHaveText('− profile default+ profile demo');
  // Where there is no room for two, both stand in one.
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.getByTestId('manifest-changed').getByRole('button', { name: 'istiod' }).click();
  await expect(
    page.getByTestId('manifest-difference').locator('.cm-deletedChunk', { hasText: 'cpu: 500m' }),
  ).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByTestId('manifest-added').getByRole('button').first().click();
  await expect(page.getByTestId('manifest-difference')).toContainText('Only in: profile demo');
  await page.getByTestId('manifest-swap').click();
  await expect(page.getByTestId('manifest-removed-count')).toHaveText(`−${added}`);
  await expect(page.getByTestId('manifest-command')).toHaveCount(2);
});

test('settings of one’s own are compared, and one that istioctl refuses is told; what was shown stays', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await enter(anatomy);
  await page.getByTestId('manifest-view-compare').click();
  await page.getByTestId('manifest-sets').fill('foo.bar=1');
  await page.getByTestId('manifest-generate').click();
  await expect(page.getByTestId('manifest-error')).toContainText('it knows no field “foo”');
  await page.getByTestId('manifest-sets').fill('meshConfig.accessLogFile=/dev/stdout\n\n');
  await page.getByTestId('manifest-generate').click();
  await expect(page.getByTestId('manifest-changed-count')).toBeVisible();
  await expect(page.getByTestId('manifest-error')).toHaveCount(0);
  await page
    .getByTestId('manifest-changed')
    .getByRole('button', { name: /^istio ConfigMap/ })
    .click();
  await expect(page.getByTestId('manifest-changes')).toContainText('−0 +1 lines');
  await page.getByTestId('manifest-view-map').click();
  await expect(page.getByTestId('manifest-source-first')).toContainText('profile default');
  // A profile is a choice wherever it stands: one press shows it.
  await page.getByTestId('manifest-source-first').click();
  await page.getByTestId('profile-minimal').click();
  await expect(page.getByTestId('manifest-source-first')).toHaveText(/^profile minimal/);
});

test('a setting of one’s own is compared with the profile that is shown', async ({ anatomy }) => {
  const { page } = anatomy;
  await enter(anatomy);
  await page.getByTestId('manifest-source-first').click();
  await expect(page.getByTestId('profile-default')).toHaveAttribute('aria-pressed', 'true');
  await page.getByTestId('profile-demo').click();
  await expect(page.getByTestId('manifest-source-first')).toHaveText(/^profile demo/);
  await page.getByTestId('manifest-view-compare').click();
  await expect(page.getByTestId('manifest-profile')).toHaveValue('demo');
  await page.getByTestId('manifest-sets').fill('meshConfig.accessLogFile=/dev/stderr');
  await page.getByTestId('manifest-generate').click();
  await expect(page.getByTestId('manifest-changed-count')).toHaveText('~2');
  await expect(page.getByTestId('manifest-added-count')).toHaveText('+0');
});

test('a manifest from disk works the same, chosen or dropped; a workload is shown with a sentence', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await enter(anatomy);
  const text = await printed('manifest', 'generate', '--set', 'profile=minimal');
  await page.getByTestId('manifest-source-first').click();
  await page.getByTestId('manifest-file').setInputFiles(file('mine.yaml', text));
  await expect(page.getByTestId('manifest-source-first')).toContainText('mine.yaml');
  await expect(page.getByTestId('manifest-total')).toContainText(
    `${text.match(/^kind: /gm)?.length} objects of`,
  );
  await expect(page.getByTestId('manifest-command')).toHaveCount(0);
  await anatomy.drop('pod.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: {name: shop}\n');
  await expect(page.getByTestId('manifest-total')).toHaveText('1 object of 1 kind');
  await expect(page.getByTestId('manifest-notes')).toContainText('pod.yaml is no install manifest');
  await expect(page.getByTestId('manifest-named').locator('[data-there="false"] > div')).toHaveCount(5);
  await anatomy.drop('broken.yaml', 'kind: Pod\n\tname: x\n');
  await expect(page.getByTestId('manifest-error')).toContainText('broken.yaml:2');
  await expect(page.getByTestId('manifest-total')).toHaveText('1 object of 1 kind');
  // The anatomy opened none of them.
  await page.getByTestId('room-anatomy').click();
  await expect(anatomy.workload).toHaveText('payments');
});

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
  [960, 600],
] as const)
  test(`nothing lies over another part, and axe finds no fault, at ${width} × ${height}`, async ({
    anatomy,
  }) => {
    const { page } = anatomy;
    await page.setViewportSize({ width, height });
    await enter(anatomy);
    await page.locator('[data-crd="gateways.networking.istio.io"]').click();
    await expect(page.getByTestId('manifest-object')).toBeVisible();
    expect(await axeFaults(page)).toEqual([]);
    // The window itself never scrolls: what is long scrolls in its own place.
    await page.getByTestId('manifest-webhooks').locator('.webhook').last().scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
    const titles = page.locator('.manifest h2');
    const sizes = await titles.evaluateAll((all) =>
      all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
    );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(18);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByTestId('manifest-view-compare').click();
    await page.getByTestId('compare-demo').click();
    await page.getByTestId('manifest-changed').getByRole('button').first().click();
    await expect(page.getByTestId('manifest-difference')).toBeVisible();
    expect(await axeFaults(page)).toEqual([]);
  });
