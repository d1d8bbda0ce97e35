import { afterAll, describe, expect, it } from 'vitest';
import { type ReadAnatomy, readAnatomy } from '../../src/domain/anatomy/anatomy.ts';
import { startOrder } from '../../src/domain/anatomy/start-order.ts';
import { createCounterparts } from '../../src/host/study/counterparts.ts';
import { createInlineReader } from '../../src/host/study/inline-reader.ts';
import { failureOf, inject, injectCase, injector, payments } from './injecting.ts';

const reader = createInlineReader();
afterAll(() => reader.close());
const never = new AbortController().signal;

const started = (anatomy: ReadAnatomy, index = 0): readonly string[] => {
  const order = startOrder(anatomy.workload(index, { variant: 'lab', start: {} }));
  return order.events.flatMap(({ starts }) => starts.map(({ label }) => label));
};

describe('the two lanes of the start order, both injected by the real istioctl', () => {
  it.each([false, true])(
    'start in the order of initContainers, then containers; native: %s',
    async (native) => {
      const anatomy = readAnatomy(await inject('payments.yaml', payments(), { native }));
      const [summary] = anatomy.summaries;
      expect(summary?.sidecar).toBe(native ? 'native' : 'classic');
      expect(started(anatomy)).toEqual([...(summary?.initContainers ?? []), ...(summary?.containers ?? [])]);
    },
  );

  it('come from the same input: the counterpart of one is what the other injection gives', async () => {
    const { notes: _, commands: __, ...texts } = await inject('payments.yaml', payments());
    const counterparts = createCounterparts({ injector, reader });
    counterparts.note('one', false);
    const { anatomy, command } = await counterparts.of('one', texts, 0, never);
    expect(anatomy.sidecar).toBe('native');
    expect(command?.line).toContain('ENABLE_NATIVE_SIDECARS=true');
    const native = readAnatomy(await inject('payments.yaml', payments(), { native: true }));
    expect(anatomy.initContainers).toEqual(native.summaries[0]?.initContainers);
    expect(anatomy.containers).toEqual(native.summaries[0]?.containers);
    const again = await counterparts.of('one', texts, 0, never);
    expect(again.command).toBe(command);
  });

  it('are both in a recording that holds them, and need no istioctl then', async () => {
    const { notes: _, commands: __, ...texts } = await inject('payments.yaml', payments());
    const native = await inject('payments.yaml', payments(), { native: true });
    const nobody = { inject: () => Promise.reject(new Error('istioctl was run')) };
    const counterparts = createCounterparts({ injector: nobody, reader });
    const held = { ...texts, counterpart: native.injected };
    const { anatomy, command } = await counterparts.of('recording', held, 0, never);
    expect(anatomy.sidecar).toBe('native');
    expect(command).toBeNull();
  });

  it('are not made up where there is nothing to inject', async () => {
    const { notes: _, commands: __, ...texts } = await inject('payments.yaml', payments());
    const counterparts = createCounterparts({ injector, reader });
    const recorded = await failureOf(counterparts.of('recorded', texts, 0, never));
    expect(recorded.code).toBe('no-counterpart');
    counterparts.note('held', false);
    const held = await failureOf(counterparts.of('held', { ...texts, original: null }, 0, never));
    expect(held.message).toContain('already held its sidecar');
  });

  it('can be called off, and asked for again', async () => {
    const { notes: _, commands: __, ...texts } = await injectCase('31-crlf-multidoc.yaml');
    const counterparts = createCounterparts({ injector, reader });
    counterparts.note('two', false);
    const off = new AbortController();
    const asked = failureOf(counterparts.of('two', texts, 1, off.signal));
    off.abort();
    expect((await asked).code).toBe('cancelled');
    expect((await counterparts.of('two', texts, 1, never)).anatomy.name).toBe('mail');
  });
});
