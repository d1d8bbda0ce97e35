import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inputFailure } from '../../contract/failure.ts';
import type { CommandRun } from '../../contract/types.ts';
import { MANIFEST_ARGUMENTS } from '../../domain/inject/arguments.ts';
import type { InjectionSet } from '../../domain/inject/injection-set.ts';
import { withFailures } from '../failures.ts';
import { hasTexts, isRecord } from '../files/json-shape.ts';
import { makeFolders } from '../files/make-folders.ts';
import { endedHow } from '../process/command-line.ts';
import { readableRun, runIstioctl } from './istioctl.ts';
import { createPrivateFolder } from './private-folder.ts';

const TIMEOUT_MS = 60_000;

/** The first line of a kept copy; the texts follow it as JSON, so that they are hashed and read as they stand. */
const FORMAT = 'sidecar-anatomy manifest 2';

export interface ManifestFiles extends Omit<InjectionSet, 'notes' | 'revision'> {
  /** The run of `manifest generate` they came from, now or earlier. */
  readonly run: CommandRun;
}

/**
 * The three injection files that an istioctl brings along. What `manifest generate` printed is kept per binary
 * (path, size, time of change) and version; a copy that cannot be read or was altered is made anew.
 */
export async function manifestFiles(
  istioctl: string,
  version: string,
  cacheDir: string,
  signal?: AbortSignal,
): Promise<ManifestFiles> {
  const { size, mtimeMs } = await stat(istioctl);
  const identity = createHash('sha256')
    .update(JSON.stringify([FORMAT, istioctl, size, mtimeMs, version]))
    .digest('hex');
  const folder = join(cacheDir, 'manifests');
  const path = join(folder, `${identity.slice(0, 32)}.json`);
  const kept = readKept(path);
  if (kept !== null) return kept;
  const fresh = await generate(istioctl, signal);
  await keep(folder, path, fresh);
  return fresh;
}

async function generate(istioctl: string, signal?: AbortSignal): Promise<ManifestFiles> {
  const folder = await createPrivateFolder();
  try {
    const call = { istioctl, args: MANIFEST_ARGUMENTS, folder, timeoutMs: TIMEOUT_MS };
    const result = await runIstioctl(signal === undefined ? call : { ...call, signal });
    if (result.truncated) throw manifestFailed('went on writing, and was ended', result.stdout);
    if (result.exitCode !== 0) throw manifestFailed(endedHow(result), result.stderr);
    const { injectConfig, meshConfig, values } = await filesIn(result.stdout);
    return { injectConfig, meshConfig, values, run: readableRun(result.run, folder) };
  } finally {
    await folder.dispose();
  }
}

/** The three files in what it wrote: the person named no file that could be corrected. */
async function filesIn(text: string): Promise<InjectionSet> {
  // Loaded when it is needed: a kept copy is not read as YAML.
  const { resolveInjectionFiles } = await import('../../domain/inject/injection-set.ts');
  try {
    return withFailures(() => resolveInjectionFiles([{ name: 'manifest.yaml', text }]));
  } catch {
    const wrote = text.trim() === '' ? 'wrote nothing' : 'wrote something that is no install manifest';
    throw manifestFailed(`ended with exit code 0 and ${wrote}`, text);
  }
}

function manifestFailed(how: string, said: string) {
  return inputFailure(
    'manifest-failed',
    `istioctl manifest generate ${how}.`,
    'Give the three injection files, or another istioctl.',
    null,
    said.slice(0, 2000),
  );
}

function readKept(path: string): ManifestFiles | null {
  try {
    const kept = readFileSync(path);
    const begin = kept.indexOf(10) + 1;
    const content = kept.subarray(begin);
    if (kept.toString('utf8', 0, begin) !== headOf(content)) return null;
    const files: unknown = JSON.parse(content.toString('utf8'));
    return isManifestFiles(files) ? files : null;
  } catch {
    // Missing, cut off, of another format: it is only a copy, and the next lines make a new one.
    return null;
  }
}

function headOf(content: Uint8Array): string {
  return `${FORMAT} ${createHash('sha256').update(content).digest('hex')}\n`;
}

function isManifestFiles(value: unknown): value is ManifestFiles {
  if (!isRecord(value) || !isRun(value.run)) return false;
  return [value.injectConfig, value.meshConfig, value.values].every((text) =>
    hasTexts(text, ['name', 'text']),
  );
}

function isRun(value: unknown): value is CommandRun {
  if (!hasTexts(value, ['line', 'stderr'])) return false;
  const { argv, exitCode, signal, ms } = value;
  return (
    Array.isArray(argv) &&
    argv.every((word) => typeof word === 'string') &&
    (exitCode === null || typeof exitCode === 'number') &&
    (signal === null || typeof signal === 'string') &&
    typeof ms === 'number'
  );
}

/** Written beside and then renamed, so that nobody ever reads half a file. A full disk costs time, not the result. */
async function keep(folder: string, path: string, files: ManifestFiles): Promise<void> {
  const content = Buffer.from(JSON.stringify(files));
  const temporary = `${path}.${randomUUID()}`;
  try {
    await makeFolders(folder);
    await writeFile(temporary, Buffer.concat([Buffer.from(headOf(content)), content]), { mode: 0o600 });
    await chmod(temporary, 0o600);
    await rename(temporary, path);
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}
