import { expect, test } from 'vitest';
import type { Bridge } from '../bridge/bridge.ts';
import { createBootstrapStore, editKey } from './bootstrap-store.ts';

const silent = { request: () => new Promise(() => {}), on: () => () => {} } as unknown as Bridge;
const lab = editKey('payments.yaml', 0, 'lab');
const sidecar = editKey('payments.yaml', 0, 'sidecar');

test('edits of one variant outlive a visit to the other', () => {
  const store = createBootstrapStore(silent);
  store.getState().edit(lab, 'lab, edited', 'lab');
  store.getState().edit(sidecar, 'sidecar, edited', 'sidecar');
  expect(store.getState().edits).toEqual({ [lab]: 'lab, edited', [sidecar]: 'sidecar, edited' });
});

test('reset throws away one edit only, and typing back to the generated text is no edit', () => {
  const store = createBootstrapStore(silent);
  store.getState().edit(lab, 'lab, edited', 'lab');
  store.getState().edit(sidecar, 'sidecar, edited', 'sidecar');
  store.getState().reset(lab);
  expect(Object.keys(store.getState().edits)).toEqual([sidecar]);
  store.getState().edit(sidecar, 'sidecar', 'sidecar');
  expect(store.getState().edits).toEqual({});
});

test('workloads of one input do not share edits', () => {
  expect(editKey('a', 0, 'lab')).not.toBe(editKey('a', 1, 'lab'));
});

test('a slow verdict on an older text does not replace a newer one', async () => {
  const answers: ((value: unknown) => void)[] = [];
  const bridge = {
    request: () => new Promise((resolve) => answers.push(resolve)),
    on: () => () => {},
  } as unknown as Bridge;
  const store = createBootstrapStore(bridge);
  const result = (exitCode: number) => ({ ok: true, value: { exitCode, output: '', command: {} } });
  const older = store.getState().validate(lab, 'old');
  const newer = store.getState().validate(lab, 'new');
  answers[1]?.(result(0));
  await newer;
  answers[0]?.(result(1));
  await older;
  expect(store.getState().verdict).toMatchObject({ yaml: 'new', result: { exitCode: 0 } });
});
