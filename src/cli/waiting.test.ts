import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitingLine } from './waiting.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function terminal(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), { isTTY });
  return { stream, seen: () => String(stream.read() ?? '') };
}

it('says what a step waits for after a second, counts on, and leaves nothing behind', () => {
  const { stream, seen } = terminal(true);
  const line = waitingLine(stream);
  line.say('istioctl kube-inject');
  vi.advanceTimersByTime(900);
  expect(seen()).toBe('');
  vi.advanceTimersByTime(1200);
  expect(seen()).toBe('\r\u001b[Kistioctl kube-inject … 1 s\r\u001b[Kistioctl kube-inject … 2 s');
  line.say(null);
  expect(seen()).toBe('\r\u001b[K');
  vi.advanceTimersByTime(5000);
  expect(seen()).toBe('');
});

it('begins anew with every step, and takes nothing away that it did not write', () => {
  const { stream, seen } = terminal(true);
  const line = waitingLine(stream);
  line.say('one');
  vi.advanceTimersByTime(700);
  line.say('two');
  vi.advanceTimersByTime(700);
  line.clear();
  expect(seen()).toBe('');
});

it('stays in one row of a narrow terminal, the seconds visible', () => {
  const { stream, seen } = terminal(true);
  const line = waitingLine(Object.assign(stream, { columns: 24 }));
  line.say('istioctl manifest generate (once per version)');
  vi.advanceTimersByTime(1000);
  expect(seen()).toBe('\r\u001b[Kistioctl manifes… … 1 s');
  line.say(null);
});

it('says nothing to a file or a pipe', () => {
  const { stream, seen } = terminal(false);
  waitingLine(stream).say('istioctl kube-inject');
  vi.advanceTimersByTime(5000);
  expect(seen()).toBe('');
});
