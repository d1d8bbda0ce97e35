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
const opened = (text: string) => ({
  file: openedFile('payments.yaml', new TextEncoder().encode(text)),
  injection: [],
  alreadyInjected: false,
});
const state = (text: string, yaml = 'admin: {}') =>
  ({ study: null, shown: opened(text), index: 0, variant: 'lab', workload: view(yaml) }) as const;

test('two files of one name do not share edits', () => {
  const first = currentBootstrap(state('kind: Pod'), { edits: {} });
  const second = currentBootstrap(state('kind: Job'), { edits: {} });
  expect(first?.key).not.toBe(second?.key);
});

test('the same file opened again finds its edit again', () => {
  const key = currentBootstrap(state('kind: Pod'), { edits: {} })?.key ?? '';
  expect(currentBootstrap(state('kind: Pod'), { edits: { [key]: 'mine' } })).toMatchObject({
    yaml: 'mine',
    generated: 'admin: {}',
    edited: true,
  });
});

test('a workload without a sidecar has no bootstrap to validate or run', () => {
  expect(currentBootstrap(state('kind: Pod', ''), { edits: {} })).toBeNull();
});
