import type { Outcome } from '../../contract/failure.ts';
import type { Study } from '../../contract/types.ts';
import { findBridge } from './find-bridge.ts';

export const bridge = findBridge(window);

let answer: Promise<Outcome<Study>> | null = null;

/** The shipped recording, with which every window begins. Who asks again gets the same answer. */
export function askForRecording(): Promise<Outcome<Study>> {
  answer ??= bridge.request('recording:sample', {});
  return answer;
}
