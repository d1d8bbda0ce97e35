import { expect, it } from 'vitest';
import { hearSignals } from './hear-signals.ts';

const WHERE: readonly [string, (begin: () => void) => void][] = [
  ['in the check phase', (begin) => setImmediate(begin)],
  ['in a timer', (begin) => setTimeout(begin, 1)],
  ['in the poll phase', (begin) => void import('node:fs').then(({ stat }) => stat('.', begin))],
];

it.each(WHERE)(
  'a signal that comes while our own code computes is heard before anything is written: %s',
  async (_, place) => {
    const controller = new AbortController();
    const hear = (): void => controller.abort();
    process.on('SIGUSR2', hear);
    try {
      await new Promise<void>((done) => place(done));
      process.kill(process.pid, 'SIGUSR2');
      const until = performance.now() + 50;
      while (performance.now() < until);
      expect(controller.signal.aborted).toBe(false);
      await expect(hearSignals(controller.signal)).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    } finally {
      process.off('SIGUSR2', hear);
    }
  },
);

it('a signal that comes while something else takes the last of the turns is heard in one more', async () => {
  const controller = new AbortController();
  const hear = (): void => controller.abort();
  process.on('SIGUSR2', hear);
  let turn = 0;
  let sent = 0;
  const takeTime = (): void => {
    turn += 1;
    if (turn === 3) {
      sent = performance.now();
      process.kill(process.pid, 'SIGUSR2');
    }
    const until = performance.now() + 10;
    while (performance.now() < until);
    if (turn < 3) setImmediate(takeTime);
  };
  try {
    // Before the turns of whoever hears, in each of them.
    setImmediate(takeTime);
    await expect(hearSignals(controller.signal)).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    expect(sent).toBeGreaterThan(0);
  } finally {
    process.off('SIGUSR2', hear);
  }
});

it('does not wait for ever when somebody else never rests', async () => {
  let resting = false;
  const work = (): void => {
    const until = performance.now() + 3;
    while (performance.now() < until);
    if (!resting) setImmediate(work);
  };
  setImmediate(work);
  await expect(hearSignals(new AbortController().signal)).resolves.toBeUndefined();
  resting = true;
});
