import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, holdPort, test } from './support/lab-story.ts';
import { expect } from './support/story.ts';

/** Lets the app do all of a lab without waiting for its end. */
const begin = (lab: { at(id: string): { click(): Promise<void> } }) => lab.at('lab-all').click();

test('the Envoy of the lab runs on the stage, whose ladder tells how far it gets, and ends with the step', async ({
  lab,
  folder,
}) => {
  await lab.enter('bootstrap');
  await lab.folder(folder);
  const port = await freePort();
  await lab.adminPort(port);
  await lab.doStepWatched(6, async () => {
    await expect(lab.evidence).toContainText('No istiod answers');
    await expect(lab.evidence).toContainText('503 PRE_INITIALIZING');
    await expect(lab.at('stage')).toContainText(`127.0.0.1:${port}`);
  });
  await expect(lab.evidence).toContainText('Stopped as asked');
  await expect(lab.evidence).toContainText('last 503 PRE_INITIALIZING');
  expect(await readFile(join(folder, '06-ready.txt'), 'utf8')).toContain('ready_code=503');
});

test('a page that is loaded again while the app works shows how far it is, and follows it to its end', async ({
  lab,
  folder,
}) => {
  await lab.enter('bootstrap');
  await lab.folder(folder);
  await lab.adminPort(await freePort());
  await begin(lab);
  await lab.standsAs(2, 'app');
  await lab.page.reload();
  await lab.at('room-lab').click();
  await expect(lab.at('lab-folder')).toHaveValue(folder);
  await expect(lab.at('lab-cancel')).toBeVisible();
  await lab.standsAs(1, 'app');
  await expect(lab.at('lab-folder')).toBeDisabled();
  await expect(lab.count).toHaveText('8 of 8 right', { timeout: 60_000 });
  for (let step = 1; step <= 8; step += 1) await lab.standsAs(step, 'app');
});

test('a page that is loaded again can cancel what it did not begin', async ({ lab, folder }) => {
  await lab.enter('bootstrap');
  await lab.folder(folder);
  await lab.adminPort(await freePort());
  await begin(lab);
  await lab.standsAs(1, 'app');
  await lab.page.reload();
  await lab.at('room-lab').click();
  await lab.at('lab-cancel').click();
  await expect(lab.failure).toBeVisible();
  await lab.standsAs(1, 'app');
  await lab.standsAs(8, 'missing');
});

test('a port that another program holds is named, and one press takes a free one', async ({
  lab,
  folder,
}) => {
  await lab.enter('bootstrap');
  await lab.folder(folder);
  const { port, server } = await holdPort();
  await lab.adminPort(port);
  await begin(lab);
  await expect(lab.failure).toContainText(`port ${port} is held by`);
  await lab.at('lab-use-port').click();
  await expect(lab.count).toHaveText('8 of 8 right', { timeout: 60_000 });
  server.close();
  expect(await readFile(join(folder, 'bootstrap.yaml'), 'utf8')).not.toContain(String(port));
});

test('steps that were right until what they rest on was replaced are named, and done again with one press', async ({
  lab,
  folder,
}) => {
  await lab.enter('bootstrap');
  await lab.folder(folder);
  await lab.adminPort(await freePort());
  await lab.doAll();
  for (const name of ['bootstrap.yaml', 'boot-typo.yaml', '06-node.json']) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/(WORKLOAD_NAME"?: "?)payments/, '$1payment5'));
  }
  await lab.check();
  for (const [step, standing] of [
    [4, 'wrong'],
    [5, 'hand'],
    [6, 'hand'],
  ] as const)
    await lab.standsAs(step, standing);
  await lab.doStep(4);
  await lab.at('lab-replace').click();
  await expect(lab.at('lab-undone')).toContainText('Steps 5, 6 were right and no longer fit');
  await lab.at('lab-undone').getByRole('button').click();
  await expect(lab.count).toHaveText('8 of 8 right', { timeout: 60_000 });
  await expect(lab.at('lab-undone')).toHaveCount(0);
});

test('a finding opens the file at the line that it names', async ({ lab, folder }) => {
  await lab.enter('bootstrap');
  await lab.folder(folder);
  await lab.doStep(1);
  await lab.doStep(3);
  const mesh = join(folder, '03-mesh.txt');
  await writeFile(mesh, (await readFile(mesh, 'utf8')).replace('ca_addr_same=yes', 'ca_addr_same=no'));
  await lab.check();
  await lab.open(3);
  await lab.findings.getByRole('button', { name: '03-mesh.txt:4' }).click();
  await expect(lab.at('lab-file-text')).toContainText('ca_addr_same=no');
  await expect(lab.at('lab-file-text').locator('.cm-marked').first()).toBeVisible();
});

test('a check by hand opens the first step that is wrong, and leaves the focus where it is', async ({
  lab,
  folder,
}) => {
  await lab.enter('bootstrap');
  await lab.folder(folder);
  await writeFile(join(folder, '03-mesh.txt'), 'root_namespace=elsewhere\n');
  await lab.at('lab-check').focus();
  await lab.page.keyboard.press('Enter');
  await expect(lab.findings).toContainText('03-mesh.txt');
  await expect(lab.step(3)).toHaveAttribute('aria-expanded', 'true');
  await expect(lab.at('lab-check')).toBeFocused();
});

test('what a step lights is listed with its whole value, and pointed at one by one', async ({ lab }) => {
  await lab.enter('bootstrap');
  await lab.open(2);
  const address = lab.at('lab-part').filter({ hasText: 'CA_ADDR' });
  await expect(address).toContainText('istiod.istio-system.svc:15012');
  await address.hover();
  await expect.poll(() => lab.litParts()).toEqual(['container/istio-proxy/env/CA_ADDR']);
  const last = lab.at('lab-part').filter({ hasText: 'TRUST_DOMAIN' });
  await last.focus();
  await expect.poll(() => lab.litParts()).toEqual(['container/istio-proxy/env/TRUST_DOMAIN']);
  await expect(
    lab.at('stage').locator('[data-part="container/istio-proxy/env/TRUST_DOMAIN"]').first(),
  ).toBeInViewport();
});

test('the install lab takes a manifest of the person’s, and its room shows the folder’s', async ({
  lab,
  folder,
}) => {
  await lab.enter('install');
  await lab.folder(folder);
  const mine = join(folder, 'mine.yaml');
  const own = 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: only-mine\n';
  await writeFile(mine, own);
  await lab.option('manifest', mine);
  await lab.doStep(2);
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  expect(hash(await readFile(join(folder, 'manifest.yaml'), 'utf8'))).toBe(hash(own));
  await lab.at('lab-manifest-room').click();
  await expect(lab.page.getByText('only-mine').first()).toBeVisible();
});

test('steps about the manifest show it in the stage’s place: the folder’s, else the one that would be made', async ({
  lab,
  folder,
}) => {
  await lab.enter('install');
  await lab.folder(folder);
  await lab.open(1);
  const board = lab.at('manifest-board');
  await expect(board).toContainText('client version');
  await expect(board).toContainText('exit code 1');
  await lab.open(2);
  await expect(board).toContainText('39 objects of 12 kinds');
  await writeFile(
    join(folder, 'manifest.yaml'),
    'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: only-mine\n',
  );
  await lab.check();
  await expect(board).toContainText('1 object of 1 kind');
  await lab.open(3);
  await expect(board).toContainText('virtualservices missing');
  await lab.open(5);
  await expect(board).toHaveCount(0);
  await expect.poll(() => lab.litParts()).toContain('container/istio-proxy');
});
