import { readFile } from 'node:fs/promises';
import { expect, test } from './support/story.ts';

test.beforeEach(async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.tab('bootstrap');
});

test('lab and sidecar bootstraps can be switched, and Envoy takes both', async ({ anatomy }) => {
  expect(await anatomy.bootstrapText()).toContain('STRICT_DNS');
  await anatomy.validate();
  await expect(anatomy.verdict).toHaveAttribute('data-exit-code', '0');
  await expect(anatomy.validateOutput).toContainText("' OK");
  await anatomy.variant('sidecar');
  await expect.poll(() => anatomy.bootstrapText()).toContain('sds-grpc');
  await expect(anatomy.verdict).toHaveCount(0);
  await anatomy.validate();
  await expect(anatomy.verdict).toHaveAttribute('data-exit-code', '0');
  await anatomy.page.getByTestId('differences').locator('summary').click();
  await expect(anatomy.page.getByTestId('differences')).toContainText('static_resources');
});

test('a bootstrap edited by hand is what Envoy gets to see, and can be put back', async ({ anatomy }) => {
  const before = await anatomy.bootstrapText();
  await anatomy.editBootstrap('static_resources: 5\n');
  await anatomy.validate();
  await expect(anatomy.verdict).toHaveAttribute('data-exit-code', '1');
  await expect(anatomy.validateOutput).toContainText('static_resources');
  await anatomy.page.getByTestId('reset').click();
  await expect.poll(() => anatomy.bootstrapText()).toBe(before);
  await anatomy.validate();
  await expect(anatomy.verdict).toHaveAttribute('data-exit-code', '0');
});

test('the places that parts name are those of the generated bootstrap, whatever was edited', async ({
  anatomy,
}) => {
  const before = await anatomy.bootstrapText();
  await anatomy.editBootstrap(`# mine\n# mine\n# mine\n${before.replace('cluster.local', 'other')}`);
  await anatomy.scene('bootstrap');
  await anatomy.part('node/metadata/WORKLOAD_NAME').first().click();
  await expect(anatomy.sourceName).toHaveText(/^bootstrap.*\.yaml:\d+$/);
  await expect(anatomy.markedLines.first()).toContainText('WORKLOAD_NAME');
  await expect(anatomy.page.getByTestId('source-note')).toContainText('The generated text');
});

test('the typo makes Envoy refuse: its log line, its exit code, the broken link', async ({ anatomy }) => {
  await anatomy.typo();
  await expect(anatomy.verdict).toHaveAttribute('data-exit-code', '1');
  await expect(anatomy.validateOutput).toContainText(/Unknown gRPC client cluster\s+'istiod-xds'/);
  await expect(anatomy.rung).toHaveAttribute('data-rung', 'refused');
  await expect(anatomy.rung).toContainText('istiod-xds');
  await anatomy.scene('bootstrap');
  await expect(anatomy.stage.locator('[data-state="broken"]').first()).toBeVisible();
});

test('a typo stays with its workload: what is opened next begins without it, and without the other’s edit', async ({
  anatomy,
}) => {
  await anatomy.editBootstrap('# mine\n');
  await anatomy.typo();
  await expect(anatomy.verdict).toHaveAttribute('data-exit-code', '1');
  await anatomy.paste(
    'apiVersion: v1\nkind: Pod\nmetadata: {name: other}\nspec: {containers: [{name: a, image: b}]}\n',
  );
  await expect(anatomy.workload).toHaveText('other');
  await expect(anatomy.page.getByTestId('typo')).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => anatomy.bootstrapText()).toContain('cluster_name: xds-grpc');
  await expect(anatomy.page.getByTestId('edited')).toHaveCount(0);
  await expect(anatomy.verdict).toHaveCount(0);
  await expect(anatomy.stage.locator('[data-state="broken"]')).toHaveCount(0);
});

test('after a reset the lines of the bootstrap begin at the left again', async ({ anatomy }) => {
  const { page } = anatomy;
  const scrolled = () =>
    page
      .getByTestId('bootstrap-yaml')
      .locator('.cm-scroller')
      .evaluate((element) => element.scrollLeft);
  await anatomy.editBootstrap(`# ${'long '.repeat(100)}`);
  await page.keyboard.press('End');
  await expect.poll(scrolled).toBeGreaterThan(100);
  await page.getByTestId('reset').click();
  await expect.poll(() => anatomy.bootstrapText()).toContain('static_resources');
  await expect.poll(scrolled).toBe(0);
});

test('as long as the bootstrap is edited by hand, the stage and its exports say that they show the generated one', async ({
  anatomy,
}) => {
  const said = anatomy.page.getByTestId('by-hand');
  await expect(said).toHaveCount(0);
  await anatomy.editBootstrap('static_resources: {}\n');
  await expect(said).toContainText('edited by hand: the picture shows the generated one');
  const { path } = await anatomy.save('svg');
  await expect(anatomy.page.getByTestId('news')).toContainText(/^Saved as payments-.*\.svg$/);
  const drawn = (await readFile(path, 'utf8')).replace(/<desc>.*?<\/desc>/s, '');
  expect(drawn).toContain('bootstrap edited by hand');
  await anatomy.page.getByTestId('reset').click();
  await expect(said).toHaveCount(0);
});

test('each command says for which bootstrap it was, and the files that it names can be saved', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await anatomy.validate();
  await expect(anatomy.verdict).toHaveAttribute('data-exit-code', '0');
  await anatomy.editBootstrap('static_resources: {}\n');
  const saved = async (button: string) => {
    const coming = page.waitForEvent('download');
    await page.getByTestId(button).click();
    const download = await coming;
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  };
  expect(await saved('save-bootstrap')).toEqual({ name: 'bootstrap.yaml', text: 'static_resources: {}\n' });
  await anatomy.validate();
  await page.getByTestId('all-commands').click();
  const told = page.getByTestId('command-list').locator('.command-of');
  await expect(told).toHaveText(['payments, lab', 'payments, lab, edited by hand']);
  await page.keyboard.press('Escape');
  await anatomy.tab('part');
  const injected = await saved('save-source');
  expect(injected.name).toMatch(/injected.*\.yaml$/);
  expect(injected.text).toContain('istio-proxy');
});
