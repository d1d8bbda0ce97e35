import { constants, existsSync } from 'node:fs';
import { access, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { browserProblem, windowProblem } from '../../scripts/lib/window-problem.mjs';
import { systemSentence } from '../host/failures.ts';
import { makeFolders } from '../host/files/make-folders.ts';
import { makeOwnFolder, writeOwnFile } from '../host/files/own-folder.ts';
import { findInFolders, isExecutableFile, pathFolders } from '../host/process/paths.ts';
import { runProgram } from '../host/process/run-program.ts';
import { locate } from '../host/shell/locate.ts';
import { glibcVersion } from '../host/toolchain/glibc.ts';
import { platformKey, toolchainLock } from '../host/toolchain/lock.ts';
import { settingsFile } from '../host/toolchain/settings.ts';
import type { Toolchain } from '../host/toolchain/toolchain.ts';
import type { CliContext } from './context.ts';
import { examples } from './examples.ts';

/** One finding: `missing` keeps something from working, `note` only limits it. */
export interface Finding {
  readonly state: 'ok' | 'note' | 'missing';
  readonly what: string;
  /** What to do; empty when there is nothing to do. */
  readonly todo: string;
}

/** `doctor`: what this machine has, what is missing, what to do. 1 when something needed is missing. */
export function addDoctorCommand(program: Command, context: CliContext): void {
  program
    .command('doctor')
    .description('say what this machine has, what is missing, and what to do')
    .option('--json', 'as JSON: {"findings":[{"state","what","todo"}]}')
    .addHelpText('after', examples('sidecar-anatomy doctor'))
    .action(
      context.action(async (options: { readonly json?: boolean }) => {
        const findings = await examine(context);
        if (options.json === true) await context.out(`${JSON.stringify({ findings }, null, 2)}\n`);
        else for (const finding of findings) await context.out(findingLines(finding));
        return findings.some(({ state }) => state === 'missing') ? 1 : 0;
      }),
    );
}

const MARKS = { ok: 'ok     ', note: 'note   ', missing: 'missing' } as const;

function findingLines({ state, what, todo }: Finding): string {
  return `${MARKS[state]}  ${what}\n${todo === '' ? '' : `         → ${todo}\n`}`;
}

async function examine(context: CliContext): Promise<readonly Finding[]> {
  const toolchain = context.toolchain();
  return [
    nodeFinding(process.versions.node),
    ...(await programFindings(toolchain)),
    settingsFinding(settingsFile(context.env), existsSync),
    await goFinding(context),
    windowFinding(context.env),
    browserFinding(context.env),
    await portFinding(9982),
    await cacheFinding(toolchain.cacheDir),
    await temporaryFinding(tmpdir()),
    ...platformFindings(process.platform, process.arch, glibcVersion()),
  ];
}

/** Node ≥ 20.19 runs the product; the current Electron's installer asks for 22.12. */
export function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return { state: 'ok', what: `Node ${version}`, todo: '' };
  return {
    state: 'missing',
    what: `Node ${version} is too old`,
    todo: 'Install Node 20.19 or newer (nodejs.org).',
  };
}

async function programFindings(toolchain: Toolchain): Promise<readonly Finding[]> {
  return (await toolchain.list()).map((tool): Finding => {
    if (tool.problem === null)
      return {
        state: 'ok',
        what: `${tool.program} ${tool.version} at ${tool.path} (${tool.source})`,
        todo: '',
      };
    if (tool.path !== null) return { state: 'missing', what: tool.problem, todo: '' };
    return {
      state: 'missing',
      what: `${tool.program} is not on this machine`,
      todo: 'Run `sidecar-anatomy tools --install`; the app also fetches it when it starts.',
    };
  });
}

/** Where a program of one's own can be named for good; a broken file has ended the command before this. */
export function settingsFinding(file: string, exists: (path: string) => boolean): Finding {
  return {
    state: 'ok',
    what: exists(file)
      ? `settings in ${file}`
      : `no settings; programs of your own, and a cluster to be read, can be named in ${file}: {"istioctl": "/path", "envoy": "/path", "kubeconfig": "/path"}`,
    todo: '',
  };
}

async function goFinding(context: CliContext): Promise<Finding> {
  const { findGo } = await import('../host/toolchain/go-build.ts');
  const go = findGo(context.env, process.platform);
  const why = 'only needed to build istioctl where its release archive cannot be fetched';
  if (go === null) return { state: 'note', what: `no Go (${why})`, todo: '' };
  const result = await runProgram({
    program: go,
    args: ['env', 'GOVERSION'],
    timeoutMs: 10_000,
    maxOutputBytes: 64 * 1024,
    endWhenFull: true,
    signal: context.signal,
  });
  return { state: 'ok', what: `${result.stdout.trim() || 'Go'} at ${go} (${why})`, todo: '' };
}

/** The window needs Electron's program; without it the same app runs in a browser. */
export function windowFinding(
  env: NodeJS.ProcessEnv,
  dist: string | null = locate(import.meta.url, join('node_modules', 'electron', 'dist')),
  isRoot: boolean = process.getuid?.() === 0,
): Finding {
  const name = electronProgram(process.platform);
  const found = [env.ELECTRON_OVERRIDE_DIST_PATH, dist]
    .filter((folder) => typeof folder === 'string' && folder !== '')
    .map((folder) => join(String(folder), name))
    .find((path) => isExecutableFile(path));
  if (found !== undefined) {
    const problem = windowProblem(process.platform, env, isRoot);
    if (problem === null) return { state: 'ok', what: `Electron at ${found}`, todo: '' };
    return {
      state: 'note',
      what: `Electron at ${found} cannot be used (${problem}): \`npm start\` opens the same app in a browser`,
      todo: '',
    };
  }
  return {
    state: 'note',
    what: 'no Electron program here: `npm start` opens the same app in a browser',
    todo: '',
  };
}

/** Electron's program inside its `dist` folder, as the npm package `electron` names it. */
function electronProgram(platform: NodeJS.Platform): string {
  switch (platform) {
    case 'win32':
      return 'electron.exe';
    case 'darwin':
      return join('Electron.app', 'Contents', 'MacOS', 'Electron');
    default:
      return 'electron';
  }
}

/** A browser that the browser shell can open. */
export function browserFinding(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Finding {
  if (platform !== 'linux')
    return { state: 'ok', what: 'the default browser opens the browser shell', todo: '' };
  const todo = 'Open the address that `sidecar-anatomy serve` prints in a browser of your own.';
  const problem = browserProblem('linux', env);
  if (problem !== null)
    return { state: 'note', what: `no browser can be opened from here (${problem})`, todo };
  const names = ['xdg-open', 'chromium', 'chromium-browser', 'google-chrome', 'firefox'];
  const found = names.map((name) => findInFolders(name, pathFolders(env.PATH))).find((path) => path !== null);
  if (found !== undefined && found !== null)
    return { state: 'ok', what: `a browser for the browser shell: ${found}`, todo: '' };
  return {
    state: 'note',
    what: 'no browser was found on PATH',
    todo,
  };
}

async function portFinding(port: number): Promise<Finding> {
  const free = await new Promise<boolean>((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
  if (free) return { state: 'ok', what: `port ${port}, the lab's admin port, is free`, todo: '' };
  return {
    state: 'note',
    what: `port ${port}, the lab's admin port, is taken`,
    todo: 'End the program that listens there, or give another with --admin-port.',
  };
}

/** The files of a run are put there; asked by writing, because a full disk lets `access` through. */
async function temporaryFinding(folder: string): Promise<Finding> {
  try {
    const own = await makeOwnFolder(folder);
    try {
      await writeOwnFile(join(own, 'probe'), Buffer.alloc(4_000_000));
    } finally {
      await rm(own, { recursive: true, force: true });
    }
    return { state: 'ok', what: `temporary folder ${folder}`, todo: '' };
  } catch (error) {
    return {
      state: 'missing',
      what: `the temporary folder ${folder} cannot take 4 MB: ${systemSentence(error)}`,
      todo: 'Make room there, correct its rights, or choose another with TMPDIR.',
    };
  }
}

async function cacheFinding(folder: string): Promise<Finding> {
  try {
    await makeFolders(folder);
    await access(folder, constants.W_OK);
    return { state: 'ok', what: `cache folder ${folder}`, todo: '' };
  } catch (error) {
    return {
      state: 'missing',
      what: `the cache folder ${folder} cannot be written to: ${systemSentence(error)}`,
      todo: 'Correct its rights, or choose another with SIDECAR_ANATOMY_CACHE.',
    };
  }
}

/** Limits of a platform that no installation lifts. */
export function platformFindings(
  platform: NodeJS.Platform,
  arch: string,
  glibc: string | null,
): readonly Finding[] {
  const findings: Finding[] = [];
  const key = platformKey(platform, arch);
  if (toolchainLock.envoy.wheels[key] === undefined) {
    findings.push({
      state: 'note',
      what: `there is no Envoy to fetch for ${key}`,
      todo: 'Install Envoy yourself and name it in SIDECAR_ANATOMY_ENVOY; everything but running it works without.',
    });
  } else if (platform === 'linux' && glibc === null) {
    findings.push({
      state: 'note',
      what: `this system's C library is not GNU's: the Envoy that can be fetched does not run on it`,
      todo: 'Install an Envoy built for it and name it in SIDECAR_ANATOMY_ENVOY.',
    });
  }
  if (toolchainLock.istioctl.release.archives[key] === undefined) {
    findings.push({
      state: 'note',
      what: `there is no istioctl release archive for ${key}`,
      todo: 'Go builds it from source; or name one in SIDECAR_ANATOMY_ISTIOCTL.',
    });
  }
  if (platform === 'win32') {
    findings.push({
      state: 'note',
      what: 'on Windows Envoy has no Unix sockets for its admin port: it listens on loopback',
      todo: '',
    });
  }
  return findings;
}
