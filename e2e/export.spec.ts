import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from './support/story.ts';

test.beforeEach(async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
});

test('the picture is saved as SVG: no script, nothing from outside, its words, the bench it came from', async ({
  anatomy,
  browser,
}) => {
  const { name, path } = await anatomy.save('svg');
  expect(name).toMatch(/^payments-.*\.svg$/);
  const svg = await readFile(path, 'utf8');
  // Read in a page of its own: ours lets no picture bring styles into it.
  const reader = await browser.newPage();
  const seen = await reader.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, 'image/svg+xml');
    const all = [...document.querySelectorAll('*')];
    return {
      root: document.documentElement.nodeName,
      broken: document.querySelector('parsererror') !== null,
      active: all.filter((element) => /^(script|foreignObject|iframe)$/i.test(element.nodeName)).length,
      handlers: all.flatMap((element) => [...element.attributes]).filter(({ name }) => /^on/i.test(name))
        .length,
      outside: all
        .flatMap((element) => [...element.attributes])
        .filter(({ name, value }) => /href$/i.test(name) && !/^(#|data:)/.test(value)).length,
      words: document.documentElement.textContent ?? '',
    };
  }, svg);
  await reader.close();
  expect(seen).toMatchObject({ root: 'svg', broken: false, active: 0, handlers: 0, outside: 0 });
  expect(seen.words).toContain('istio-proxy');
  expect(seen.words).toContain('Lab bench');
});

test('the picture is saved as PNG at twice the size, and it is not empty', async ({ anatomy }) => {
  const { name, path } = await anatomy.save('png');
  expect(name).toMatch(/^payments-.*\.png$/);
  const png = await readFile(path);
  const seen = await anatomy.page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    const colours = new Set<number>();
    for (let at = 0; at < data.length; at += 4 * 97)
      colours.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
    return { width: picture.width, height: picture.height, colours: colours.size };
  }, png.toString('base64'));
  expect(seen.width).toBeGreaterThan(1200);
  expect(seen.height).toBeGreaterThan(700);
  expect(seen.colours).toBeGreaterThan(10);
});

test('the picture is saved as PDF, page, draw.io, Mermaid and Markdown, each with its words', async ({
  anatomy,
}) => {
  const begins = {
    pdf: '%PDF-',
    html: '<!doctype html>',
    drawio: '<?xml',
    mermaid: '%% payments',
    md: '# payments',
  } as const;
  for (const kind of ['pdf', 'html', 'drawio', 'mermaid', 'md'] as const) {
    const { name, path } = await anatomy.save(kind);
    expect(name).toMatch(/^payments-overview-injected\.(pdf|html|drawio|mmd|md)$/);
    const bytes = await readFile(path);
    expect(bytes.toString('latin1').startsWith(begins[kind]), kind).toBe(true);
    if (kind !== 'pdf') expect(bytes.toString('utf8'), kind).toContain('istio-proxy');
  }
});

test('the command in the menu makes the same bytes as the window, in every text format', async ({
  anatomy,
  context,
}) => {
  test.setTimeout(120_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await anatomy.page.getByTestId('export').locator('summary').click();
  await anatomy.page.getByTestId('copy-picture-command').click();
  const command = await anatomy.page.evaluate(() => navigator.clipboard.readText());
  await anatomy.page.keyboard.press('Escape');
  const [program = '', ...args] = command.split(' ');
  expect(program).toBe('sidecar-anatomy');
  const bin = resolve('bin/sidecar-anatomy');
  for (const kind of ['svg', 'html', 'drawio', 'mermaid', 'md'] as const) {
    const { path } = await anatomy.save(kind);
    const own = args.slice(0, args.indexOf('--format'));
    const made = await promisify(execFile)(bin, [...own, '--format', kind], {
      cwd: resolve('resources/samples'),
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(made.stdout === (await readFile(path, 'utf8')), kind).toBe(true);
  }
});

test('the picture is dragged out as an image and as a file of its name, and let go over the window it opens nothing', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await anatomy.page.getByTestId('export').locator('summary').click();
  const picture = anatomy.page.getByTestId('drag-picture');
  await picture.waitFor();
  expect(
    await picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
  ).toBeGreaterThan(2000);
  const carried = page.evaluate(
    () =>
      new Promise<readonly string[]>((tell) => {
        addEventListener('dragstart', ({ dataTransfer }) =>
          tell([dataTransfer?.getData('DownloadURL') ?? '', ...(dataTransfer?.types ?? [])]),
        );
      }),
  );
  const box = await picture.boundingBox();
  if (box === null) throw new Error('the picture is not shown');
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x - 200, box.y + 20, { steps: 5 });
  const [download, ...types] = await carried;
  expect(download).toMatch(/^image\/png:payments-overview-injected\.png:blob:/);
  expect(types).toContain('Files');
  await expect(anatomy.page.getByTestId('drop')).toBeHidden();
  await page.mouse.up();
  await expect(anatomy.page.getByTestId('workload')).toHaveText('payments');
  await expect(anatomy.page.getByTestId('failure')).toHaveCount(0);
});

test('the picture is copied, in pixels, and the menu closes', async ({ anatomy, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await anatomy.copyPicture();
  const size = await anatomy.page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const picture = await createImageBitmap(await (item?.getType('image/png') ?? new Blob()));
    return [picture.width, picture.height];
  });
  expect(size[0]).toBeGreaterThan(2000);
});

test('any command that was run can be copied, exactly', async ({ anatomy, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await anatomy.copyCommand();
  await expect
    .poll(() => anatomy.page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/istioctl kube-inject --revision default -f payments\.yaml/);
});

test('the YAML of a part is copied, indented no further than need be', async ({ anatomy, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await anatomy.part('container/istio-proxy/env/CA_ADDR').first().click();
  await anatomy.page.getByTestId('copy-yaml').click();
  await expect
    .poll(() => anatomy.page.evaluate(() => navigator.clipboard.readText()))
    .toBe('- name: CA_ADDR\n  value: istiod.istio-system.svc:15012\n');
});

test('a secret is masked in what is saved, told in the picture, and included only after a second question', async ({
  anatomy,
}) => {
  const secret = ['hunter2', 'correct-horse'].join('-');
  const text = `apiVersion: v1
kind: Pod
metadata: { name: vault }
spec:
  containers:
    - name: vault
      image: registry.example.com/vault:1
      env: [{ name: DB_PASSWORD, value: ${secret} }]
`;
  await anatomy.open({ name: 'vault.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) });
  await expect(anatomy.workload).toHaveText('vault');
  const { path } = await anatomy.save('md');
  const masked = await readFile(path, 'utf8');
  expect(masked).not.toContain(secret);
  expect(masked).toContain('1 value masked');
  expect(masked).toContain('DB_PASSWORD');
  const menu = anatomy.page.getByTestId('export').locator('summary');
  await menu.click();
  await expect(anatomy.page.getByTestId('secrets-masked')).toContainText('1 secret is masked.');
  await anatomy.page.getByTestId('include-secrets').click();
  await expect(anatomy.page.getByTestId('secrets-masked')).toContainText('Everybody who gets the file');
  await anatomy.page.getByTestId('include-secrets-now').click();
  await expect(anatomy.page.getByTestId('secrets-included')).toBeVisible();
  const coming = anatomy.page.waitForEvent('download');
  await anatomy.page.getByTestId('export-md').click();
  expect(await readFile(await (await coming).path(), 'utf8')).toContain(secret);
  // The next export begins masked.
  expect(await readFile((await anatomy.save('md')).path, 'utf8')).not.toContain(secret);
});
