import { expect, test } from 'vitest';
import type { Outcome } from '../../contract/failure.ts';
import type { Bridge } from '../bridge/bridge.ts';
import { createManifestLookStore } from './manifest-look-store.ts';

/** A host that answers every request with the same failure. */
const failing = (code: string) =>
  ({
    request: async (): Promise<Outcome<never>> => ({
      ok: false,
      failure: { code, kind: 'input', message: code, hint: '', source: null },
    }),
  }) as unknown as Bridge;

test('a comparison that fails, or is called off, ends: nobody waits for it for ever', async () => {
  for (const [code, told] of [
    ['manifest-crashed', 'manifest-crashed'],
    ['cancelled', undefined],
  ] as const) {
    const look = createManifestLookStore(failing(code));
    const done = look.getState().compare('a', 'b');
    expect(look.getState().comparing).toBe(true);
    await done;
    const { comparing, comparison, failure } = look.getState();
    expect([comparing, comparison, failure?.code]).toEqual([false, null, told]);
  }
});

test('an object whose difference cannot be told is no longer the one that is shown', async () => {
  const look = createManifestLookStore(failing('no-such-manifest'));
  await look.getState().showDifference('a', 'b', { beforeIndex: 0, afterIndex: 1 }, {} as never);
  expect(look.getState()).toMatchObject({ pair: null, failure: { code: 'no-such-manifest' } });
});
