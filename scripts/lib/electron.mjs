// Finds Electron's program, or lets the package fetch it once.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, run, say } from './bootstrap.mjs';

const folder = join(root, 'node_modules', 'electron');
/** A refused download is not asked for again at every start. */
const REFUSED_FOR_MS = 24 * 60 * 60_000;
const INSTALL_LIMIT_MS = 60_000;

function programName() {
  if (process.platform === 'win32') return 'electron.exe';
  return process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron';
}

/** Absolute path of Electron's program as the package `electron` looks for it, or null. */
export function findElectron(env = process.env) {
  const own = env.ELECTRON_OVERRIDE_DIST_PATH;
  const path = join(own === undefined || own === '' ? join(folder, 'dist') : own, programName());
  return existsSync(path) ? path : null;
}

/** @returns `{program}`, or `{reason}`: in a few words why there is none. */
export async function ensureElectron() {
  const found = findElectron();
  if (found !== null) return { program: found };
  const installer = join(folder, 'install.js');
  if (!existsSync(installer)) return { reason: 'the package electron is not installed' };
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 12))
    return { reason: `its installer needs Node 22.12 or newer, this is ${process.versions.node}` };
  const version = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
  const refused = join(root, 'out', `.electron-${version}-refused`);
  if (existsSync(refused) && Date.now() - statSync(refused).mtimeMs < REFUSED_FOR_MS)
    return { reason: 'its download was refused within the last day' };
  say(`fetching Electron ${version}, one minute at most`);
  const { code, signal } = await run(process.execPath, [installer], {
    cwd: folder,
    timeoutMs: INSTALL_LIMIT_MS,
  });
  const program = findElectron();
  if (code === 0 && program !== null) return { program };
  mkdirSync(dirname(refused), { recursive: true });
  writeFileSync(refused, '');
  return { reason: signal === null ? 'it cannot be fetched here' : 'fetching it took longer than a minute' };
}
