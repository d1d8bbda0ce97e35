import { setImmediate } from 'node:timers/promises';
import { cancelledFailure } from '../host/failures.ts';

/**
 * Node hears signals of the system when its loop polls, which comes after everything that is under way in the turn: one
 * turn ends without it when it began in the poll, the next one hears, the third is told.
 */
const TURNS = 3;

/**
 * To be called before long computing of our own, and before anything is written: a signal that came meanwhile is heard
 * now. Throws FailureError `cancelled`.
 */
export async function hearSignals(signal: AbortSignal): Promise<void> {
  for (let turn = 0; turn < TURNS && !signal.aborted; turn++) await setImmediate();
  if (signal.aborted) throw cancelledFailure();
}
