import { setImmediate } from 'node:timers/promises';
import { cancelledFailure } from '../host/failures.ts';

/**
 * Node hears signals of the system when its loop polls, which comes after everything that is under way in the turn: one
 * turn ends without it when it began in the poll, the next one hears, the third is told.
 */
const TURNS = 3;

/**
 * What came while a turn did something else is heard in the next one only: whoever stops listening then would lose it. A
 * turn that took longer than this, in milliseconds, is not the last, but for those of somebody who never rests.
 */
const SHORT_MS = 1;
const MOST_TURNS = 50;

/**
 * To be called before long computing of our own, and before anything is written: a signal that came meanwhile is heard
 * now. Throws FailureError `cancelled`.
 */
export async function hearSignals(signal: AbortSignal): Promise<void> {
  let short = false;
  for (let turn = 0; (turn < TURNS || !short) && turn < MOST_TURNS && !signal.aborted; turn++) {
    const begin = performance.now();
    await setImmediate();
    short = performance.now() - begin < SHORT_MS;
  }
  if (signal.aborted) throw cancelledFailure();
}
