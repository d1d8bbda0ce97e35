import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { inputFailure } from '../../contract/failure.ts';
import type { CommandRun } from '../../contract/types.ts';
import { MANIFEST_ARGUMENTS } from '../../domain/inject/arguments.ts';
import { type InjectionSet, resolveInjectionFiles } from '../../domain/inject/injection-set.ts';
import { withFailures } from '../failures.ts';
import { readableRun, runIstioctl } from './istioctl.ts';
import { createPrivateFolder } from './private-folder.ts';

const TIMEOUT_MS = 60_000;

const named = z.strictObject({ name: z.string(), text: z.string() });
const content = z.strictObject({
  injectConfig: named,
  meshConfig: named,
  values: named,
  run: z.strictObject({
    argv: z.array(z.string()),
    line: z.string(),
    exitCode: z.number().nullable(),
    signal: z.string().nullable(),
    ms: z.number(),
    stderr: z.string(),
  }),
});
const file = z.strictObject({ format: z.literal(1), sha256: z.string(), content: z.string() });

export interface ManifestFiles extends Omit<InjectionSet, 'notes'> {
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
    .update(JSON.stringify([istioctl, size, mtimeMs, version]))
    .digest('hex');
  const folder = join(cacheDir, 'manifests');
  const path = join(folder, `${identity.slice(0, 32)}.json`);
  const kept = await readKept(path);
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
    if (result.exitCode !== 0 || result.truncated)
      throw inputFailure(
        'manifest-failed',
        `istioctl manifest generate ended with exit code ${result.exitCode ?? 'none'}.`,
        'Give the three injection files, or another istioctl.',
        null,
        result.stderr.slice(0, 2000),
      );
    const name = 'manifest.yaml';
    const set = withFailures(() => resolveInjectionFiles([{ name, text: result.stdout }]));
    const { injectConfig, meshConfig, values } = set;
    return { injectConfig, meshConfig, values, run: readableRun(result.run, folder) };
  } finally {
    await folder.dispose();
  }
}

async function readKept(path: string): Promise<ManifestFiles | null> {
  try {
    const kept = file.parse(JSON.parse(await readFile(path, 'utf8')));
    if (sha256(kept.content) !== kept.sha256) return null;
    return content.parse(JSON.parse(kept.content));
  } catch {
    // Missing, cut off, of another format: it is only a copy, and the next lines make a new one.
    return null;
  }
}

/** Written beside and then renamed, so that nobody ever reads half a file. A full disk costs time, not the result. */
async function keep(folder: string, path: string, files: ManifestFiles): Promise<void> {
  const text = JSON.stringify(files);
  const temporary = `${path}.${randomUUID()}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(temporary, JSON.stringify({ format: 1, sha256: sha256(text), content: text }), {
      mode: 0o600,
    });
    await chmod(temporary, 0o600);
    await rename(temporary, path);
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
