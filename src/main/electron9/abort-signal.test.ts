import { describe, expect, test } from 'vitest';
import { AbortController12, AbortSignal12 } from './abort-signal.ts';

// The same sentences hold for Node's own classes: what we lend to Node 12 behaves like the standard.
describe.each([
  ['lent to Node 12', AbortController12, AbortSignal12],
  ['of Node', AbortController, AbortSignal],
])('AbortController %s', (_name, Controller, Signal) => {
  test('tells each listener once, those added with “once” and others, and not those taken away', () => {
    const controller = new Controller();
    const heard: string[] = [];
    const gone = () => heard.push('gone');
    controller.signal.addEventListener('abort', () => heard.push('a'), { once: true });
    controller.signal.addEventListener('abort', () => heard.push('b'));
    controller.signal.addEventListener('abort', gone);
    controller.signal.removeEventListener('abort', gone);
    controller.abort();
    controller.abort();
    expect(heard).toEqual(['a', 'b']);
    expect(controller.signal.aborted).toBe(true);
  });

  test('throws its reason, by default an AbortError', () => {
    const controller = new Controller();
    expect(() => controller.signal.throwIfAborted()).not.toThrow();
    controller.abort();
    expect(() => controller.signal.throwIfAborted()).toThrow(expect.objectContaining({ name: 'AbortError' }));
    const other = new Controller();
    other.abort(new Error('enough'));
    expect(() => other.signal.throwIfAborted()).toThrow('enough');
  });

  test('a signal of several is aborted with the first, also one that was aborted before', async () => {
    expect(Signal.abort().aborted).toBe(true);
    const timeout = Signal.timeout(5);
    await new Promise((done) => setTimeout(done, 30));
    expect(timeout.aborted).toBe(true);
    expect(timeout.reason).toMatchObject({ name: 'TimeoutError' });
  });
});

test('a signal of several is aborted when one of them is', () => {
  const first = new AbortController12();
  const any = AbortSignal12.any([first.signal, new AbortController12().signal]);
  expect(any.aborted).toBe(false);
  first.abort();
  expect(any.aborted).toBe(true);
  expect(AbortSignal12.any([first.signal]).aborted).toBe(true);
});
