import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkInstallLab } from './install-lab.ts';
import { createInlineLabReader } from './lab-reader.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function toldOf(manifest: string) {
  writeFileSync(join(folder, 'manifest.yaml'), manifest);
  const told: (readonly [string, number | undefined])[] = [];
  await checkInstallLab(
    { lab: 'install', folder, shown: 'lab' },
    { kubeconfig: null, from: null, words: '' },
    {},
    new AbortController().signal,
    createInlineLabReader(),
    (what, longBytes) => told.push([what, longBytes]),
  );
  return told;
}

it('tells before it reads a folder of many MB that this takes long, and asks no cluster that nobody chose', async () => {
  expect(await toldOf('kind: A\n')).toEqual([['reading and comparing', undefined]]);
  const large = `kind: A\n${`# ${'x'.repeat(97)}\n`.repeat(40_000)}`;
  expect(await toldOf(large)).toEqual([['reading and comparing', large.length]]);
});
