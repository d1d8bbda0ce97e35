import { expect, test } from 'vitest';
import type { WorkloadView } from '../../contract/types.ts';
import { currentBootstrap } from './current-bootstrap.ts';
import { openedFile } from './opened-input.ts';

const view = (yaml: string): WorkloadView => ({
  anatomy: {
    kind: 'Deployment',
    name: 'payments',
    namespace: 'default',
    injected: true,
    sidecar: 'classic',
    containers: [],
    initContainers: [],
    parts: [],
    links: [],
  },
  bootstrap: { variant: 'lab', yaml, differences: [] },
  start: { ip: '', pod: '', namespace: '', adminPort: 9982, fetchTimeout: '0s' },
  bootstrapFile: 'bootstrap.yaml',
});
const opened = async (text: string) => ({
  file: await openedFile('payments.yaml', new Blob([text])),
  injection: [],
  alreadyInjected: false,
});
const state = async (text: string, yaml = 'admin: {}') =>
  ({ study: null, shown: await opened(text), index: 0, variant: 'lab', workload: view(yaml) }) as const;

test('two files of one name do not share edits', async () => {
  const first = currentBootstrap(await state('kind: Pod'), { edits: {} });
  const second = currentBootstrap(await state('kind: Job'), { edits: {} });
  expect(first?.key).not.toBe(second?.key);
});

test('one file with other injection files, or read as it is, is another one: its sidecar may ask another istiod', async () => {
  const plain = await state('kind: Pod');
  const manifest = await openedFile('manifest.yaml', new Blob(['kind: ConfigMap']));
  const keys = [
    plain.shown,
    { ...plain.shown, injection: [manifest] },
    { ...plain.shown, alreadyInjected: true },
  ].map((shown) => currentBootstrap({ ...plain, shown }, { edits: {} })?.key);
  expect(new Set(keys).size).toBe(3);
});

test('the same file opened again finds its edit again', async () => {
  const key = currentBootstrap(await state('kind: Pod'), { edits: {} })?.key ?? '';
  expect(currentBootstrap(await state('kind: Pod'), { edits: { [key]: 'mine' } })).toMatchObject({
    yaml: 'mine',
    generated: 'admin: {}',
    edited: true,
  });
});

test('a workload without a sidecar has no bootstrap to validate or run', async () => {
  expect(currentBootstrap(await state('kind: Pod', ''), { edits: {} })).toBeNull();
});
