import { homedir, tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inputFailure } from '../../contract/failure.ts';
import type { EnvoyEnded, EnvoySnapshot, RecordedRun } from '../../contract/types.ts';
import type { GivenFile, HostParts } from '../host-parts.ts';
import { parseRecording, type Recording } from './recording.ts';
import { redactPaths } from './redact-paths.ts';

export interface RecordingOptions {
  readonly file: GivenFile;
  /** How long Envoy is watched. */
  readonly seconds: number;
  /** 0 lets the system choose. */
  readonly adminPort: number;
  readonly now: Date;
  readonly signal?: AbortSignal;
}

/**
 * Makes a recording by doing it: injects with the real istioctl, writes the lab's bootstrap, lets the real Envoy
 * validate and run it, and keeps what was seen. Only paths of this machine are taken out.
 */
export async function makeRecording(parts: HostParts, options: RecordingOptions): Promise<Recording> {
  const { file, signal } = options;
  const injected = await parts.injector.inject({
    ...file,
    injection: [],
    native: false,
    ...(signal === undefined ? {} : { signal }),
  });
  const { notes, commands, ...texts } = injected;
  const studyId = 'recording';
  await parts.reader.read(studyId, texts, signal);
  const choice = { variant: 'lab', start: { adminPort: options.adminPort } } as const;
  const { bootstrap, start } = await parts.reader.view(studyId, 0, choice);
  const run = await watch(parts, bootstrap.yaml, options);
  const tools = await parts.toolchain.list();
  const seen = {
    tools,
    commands,
    run: { variant: choice.variant, fetchTimeout: start.fetchTimeout, ...run },
  };
  const { value } = redactPaths(
    seen,
    machineFolders(
      parts,
      tools.map((tool) => tool.path),
    ),
  );
  const format = 'sidecar-anatomy-recording/1';
  const recordedAt = options.now.toISOString();
  const recording = { format, name: file.name, recordedAt, notes, texts, ...value };
  return parseRecording(file.name, JSON.stringify(recording));
}

async function watch(
  parts: HostParts,
  yaml: string,
  options: RecordingOptions,
): Promise<Omit<RecordedRun, 'variant' | 'fetchTimeout'>> {
  const validate = await parts.bench.validate(yaml, options.signal);
  const snapshots: EnvoySnapshot[] = [];
  let tellEnd: (ended: EnvoyEnded) => void = () => undefined;
  const end = new Promise<EnvoyEnded>((done) => {
    tellEnd = done;
  });
  const run = await parts.bench.start(yaml, {
    snapshot: (seen) => void snapshots.push(seen),
    ended: tellEnd,
  });
  await Promise.race([pause(options.seconds * 1000, undefined, { signal: options.signal }), end]).catch(
    () => undefined,
  );
  await parts.bench.stop(run.runId);
  const ended = await end;
  if (snapshots.length === 0)
    throw inputFailure(
      'nothing-recorded',
      'Envoy ended before it could be looked at.',
      'Watch it for longer.',
    );
  return { validate, snapshots, ended };
}

function machineFolders(parts: HostParts, programs: readonly (string | null)[]): string[] {
  const folders = programs.filter((path) => path !== null).map((path) => dirname(path));
  return [...folders, parts.toolchain.cacheDir, tmpdir(), homedir(), process.cwd()];
}
