import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { violations } from './support/accessible.ts';
import { freePort, test } from './support/lab-story.ts';
import { expect } from './support/story.ts';

test('the app does the bootstrap lab while a person watches, and every step is said to be its work', async ({
  lab,
  folder,
}) => {
  await lab.enter('bootstrap');
  await lab.folder(folder);
  await expect(lab.count).toHaveText('0 of 8 right');
  await lab.adminPort(await freePort());
  await lab.doAll();
  for (let step = 1; step <= 8; step += 1) await lab.standsAs(step, 'app');
  expect((await readdir(folder)).filter((name) => !name.startsWith('mesh')).sort()).toEqual([
    '01-args.txt',
    '02-env.txt',
    '03-mesh.txt',
    '04-validate.txt',
    '05-typo.txt',
    '06-node.json',
    '06-ready.txt',
    '07-identity.txt',
    '08-report.md',
    'boot-typo.yaml',
    'bootstrap.yaml',
    'inject.yaml',
  ]);
  await lab.open(6);
  await lab.at('lab-file-06-ready.txt').click();
  await expect(lab.at('lab-file-text')).toContainText('ready_body=PRE_INITIALIZING');
});

test('what a person did by hand is told right from wrong, with the reason', async ({ lab, folder }) => {
  await lab.enter('bootstrap');
  await lab.folder(folder);
  await lab.doStep(1);
  await lab.doStep(2);
  await lab.doStep(3);
  const mesh = join(folder, '03-mesh.txt');
  const right = await readFile(mesh, 'utf8');
  await writeFile(mesh, right.replace('ca_addr_same=yes', 'ca_addr_same=no'));
  await lab.check();
  await lab.standsAs(3, 'wrong');
  await expect(lab.findings).toContainText('03-mesh.txt:4');
  await expect(lab.findings).toContainText('ca_addr_same says no, but both');
  await writeFile(mesh, right.split('\n').filter(Boolean).reverse().join('\n'));
  await lab.check();
  await lab.standsAs(3, 'hand');
  await lab.standsAs(4, 'missing');
});

test('nothing that a person wrote is replaced unless they say so', async ({ lab, folder }) => {
  await lab.enter('bootstrap');
  const mine = join(folder, '02-env.txt');
  await writeFile(mine, 'CA_ADDR=mine\n');
  await lab.folder(folder);
  await lab.doStep(2);
  await expect(lab.failure).toContainText('02-env.txt:1');
  expect(await readFile(mine, 'utf8')).toBe('CA_ADDR=mine\n');
  await lab.at('lab-replace').click();
  await lab.standsAs(1, 'missing');
  await expect.poll(() => readFile(mine, 'utf8')).toContain('CA_ADDR=istiod.istio-system.svc:15012\n');
});

test('a step lights what it is about, and brings the bootstrap it speaks of on the stage', async ({
  lab,
}) => {
  await lab.enter('bootstrap');
  await lab.open(2);
  await expect
    .poll(() => lab.litParts())
    .toEqual(
      expect.arrayContaining([
        'container/istio-proxy/env/CA_ADDR',
        'container/istio-proxy/env/TRUST_DOMAIN',
        'container/istio-proxy/env/SERVICE_ACCOUNT',
      ]),
    );
  expect(await lab.litParts()).toHaveLength(7);
  await lab.open(5);
  await expect(lab.at('stage').locator('[data-state="broken"]').first()).toBeVisible();
  await lab.open(7);
  await expect.poll(() => lab.litParts()).toContain('volume/istio-token');
  await expect(lab.at('stage').locator('[data-state="broken"]')).toHaveCount(0);
});

test('the app does the install lab without a cluster, and says what it did not do', async ({
  lab,
  folder,
}) => {
  await lab.enter('install');
  await lab.folder(folder);
  await lab.doAll();
  await lab.open(6);
  await lab.at('lab-file-out/analyze.txt').click();
  await expect(lab.at('lab-file-text')).toContainText('was not run');
  const { injection_namespaces: labelled } = JSON.parse(
    await readFile(join(folder, 'out/mesh-readiness.json'), 'utf8'),
  );
  expect(labelled).toEqual(['mesh-lab']);
});

for (const theme of ['light', 'dark'] as const)
  test(`the lab room has no fault that axe finds, ${theme}`, async ({ lab, folder }) => {
    await lab.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await lab.enter('bootstrap');
    await lab.folder(folder);
    await writeFile(join(folder, '03-mesh.txt'), 'root_namespace=elsewhere\n');
    await lab.check();
    await lab.open(3);
    await lab.page.getByText('By hand', { exact: true }).click();
    expect(await violations(lab.page)).toEqual([]);
  });
