import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import goMod from '../../../toolchain/istioctl/go.mod?raw';
import goSum from '../../../toolchain/istioctl/go.sum?raw';
import { FailureError, inputFailure } from '../../contract/failure.ts';
import { makeFolders } from '../files/make-folders.ts';
import { findInFolders, pathFolders } from '../process/paths.ts';
import { type RunResult, runProgram } from '../process/run-program.ts';
import type { ToolchainLock } from './lock.ts';

export type GoBuildPin = ToolchainLock['istioctl']['goBuild'];

/** Version stamp: without it the program says `unknown` (variables of istio.io/istio/pkg/version). */
export function linkerFlags(pin: GoBuildPin): string {
  const variable = `${pin.module}/pkg/version`;
  return [
    '-s -w',
    `-X ${variable}.buildVersion=${pin.version}`,
    `-X ${variable}.buildGitRevision=${pin.revision}`,
    `-X ${variable}.buildStatus=Clean`,
  ].join(' ');
}

/** What list and build share: a package counts as compiled only under the very same flags. */
function buildFlags(pin: GoBuildPin): readonly string[] {
  return ['-mod=readonly', '-trimpath', '-ldflags', linkerFlags(pin)];
}

export function goBuildArguments(pin: GoBuildPin, output: string): readonly string[] {
  return ['build', '-v', ...buildFlags(pin), '-o', output, pin.package];
}

/** Lists the packages that the build still has to compile, one a line; fetches the modules it needs for that. */
export function goListArguments(pin: GoBuildPin): readonly string[] {
  return ['list', '-deps', '-f', '{{if .Stale}}{{.ImportPath}}{{end}}', ...buildFlags(pin), pin.package];
}

/** The user's Go settings that decide where modules come from and where results are kept. */
const GO_VARIABLES = [
  'GOPROXY',
  'GONOPROXY',
  'GOSUMDB',
  'GONOSUMDB',
  'GOPRIVATE',
  'GOINSECURE',
  'GOVCS',
  'GOAUTH',
  'NETRC',
  'GOPATH',
  'GOCACHE',
  'GOMODCACHE',
  'GOTMPDIR',
  'GOENV',
  'GOROOT',
  'GOTOOLCHAIN',
  'GOFLAGS',
  'CGO_ENABLED',
  'CC',
];

export function goEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const own = Object.fromEntries(
    GO_VARIABLES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  ) as Record<string, string>;
  // No workspace of the user's around our folder may take part, and cross settings would build for another machine.
  return { ...own, GOWORK: 'off', GO111MODULE: 'on' };
}

/** Go's own installer puts it where no PATH points. */
function usualGoFolders(platform: NodeJS.Platform, home = homedir()): readonly string[] {
  if (platform === 'win32') return ['C:\\Program Files\\Go\\bin'];
  const own = join(home, 'go', 'bin');
  return ['/usr/local/go/bin', '/opt/homebrew/bin', '/usr/local/bin', '/usr/lib/go/bin', '/snap/bin', own];
}

/** Absolute path of Go, or null. */
export function findGo(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  usual: readonly string[] = usualGoFolders(platform),
): string | null {
  return findInFolders('go', [...pathFolders(env.PATH), ...usual], platform);
}

export interface GoBuildOptions {
  readonly go: string;
  readonly pin: GoBuildPin;
  readonly env: NodeJS.ProcessEnv;
  /** An empty private folder for the wrapper module. */
  readonly folder: string;
  /** Where the finished program goes. */
  readonly output: string;
  readonly signal?: AbortSignal;
  /** Counted, never guessed: modules fetched so far (their number is unknown), packages compiled of those to compile. */
  readonly onProgress: (progress: GoBuildProgress) => void;
}

export type GoBuildProgress =
  | { readonly kind: 'modules'; readonly fetched: number }
  | { readonly kind: 'packages'; readonly compiled: number; readonly total: number };

/** 2,000 packages on one slow core. */
const BUILD_TIMEOUT_MS = 60 * 60_000;
const LIST_TIMEOUT_MS = 30 * 60_000;

/**
 * Builds istioctl from the pinned module, in a wrapper module of ours whose go.sum pins every source file.
 * @throws FailureError `build-failed`, `cancelled`
 */
export async function goBuild(options: GoBuildOptions): Promise<void> {
  const { pin, folder, signal } = options;
  await makeFolders(folder);
  await writeFile(join(folder, 'go.mod'), goMod, { mode: 0o600 });
  await writeFile(join(folder, 'go.sum'), goSum, { mode: 0o600 });
  const common = {
    program: options.go,
    cwd: folder,
    // Go's work folder lies in ours, which is removed even when the build is called off.
    env: { ...goEnvironment(options.env), GOTMPDIR: folder },
    ...(signal === undefined ? {} : { signal }),
  };
  let fetched = 0;
  options.onProgress({ kind: 'modules', fetched });
  const list = await runProgram({
    ...common,
    args: goListArguments(pin),
    timeoutMs: LIST_TIMEOUT_MS,
    onStderr: byLine((line) => {
      if (!line.startsWith('go: downloading ')) return;
      fetched += 1;
      options.onProgress({ kind: 'modules', fetched });
    }),
  });
  check(list, 'could not read the pinned module');
  const stale = new Set(list.stdout.split('\n').filter((line) => line !== ''));
  const total = stale.size;
  let compiled = 0;
  options.onProgress({ kind: 'packages', compiled, total });
  const unfinished = join(folder, 'istioctl.unfinished');
  const build = await runProgram({
    ...common,
    args: goBuildArguments(pin, unfinished),
    timeoutMs: BUILD_TIMEOUT_MS,
    onStderr: byLine((line) => {
      if (!stale.delete(line)) return;
      compiled += 1;
      options.onProgress({ kind: 'packages', compiled, total });
    }),
  });
  check(build, 'could not build istioctl');
  await chmod(unfinished, 0o755);
  await makeFolders(dirname(options.output));
  await rename(unfinished, options.output);
  await rm(folder, { recursive: true, force: true });
}

function check(result: RunResult, what: string): void {
  if (result.cancelled) {
    const hint = 'Start it again: what was built so far is kept by Go.';
    throw new FailureError({
      code: 'cancelled',
      kind: 'input',
      message: 'Building istioctl was cancelled.',
      hint,
      source: null,
    });
  }
  if (result.exitCode === 0) return;
  const why = result.timedOut ? 'its time limit ran out' : lastLine(result.stderr);
  throw inputFailure(
    'build-failed',
    `Go ${what}: ${why}.`,
    'Check the network and `go version` (1.26 or newer), or install istioctl and name it in the settings (sidecar-anatomy doctor says where).',
    null,
    result.stderr.slice(-4096),
  );
}

function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('go: downloading '));
  return (lines.at(-1) ?? 'it said nothing').slice(0, 300);
}

/** Hands on whole lines of text that comes in pieces. */
/** Characters; the longest import path is a fraction of it. */
const MAX_LINE = 65_536;

function byLine(handle: (line: string) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    const last = lines.pop() ?? '';
    // No line that anybody waits for is as long: the rest of such a one would only be held.
    rest = last.length > MAX_LINE ? '' : last;
    for (const line of lines) handle(line);
  };
}
