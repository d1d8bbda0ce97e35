// What a fresh clone needs before anything of it can run: packages and a build. Needs nothing but Node and npm.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { fingerprint, ingredients, readStamp } from './fingerprint.mjs';
import { withLock } from './folder-lock.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** A step that failed, in a sentence; what the program printed comes along for those who want to look. */
export class StepError extends Error {
  constructor(message, output = '') {
    super(message);
    this.output = output;
  }
}

/** A signal came while a program ran for us; that has ended, and what was begun is cleaned up on the way out. */
export class Interrupted extends Error {
  constructor(signal) {
    super(`ended by ${signal}`);
    this.signal = signal;
  }

  /** Ends this process as the signal would have. */
  end() {
    process.kill(process.pid, this.signal);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Says one line to people, never on standard output: that belongs to results. */
export function say(line) {
  process.stderr.write(`sidecar-anatomy: ${line}\n`);
}

/** @returns what is wrong with this Node in a sentence, or null. */
export function nodeProblem(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return null;
  return `Node ${version} is too old: install Node 20.19 or newer from nodejs.org.`;
}

/** Runs a program to its end and keeps what it prints; a signal to us ends it, and then us (`Interrupted`). */
export function run(
  program,
  args,
  { cwd = root, env = process.env, timeoutMs = 20 * 60_000, onOutput } = {},
) {
  return new Promise((done, failed) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs });
    let interrupted = null;
    const interrupt = (signal) => {
      interrupted ??= new Interrupted(signal);
      child.kill('SIGTERM');
    };
    for (const signal of SIGNALS) process.on(signal, interrupt);
    const release = () => {
      for (const signal of SIGNALS) process.off(signal, interrupt);
    };
    let output = '';
    const hear = (chunk) => {
      output = (output + chunk).slice(-200_000);
      onOutput?.(String(chunk));
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', (error) => {
      release();
      failed(new StepError(`${program} could not start: ${error.message}`));
    });
    child.once('close', (code, signal) => {
      release();
      if (interrupted === null) done({ code, signal, output });
      else failed(interrupted);
    });
  });
}

/** npm as this Node would run it: never through a shell. */
function npmCommand() {
  const own = process.env.npm_execpath;
  if (own !== undefined && /npm-cli\.c?js$/.test(own) && existsSync(own)) return [process.execPath, own];
  if (process.platform !== 'win32') return ['npm'];
  return [process.execPath, join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')];
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** True when node_modules holds every package of the lock file in the version that it names. */
export function packagesAreCurrent(folder = root) {
  const wanted = readJson(join(folder, 'package-lock.json'));
  const installed = readJson(join(folder, 'node_modules', '.package-lock.json'));
  if (wanted === null || installed === null) return false;
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (path === '' || entry.optional === true || entry.devOptional === true) return true;
    return installed.packages[path]?.version === entry.version && existsSync(join(folder, path));
  });
}

/** Only one process at a time prepares a clone. */
export const lockFile = join(root, 'out', '.bootstrap.lock');
export const waiting = { onWait: () => say('another process is preparing this clone; waiting for it') };

/** Installs the packages of the lock file when they are not there. Install scripts do not run. */
export async function ensurePackages() {
  if (packagesAreCurrent()) return;
  await withLock(lockFile, installPackages, waiting);
}

async function installPackages() {
  if (packagesAreCurrent()) return;
  say('installing packages (npm ci), about a minute the first time');
  const [program, ...first] = npmCommand();
  const args = [
    ...first,
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const { code, output } = await run(program, args);
  if (code !== 0)
    throw new StepError('the packages could not be installed: check the network and run npm ci here', output);
}

/** Builds the command line and the browser shell's server when their sources changed. */
export async function ensureNodeBuild() {
  if (nodeBuildIsCurrent()) return;
  await withLock(lockFile, buildNode, waiting);
}

export function nodeBuildIsCurrent() {
  if (!existsSync(join(root, 'src'))) return existsSync(join(root, 'out', 'node', 'cli.js'));
  return readStamp(join(root, 'out', 'node')) === fingerprint(root, ingredients.node);
}

export async function buildNode() {
  if (nodeBuildIsCurrent()) return;
  say('building');
  await buildInto('node', (folder) => [
    join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
    ...[
      'build',
      '--config',
      'vite.node.config.ts',
      '--outDir',
      folder,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ],
  ]);
}

/** Builds beside the old build and swaps the two: nobody ever sees a half one. */
async function buildInto(name, args) {
  const place = join(root, 'out', name);
  const fresh = join(root, 'out', `.${name}-${process.pid}`);
  const old = join(root, 'out', `.${name}-old-${process.pid}`);
  try {
    const { code, output } = await run(process.execPath, args(fresh));
    if (code !== 0) throw new StepError('the build failed', output);
    if (existsSync(place)) renameSync(place, old);
    renameSync(fresh, place);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

/** The line of a program's output that tells most about why it failed, without colours. */
export function tellingLine(output) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^at |[:{]$/.test(line));
  const telling = [/missing:|could not|cannot|can't|unresolved/i, /\bE[A-Z]{4,}\b/, /error|fail/i];
  for (const pattern of telling) {
    const found = lines.find((line) => pattern.test(line));
    if (found !== undefined) return found.slice(0, 300);
  }
  return lines.at(-1)?.slice(0, 300) ?? '';
}

/** Two lines: what failed, and the telling line of what the program printed; all of it is kept in a file. */
export function sayFailure(error) {
  say(error.message);
  if (!error.output) return;
  const log = join(root, 'out', 'bootstrap.log');
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, error.output);
  process.stderr.write(`${tellingLine(error.output)} (the rest is in ${log})\n`);
}

/** Runs a script's main function; a step that failed ends it with two lines. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    if (error instanceof Interrupted) return error.end();
    if (!(error instanceof StepError)) throw error;
    sayFailure(error);
    process.exitCode = 1;
  }
}
