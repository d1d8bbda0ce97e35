import { setTimeout as pause } from 'node:timers/promises';
import { inputFailure } from '../../contract/failure.ts';
import type { EnvoyEnded } from '../../contract/types.ts';
import type { StartValues } from '../../domain/anatomy/model.ts';
import type { HostParts } from '../host-parts.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import { machineWords } from './machine-words.ts';
import { createRecorder, type RecorderState } from './recorder.ts';
import { type BootstrapOf, createReel, type OpenedStudy } from './reel.ts';

export interface RecordingOptions {
  /** What was injected, or read as it is. */
  readonly study: Omit<OpenedStudy, 'tools'>;
  readonly of: Omit<BootstrapOf, 'edited'>;
  /** Start values that were chosen. */
  readonly start: Partial<StartValues>;
  /** `payments, lab`. */
  readonly words: string;
  /** The bootstrap that is validated and run. */
  readonly yaml: string;
  /** How long Envoy is watched. */
  readonly seconds: number;
  readonly now: Date;
  /** Version of the app. */
  readonly app: string;
  /** Passwords, tokens and keys are kept as they are; by default they are masked. */
  readonly includeSecrets: boolean;
  /** Gets each line when it is made; the text that is given back may have more masked in it. */
  readonly write?: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface MadeRecording {
  readonly text: string;
  readonly state: RecorderState;
  readonly ended: EnvoyEnded;
  readonly polls: number;
}

/**
 * Makes a recording by doing it: lets the real Envoy validate and run a bootstrap, and keeps every poll, its log and its
 * config_dumps. Paths of this machine are taken out, and secrets masked: Envoy itself has the real values. Interrupted, it ends Envoy and
 * gives what there is.
 */
export async function makeRecording(
  {
    toolchain,
    bench,
  }: Pick<HostParts, 'bench'> & { readonly toolchain: Pick<Toolchain, 'list' | 'cacheDir'> },
  options: RecordingOptions,
): Promise<MadeRecording> {
  const { study, yaml, words, signal, write } = options;
  const tools = await toolchain.list();
  const recorder = createRecorder({
    ...{ name: study.name, app: options.app, now: options.now, includeSecrets: options.includeSecrets },
    ...machineWords(tools, [toolchain.cacheDir]),
    ...(write === undefined ? {} : { write }),
  });
  const reel = createReel(recorder);
  const of = { ...options.of, edited: false };
  reel.opened({ ...study, tools });
  recorder.add({ is: 'chose', ...options.of, start: options.start });
  reel.validated(of, yaml, await bench.validate(yaml, signal));
  let polls = 0;
  let tellEnd: (ended: EnvoyEnded) => void = () => undefined;
  const end = new Promise<EnvoyEnded>((done) => {
    tellEnd = done;
  });
  const run = await bench.start(yaml, {
    snapshot: () => undefined,
    ended: tellEnd,
    record: {
      ...reel.run,
      keep: () => (options.includeSecrets ? 'whole' : 'masked'),
      poll: (snapshot) => {
        polls += 1;
        reel.run.poll(snapshot);
      },
    },
  });
  reel.started(of, words, yaml, run, run.command.ms);
  const time = pause(options.seconds * 1000, undefined, { signal }).catch(() => undefined);
  await Promise.race([time, end]);
  await bench.stop(run.runId);
  const ended = await end;
  reel.ended(ended);
  if (polls === 0)
    throw inputFailure(
      'nothing-recorded',
      'Envoy ended before it could be looked at.',
      'Watch it for longer.',
    );
  return { text: recorder.finish(), state: recorder.state, ended, polls };
}
