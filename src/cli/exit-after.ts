import { constants } from 'node:os';

/**
 * The exit code of a run that may have been interrupted: what a signal kept from being done ends as a shell tells it of a
 * program that the signal ended (128 and its number); what ends well on a signal (`serve`, `run`) is done, 0.
 */
export function exitAfter(code: number, signal: NodeJS.Signals | null): number {
  return signal !== null && code === 1 ? 128 + constants.signals[signal] : code;
}
