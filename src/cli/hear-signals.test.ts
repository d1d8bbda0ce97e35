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
