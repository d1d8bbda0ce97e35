import { expect, it } from 'vitest';
import { LAB_WORKLOAD } from '../../../test/helpers/lab-node.ts';
import type { Bridge } from '../bridge/bridge.ts';
import { createTwinStore } from './twin-store.ts';

/** A bridge that answers when it is told to. */
function slowBridge() {
  const waiting: ((answer: never) => void)[] = [];
  const request = (() => new Promise((answer) => waiting.push(answer))) as Bridge['request'];
  return { bridge: { request }, waiting };
}

it('asks once, says that it is under way, and takes what came', async () => {
  const { bridge, waiting } = slowBridge();
  const store = createTwinStore(bridge);
  const asked = store.getState().ask({ studyId: 's', index: 0 });
  void store.getState().ask({ studyId: 's', index: 0 });
  expect(waiting).toHaveLength(1);
  expect(store.getState().twin?.kind).toBe('asked');
  waiting[0]?.({ ok: true, value: { anatomy: LAB_WORKLOAD } } as never);
  await asked;
  expect(store.getState().twin).toEqual({ kind: 'there', anatomy: LAB_WORKLOAD });
});

it('drops an answer about a workload that is not on the stage any more', async () => {
  const { bridge, waiting } = slowBridge();
  const store = createTwinStore(bridge);
  const first = store.getState().ask({ studyId: 's', index: 0 });
  void store.getState().ask({ studyId: 's', index: 1 });
  waiting[0]?.({ ok: true, value: { anatomy: LAB_WORKLOAD } } as never);
  await first;
  expect(store.getState().twin?.kind).toBe('asked');
});

it('keeps why it could not be had', async () => {
  const { bridge, waiting } = slowBridge();
  const store = createTwinStore(bridge);
  const asked = store.getState().ask({ studyId: 's', index: 0 });
  const failure = { code: 'no-counterpart', kind: 'input', message: 'Not here.', hint: '', source: null };
  waiting[0]?.({ ok: false, failure } as never);
  await asked;
  expect(store.getState().twin).toEqual({ kind: 'missing', why: 'Not here.' });
});
