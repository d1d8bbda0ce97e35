import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { AnatomyPage } from './support/anatomy-page.ts';
import { expect, test } from './support/story.ts';

/** What the istioctl that the shell uses prints as a whole installation. */
async function installManifest(): Promise<string> {
  const run = promisify(execFile);
  const root = fileURLToPath(new URL('..', import.meta.url));
  const listed = await run(process.execPath, ['out/node/cli.js', 'tools', '--json'], { cwd: root });
  const { tools } = JSON.parse(listed.stdout) as { tools: { program: string; path: string }[] };
  const istioctl = tools.find((tool) => tool.program === 'istioctl')?.path ?? '';
  const printed = await run(istioctl, ['manifest', 'generate'], { maxBuffer: 20_000_000 });
  return printed.stdout;
}

const caseFile = (name: string) => fileURLToPath(new URL(`../test/cases/${name}`, import.meta.url));
const deployment = (name: string) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata:
      labels: {app: ${name}}
    spec:
      containers:
        - {name: web, image: "example.com/web:1"}
`;

test('a file of one’s own is opened with the button', async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.open(caseFile('06-bare-pod-two-containers.yaml'));
  await expect(anatomy.part('container/helper').first()).toBeVisible();
  await expect(anatomy.part('container/istio-proxy').first()).toBeVisible();
});

test('a file is dropped anywhere, and a text is pasted', async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.drop('dropped.yaml', deployment('dropped'));
  await expect(anatomy.workload).toHaveText('dropped');
  await anatomy.paste(deployment('pasted'));
  await expect(anatomy.workload).toHaveText('pasted');
});

test('of several workloads in one input, a List included, each can be picked', async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.open(caseFile('05-list-kind.yaml'));
  await expect(anatomy.workload).toHaveText('cart');
  await anatomy.pick('store');
  await expect(anatomy.part('container/istio-proxy')).toHaveCount(0);
  await anatomy.pick('cart');
  await expect(anatomy.part('container/istio-proxy').first()).toBeVisible();
});

test('what was opened wins over the sample, also when it is opened before the sample is there', async ({
  anatomy,
}) => {
  await anatomy.drop('early.yaml', deployment('early'));
  await expect(anatomy.workload).toHaveText('early');
  await anatomy.page.waitForTimeout(3000);
  await expect(anatomy.workload).toHaveText('early');
});

const bad: readonly { title: string; name: string; bytes: () => Promise<Buffer> | Buffer; says: RegExp }[] = [
  {
    title: 'a tab',
    name: 'tabs.yaml',
    bytes: () => readFile(caseFile('47-tabs.yaml')),
    says: /tabs\.yaml:15\b.*tab/i,
  },
  { title: 'an empty file', name: 'empty.yaml', bytes: () => Buffer.from(''), says: /no document|empty/i },
  {
    title: 'a binary file',
    name: 'picture.png',
    bytes: () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    says: /picture\.png.*binary|not text/i,
  },
  {
    title: 'a file over 20 MB',
    name: 'large.yaml',
    bytes: () => Buffer.alloc(20_000_001, 0x20),
    says: /large\.yaml.*20 MB/,
  },
  {
    title: 'an alias bomb',
    name: 'bomb.yaml',
    bytes: () => readFile(caseFile('73-alias-bomb.yaml')),
    says: /bomb\.yaml.*alias/i,
  },
  {
    title: 'deep nesting',
    name: 'deep.yaml',
    bytes: () => Buffer.from('['.repeat(100_000)),
    says: /deep\.yaml.*(deep|nest)/i,
  },
  {
    title: 'a wrong type',
    name: 'wrong.yaml',
    bytes: () => readFile(caseFile('56-wrong-type-field.yaml')),
    says: /replicas/,
  },
];

for (const { title, name, bytes, says } of bad) {
  test(`${title} is refused in one sentence, and the window lives on with what it showed`, async ({
    anatomy,
  }) => {
    await anatomy.sampleIsOnTheLabBench();
    await anatomy.open({ name, mimeType: 'application/yaml', buffer: await bytes() });
    await expect(anatomy.error).toContainText(says);
    await expect(anatomy.error.locator('.message-what')).not.toContainText(/\n\s+at /);
    await expect(anatomy.workload).toHaveText('payments');
    await anatomy.paste(deployment('after'));
    await expect(anatomy.workload).toHaveText('after');
    await expect(anatomy.error).toHaveCount(0);
  });
}

test('names that try to be markup are shown as text', async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.open(caseFile('75-hostile-strings.yaml'));
  await expect(anatomy.workload).toHaveText('x<img src=x onerror=alert(1)>');
  await expect(anatomy.error).toHaveCount(0);
  await anatomy.scene('pod');
  await expect(anatomy.stage).toContainText('c<svg onload=alert(4)>');
  expect(await anatomy.page.locator('img, [onload], [onerror]').count()).toBe(0);
  expect(await anatomy.page.locator('script:not([src])').count()).toBe(0);
  expect(await anatomy.page.evaluate(() => Object.keys(Object.prototype))).toEqual([]);
});

test.describe('injection files of one’s own', () => {
  const payments = (name: string) =>
    fileURLToPath(new URL(`../test/fixtures/payments/${name}`, import.meta.url));
  const own = ['inject-config.yaml', 'mesh-config.yaml', 'values.yaml'].map(payments);
  type Files = readonly string[] | { name: string; mimeType: string; buffer: Buffer }[];

  async function openWith(anatomy: AnatomyPage, files: Files): Promise<void> {
    await anatomy.sampleIsOnTheLabBench();
    await anatomy.page.getByTestId('open-options').click();
    await anatomy.page.getByTestId('workload-file').setInputFiles(payments('original.yaml'));
    await anatomy.page.getByTestId('injection-files').setInputFiles([...files] as string[]);
    await anatomy.page.getByTestId('open-submit').click();
  }

  test('the three files are used as they are, and can be read beside the picture', async ({ anatomy }) => {
    await openWith(anatomy, own);
    await expect(anatomy.bench).toHaveAttribute('data-bench', 'lab');
    await expect(anatomy.page.getByTestId('last-command')).toContainText('original.yaml');
    await anatomy.tab('part');
    await expect(anatomy.page.getByTestId('source-tab-inject-config')).toBeVisible();
    await expect(anatomy.error).toHaveCount(0);
  });

  test('ConfigMaps as a cluster holds them are taken too', async ({ anatomy }) => {
    const block = (text: string) => text.replaceAll(/^/gm, '    ');
    const [config = '', mesh = '', values = ''] = await Promise.all(
      own.map((path) => readFile(path, 'utf8')),
    );
    const map = (name: string, data: string) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: istio-system}\ndata:\n${data}`;
    const files = [
      [
        'injector.yaml',
        map('istio-sidecar-injector', `  config: |\n${block(config)}\n  values: |\n${block(values)}\n`),
      ],
      ['istio.yaml', map('istio', `  mesh: |\n${block(mesh)}\n`)],
    ].map(([name = '', text = '']) => ({ name, mimeType: 'text/yaml', buffer: Buffer.from(text) }));
    await openWith(anatomy, files);
    await expect(anatomy.page.getByTestId('last-command')).toContainText('original.yaml');
    await expect(anatomy.part('container/istio-proxy').first()).toBeVisible();
    await expect(anatomy.error).toHaveCount(0);
  });

  test('a whole install manifest, as istioctl prints it, is taken for all three', async ({ anatomy }) => {
    const { page } = anatomy;
    const manifest = await installManifest();
    expect(manifest).toContain('kind: MutatingWebhookConfiguration');
    await openWith(anatomy, [{ name: 'install.yaml', mimeType: 'text/yaml', buffer: Buffer.from(manifest) }]);
    await expect(page.getByTestId('last-command')).toContainText('original.yaml');
    await expect(anatomy.part('container/istio-proxy').first()).toBeVisible();
    await expect(anatomy.error).toHaveCount(0);
    // It was the given one that was used: none was generated for this.
    await page.getByTestId('all-commands').click();
    await expect(page.getByTestId('command-list')).toContainText('kube-inject');
    await expect(page.getByTestId('command-list')).not.toContainText('manifest generate');
    await page.keyboard.press('Escape');
    await anatomy.tab('part');
    await page.getByTestId('source-tab-inject-config').click();
    await expect(anatomy.source).toContainText('defaultTemplates');
  });

  test('a file that is none of the three is named, and the picture stays', async ({ anatomy }) => {
    await openWith(anatomy, [
      { name: 'shopping.yaml', mimeType: 'text/yaml', buffer: Buffer.from('milk: 2\nbread: 1\n') },
    ]);
    await expect(anatomy.error).toContainText('shopping.yaml');
    await expect(anatomy.part('container/istio-proxy').first()).toBeVisible();
    // Both choices stay, with the sentence beside them: only the wrong one is chosen anew.
    const { page } = anatomy;
    await expect(page.getByTestId('open-failure')).toContainText('shopping.yaml');
    await page.getByTestId('injection-files').setInputFiles(own);
    await expect(page.getByTestId('open-failure')).toHaveCount(0);
    await page.getByTestId('open-submit').click();
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    await expect(page.getByTestId('last-command')).toContainText('original.yaml');
    await expect(anatomy.error).toHaveCount(0);
  });
});
