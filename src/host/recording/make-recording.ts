import { homedir, tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inputFailure } from '../../contract/failure.ts';
import type { EnvoyEnded, EnvoySnapshot, RecordedRun } from '../../contract/types.ts';
import { mapTexts } from '../../domain/redact/map-texts.ts';
import { createRedactor } from '../../domain/redact/redactor.ts';
import type { GivenFile, HostParts } from '../host-parts.ts';
import type { StudyTexts } from '../study/reader.ts';
import { parseRecording, type Recording } from './recording.ts';
import { redactPaths } from './redact-paths.ts';

export interface RecordingOptions {
  readonly file: GivenFile;
  /** How long Envoy is watched. */
  readonly seconds: number;
  /** 0 lets the system choose. */
  readonly adminPort: number;
  readonly now: Date;
  /** Passwords, tokens and keys are kept as they are; by default they are masked. */
  readonly includeSecrets?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Makes a recording by doing it: injects with the real istioctl, writes the lab's bootstrap, lets the real Envoy
 * validate and run it, and keeps what was seen. Paths of this machine are taken out; secrets are masked after the run, which
 * needs them, in what was put in and in all that the programs repeated of it.
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
  const folders = machineFolders(
    parts,
    tools.map((tool) => tool.path),
  );
  const { value } = redactPaths(seen, folders);
  const format = 'sidecar-anatomy-recording/1';
  const recordedAt = options.now.toISOString();
  const told = { notes, texts, ...value };
  const kept = options.includeSecrets === true ? told : withoutSecrets(told);
  const recording = { format, name: file.name, recordedAt, ...kept };
  return parseRecording(file.name, JSON.stringify(recording));
}

/** What is known to be a secret from the texts is masked in what the programs said, too, in whichever came first. */
function withoutSecrets<T extends { readonly texts: StudyTexts }>(told: T): T & { readonly masked: number } {
  const redactor = createRedactor();
  const texts = mapTexts(told.texts, redactor.file);
  const masked = mapTexts(mapTexts({ ...told, texts }, redactor.text), redactor.again);
  return { ...masked, masked: redactor.secrets.size };
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
