import { setFlagsFromString } from 'node:v8';

/**
 * Prepares V8 for a process that does one thing once. Its optimizing compiler would start on code that runs a few times
 * more and is gone, on threads that istioctl needs; so a function has to run sixty times as long as usual before it is
 * worth it. Large inputs get there within a blink. Not for a process that stays: `serve`.
 */
export function tuneForOneRun(): void {
  setFlagsFromString('--interrupt-budget=4000000');
}
