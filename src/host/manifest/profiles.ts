import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { generateArguments } from '../../domain/manifest/generate.ts';
import { runIstioctl } from '../inject/istioctl.ts';
import { createPrivateFolder } from '../inject/private-folder.ts';

/** The longest name that is looked for. */
const MAX_NAME = 64;
const MARK = 'profiles/';
const NAME = /profiles\/([a-z0-9][a-z0-9-]{0,63})\.yaml/g;
const TIMEOUT_MS = 20_000;
/** Larger than any istioctl: what is larger is not searched. */
const MAX_PROGRAM_BYTES = 1_000_000_000;
/** More than any release has; each costs a run. */
const MAX_NAMES = 40;
/** No setting of Istio: with it istioctl ends in a tenth of a second, behind the place where it looks for the profile. */
const NO_SETTING = 'sidecarAnatomyAsks';

/**
 * The profiles that an istioctl has. No command lists them in releases since 1.24, so that they are asked for one by one: the
 * names are those of the profile files that stand in the program itself, and each counts only if this istioctl then takes it.
 * Empty where none were found (a program that only starts the real one holds no files).
 * @throws FailureError `cancelled`, `istioctl-timeout`, `istioctl-flood`, `tool-cannot-run`
 */
export async function findProfiles(istioctl: string, signal?: AbortSignal): Promise<readonly string[]> {
  const names = await namesInProgram(istioctl, signal);
  const folder = await createPrivateFolder();
  try {
    const found: string[] = [];
    for (const profile of [...names].sort(defaultFirst).slice(0, MAX_NAMES)) {
      const args = generateArguments({ profile, sets: [`${NO_SETTING}=1`] });
      const call = { istioctl, args, folder, timeoutMs: TIMEOUT_MS };
      const { stderr } = await runIstioctl(signal === undefined ? call : { ...call, signal });
      if (stderr.includes(NO_SETTING) && !/profile "[^"]*" not found/.test(stderr)) found.push(profile);
    }
    return found;
  } finally {
    await folder.dispose();
  }
}

function defaultFirst(a: string, b: string): number {
  if (a === 'default' || b === 'default') return a === b ? 0 : a === 'default' ? -1 : 1;
  return a < b ? -1 : 1;
}

/** Names of files in the program's own folder `profiles`, wherever they stand in it: some are part of longer texts. */
async function namesInProgram(program: string, signal?: AbortSignal): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  if ((await stat(program)).size > MAX_PROGRAM_BYTES) return names;
  let rest: Buffer = Buffer.alloc(0);
  const stream = createReadStream(program, {
    highWaterMark: 4 * 1024 * 1024,
    ...(signal === undefined ? {} : { signal }),
  });
  for await (const chunk of stream) {
    const bytes: Buffer = Buffer.concat([rest, chunk as Buffer]);
    for (let at = bytes.indexOf(MARK); at !== -1; at = bytes.indexOf(MARK, at + MARK.length)) {
      const text = bytes.toString('latin1', at, at + MARK.length + MAX_NAME + '.yaml'.length);
      for (const match of text.matchAll(NAME))
        if (match.index === 0 && match[1] !== undefined) names.add(match[1]);
    }
    rest = bytes.subarray(Math.max(0, bytes.length - MARK.length - MAX_NAME - '.yaml'.length));
  }
  return names;
}
