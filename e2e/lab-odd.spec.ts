import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, test } from './support/lab-story.ts';
import { expect } from './support/story.ts';

test('after a reload the window is in the room in which it was', async ({ lab, folder }) => {
  await lab.enter('bootstrap');
  await lab.folder(folder);
  await lab.page.reload();
  await expect(lab.at('lab-folder')).toHaveValue(folder);
});

test('a press counts although the field that it leaves has the folder looked at', async ({ lab, folder }) => {
  await lab.enter('install');
  await lab.folder(folder);
  await lab.at('lab-options').locator('summary').click();
  await lab.at('lab-namespace').fill('my-lab');
  await lab.at('lab-all').click();
  await expect(lab.at('lab-cancel')).toBeVisible();
  await lab.at('lab-cancel').click();
  await expect(lab.failure).toBeVisible();
});

test('what no option can be is told at its field, and an emptied port is the lab’s own', async ({
  lab,
  folder,
}) => {
  await lab.enter('install');
  await lab.folder(folder);
  await lab.at('lab-options').locator('summary').click();
  await lab.at('lab-namespace').fill('My_NS');
  await lab.at('lab-namespace').press('Enter');
  await expect(lab.at('lab-options')).toContainText('A namespace is up to 63 lower-case letters');
  await lab.at('lab-bootstrap').click();
  for (const wrong of ['abc', '99999', '-1']) {
    await lab.at('lab-admin-port').fill(wrong);
    await lab.at('lab-admin-port').press('Enter');
    await expect(lab.at('lab-options')).toContainText(`“${wrong}” is no port`);
  }
  await lab.at('lab-admin-port').fill('');
  await lab.at('lab-admin-port').press('Enter');
  await expect(lab.at('lab-admin-port')).toHaveValue('9982');
});

test('a folder that is not there, and one of the other lab, are told', async ({ lab, folder }) => {
  await lab.enter('bootstrap');
  await lab.folder(join(folder, 'nowhere'));
  await expect(lab.at('lab-not-there')).toBeVisible();
  await mkdir(join(folder, 'out'));
  await writeFile(join(folder, 'out', 'version.txt'), 'client version: 1.31\n');
  await lab.folder(folder);
  await expect(lab.at('lab-is-other')).toHaveText('This folder holds the Install lab.');
});

test('files that would be lost are named before, and one is replaced without the others', async ({
  lab,
  folder,
}) => {
  await lab.enter('bootstrap');
  await lab.folder(folder);
  await lab.adminPort(await freePort());
  await lab.doAll();
  const mine = (name: string) => writeFile(join(folder, name), 'mine\n');
  await mine('02-env.txt');
  await mine('08-report.md');
  await lab.check();
  await lab.at('lab-all').click();
  await expect(lab.at('lab-replace')).toHaveText('Replace 02-env.txt');
  await expect(lab.at('lab-replace-all')).toHaveText('Replace whatever differs of 02-env.txt, 08-report.md');
  await lab.at('lab-replace').click();
  await expect(lab.at('lab-replace')).toHaveText('Replace 08-report.md');
  expect(await readFile(join(folder, '08-report.md'), 'utf8')).toBe('mine\n');
  expect(await readFile(join(folder, '02-env.txt'), 'utf8')).toContain('CA_ADDR=');
});

test('of a file with several workloads the one on the stage is done and judged', async ({
  anatomy,
  lab,
  folder,
}) => {
  const sample = await readFile('resources/samples/payments.yaml', 'utf8');
  const second = sample.replaceAll('payments', 'orders');
  await anatomy.drop('two.yaml', `${sample.trimEnd()}\n---\n${second}`);
  await anatomy.pick('orders');
  await lab.enter('bootstrap');
  await lab.folder(folder);
  await lab.doStep(1);
  await lab.doStep(2);
  await lab.check();
  await expect(lab.at('lab-graded')).toHaveText('Graded: Deployment orders');
  await lab.standsAs(2, 'app');
});
