import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { expect, test } from './support/story.ts';

const pod = (name: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: a, image: b}]}\n`;

test('what is told moves nothing on the stage, and no scene or view opens the inspector', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await anatomy.sampleIsOnTheLabBench();
  for (const scene of ['bootstrap', 'way-out', 'overview'] as const) await anatomy.scene(scene);
  for (const view of ['difference', 'injected'] as const) await anatomy.view(view);
  await expect(page.getByTestId('inspector')).toHaveCount(0);
  await anatomy.tab('notes');
  const room = page.locator('.stage-room');
  await expect(page.getByTestId('news')).toBeEmpty({ timeout: 15_000 });
  const command = page.getByTestId('last-command');
  await expect(command).toBeVisible();
  const before = await room.boundingBox();
  await anatomy.save('svg');
  await expect(page.getByTestId('news')).toContainText('Saved as');
  expect(await room.boundingBox()).toEqual(before);
  // It stands where the command line is, for as long as it is told.
  await expect(command).toBeHidden();
});

test('what is pressed takes no more room than before: no button beside it moves', async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.tab('bootstrap');
  await anatomy.tab('part');
  const places = () =>
    anatomy.page.evaluate(() =>
      [...document.querySelectorAll('button[aria-pressed], .stage-bar .check')].map((element) => {
        const { x, width } = element.getBoundingClientRect();
        return `${element.textContent} ${x.toFixed(1)} ${width.toFixed(1)}`;
      }),
    );
  const before = await places();
  expect(before.length).toBeGreaterThan(10);
  await anatomy.scene('env-to-metadata');
  await anatomy.view('original');
  await anatomy.page.getByTestId('source-tab-injected').click();
  expect(await places()).toEqual(before);
});

test('a sentence at the foot that is too long has room for the sign that it is cut', async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.tab('bootstrap');
  const before = await anatomy.bootstrapText();
  // Its last words are one long word, which leaves the second line half empty.
  await anatomy.editBootstrap(before.replace('cluster_name: xds-grpc', `cluster_name: ${'x'.repeat(90)}`));
  await anatomy.validate();
  await expect(anatomy.rung.locator('strong')).toContainText('xxx');
  const room = await anatomy.rung.evaluate((box) => {
    const { right, bottom } = box.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(box);
    const seen = [...range.getClientRects()].filter((line) => line.bottom <= bottom + 1);
    return right - Math.max(...seen.map((line) => line.right));
  });
  expect(room).toBeGreaterThanOrEqual(12);
});

test('a short name takes no more room than its letters', async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.drop('db.yaml', pod('db'));
  await expect(anatomy.workload).toHaveText('db');
  const [box, letters] = await anatomy.workload.evaluate((name) => {
    const range = document.createRange();
    range.selectNodeContents(name);
    return [name.getBoundingClientRect().width, range.getBoundingClientRect().width];
  });
  expect(box).toBeCloseTo(letters ?? 0, 0);
});

test('the theme goes with the system’s, and commands break between their arguments', async ({ anatomy }) => {
  const { page } = anatomy;
  await anatomy.sampleIsOnTheLabBench();
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  expect(await theme()).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(theme).toBe('dark');
  await page.getByTestId('all-commands').click();
  const words = page.getByTestId('command-list').getByText('--injectConfigFile', { exact: true });
  const heights = await words.evaluateAll((all) => all.map((word) => word.getClientRects().length));
  expect(heights).toEqual([1]);
});

test('an input without a workload says on the stage what was found, and that there is nothing to run', async ({
  anatomy,
}) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.drop('svc.yaml', 'apiVersion: v1\nkind: Service\nmetadata: {name: shop}\nspec: {}\n');
  await expect(anatomy.page.getByTestId('empty')).toContainText('Service shop');
  await expect(anatomy.rung).toHaveText('No workload: there is nothing to run');
  await expect(anatomy.run).toBeDisabled();
});

test('the arrow keys go through the workloads from the one that is shown, and Enter takes one', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.drop('three.yaml', ['one', 'two', 'three'].map(pod).join('---\n'));
  await expect(anatomy.workload).toHaveText('one');
  await page.getByTestId('picker').click();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(anatomy.workload).toHaveText('three');
});

test('a taken admin port is told with a free one, which is a button and stays for the next file', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  try {
    const address = holder.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    await anatomy.sampleIsOnTheLabBench();
    await anatomy.adminPort(address.port);
    await anatomy.run.click();
    await expect(anatomy.error).toContainText(`port ${address.port} is held by`);
    const use = page.getByTestId('use-port');
    const port = /\d+$/.exec((await use.textContent()) ?? '')?.[0] ?? '';
    await use.click();
    await expect(anatomy.rung).toHaveAttribute('data-rung', 'no-istiod');
    await anatomy.stop.click();
    await anatomy.drop('next.yaml', pod('next'));
    await expect(anatomy.workload).toHaveText('next');
    await expect.poll(() => anatomy.bootstrapText()).toContain(`port_value: ${port}`);
  } finally {
    holder.close();
  }
});

test('a file that already holds a sidecar can be read as it is from its note', async ({ anatomy }) => {
  const { page } = anatomy;
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.open('test/cases/19-already-injected-older-proxy.yaml');
  await anatomy.tab('notes');
  await page.getByTestId('read-as-it-is').click();
  await expect(page.getByTestId('last-command')).toHaveCount(0);
  await expect(page.getByTestId('notes')).not.toContainText('kube-inject replaced');
  await expect(page.getByTestId('bench')).toContainText('istioctl was not run');
  const { path } = await anatomy.save('svg');
  const svg = await readFile(path, 'utf8');
  expect(svg).toContain('read as it is: istioctl was not run');
  expect(svg).not.toMatch(/istioctl \d/);
});
