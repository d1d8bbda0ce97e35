import { inputFailure } from '../../contract/failure.ts';
import type { CommandRun, NamedText, Note } from '../../contract/types.ts';
import {
  explainGenerateFailure,
  generateArguments,
  type ManifestWish,
} from '../../domain/manifest/generate.ts';
import { cancelledFailure, withFailures } from '../failures.ts';
import { readableRun, runIstioctl } from '../inject/istioctl.ts';
import { refuseFlood } from '../inject/istioctl-answer.ts';
import { createPrivateFolder } from '../inject/private-folder.ts';
import { endedHow } from '../process/command-line.ts';
import { findProfiles } from './profiles.ts';

const TIMEOUT_MS = 60_000;
const MAX_EVIDENCE = 4000;
/** Lines of warnings that are told. */
const MAX_WARNINGS = 10;

/** What istioctl printed, and how it was asked. */
export interface GeneratedManifest {
  readonly text: NamedText;
  readonly run: CommandRun;
  /** What it said beside it, and that it wrote nothing. */
  readonly notes: readonly Note[];
}

/** `manifest.yaml`, with the profile in its name where it is not the default one. */
export function generatedName({ profile }: ManifestWish): string {
  return profile === null ? 'manifest.yaml' : `manifest-${profile.replaceAll(/[^\w.-]/g, '_')}.yaml`;
}

/**
 * Runs `istioctl manifest generate`, away from any cluster. A profile that installs nothing (empty) is a result of no object.
 * @throws FailureError `set-wrong`, `profile-wrong`, `profile-unknown`, `set-unknown`, `set-type`, `manifest-failed`,
 *   `output-too-large`, `istioctl-timeout`, `istioctl-flood`, `cancelled`, `tool-cannot-run`
 */
export async function generateManifest(
  istioctl: string,
  wish: ManifestWish,
  signal?: AbortSignal,
  timeoutMs: number = TIMEOUT_MS,
): Promise<GeneratedManifest> {
  const args = withFailures(() => generateArguments(wish));
  const folder = await createPrivateFolder();
  try {
    const call = { istioctl, args, folder, timeoutMs };
    const result = await runIstioctl(signal === undefined ? call : { ...call, signal });
    const name = generatedName(wish);
    refuseFlood(result, name);
    const { exitCode, stdout, stderr } = result;
    if (exitCode !== 0) {
      const { code, message, hint } =
        result.signal === null
          ? explainGenerateFailure(wish, stderr)
          : {
              code: 'manifest-failed',
              message: `istioctl manifest generate ${endedHow(result)}.`,
              hint: 'Try again; if it stays, check this istioctl in a terminal.',
            };
      const has = code === 'profile-unknown' ? await profilesHint(istioctl, signal) : null;
      throw inputFailure(code, message, has ?? hint, null, stderr.slice(0, MAX_EVIDENCE));
    }
    const run = readableRun(result.run, folder);
    return { text: { name, text: stdout }, run, notes: [...silence(stdout, wish), ...warnings(stderr)] };
  } finally {
    await folder.dispose();
  }
}

/** Which profiles there are instead; null where that cannot be told. */
async function profilesHint(istioctl: string, signal?: AbortSignal): Promise<string | null> {
  const profiles = await findProfiles(istioctl, signal).catch(() => []);
  if (signal?.aborted === true) throw cancelledFailure();
  return profiles.length === 0 ? null : `It has ${profiles.join(', ')}.`;
}

function silence(stdout: string, { profile }: ManifestWish): readonly Note[] {
  if (stdout.trim() !== '') return [];
  const of = profile === null ? '' : ` for the profile ${profile}`;
  return [
    {
      code: 'manifest-empty',
      severity: 'warning',
      message: `istioctl ended with exit code 0 and wrote no object${of}: nothing would be installed.`,
      source: null,
    },
  ];
}

function warnings(stderr: string): readonly Note[] {
  return stderr
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_WARNINGS)
    .map((line) => ({
      code: 'istioctl-says',
      severity: 'info' as const,
      message: `istioctl says: ${line.trim().slice(0, 400)}`,
      source: null,
    }));
}
