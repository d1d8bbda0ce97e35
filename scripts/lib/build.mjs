// Builds what a window needs: the app for the current Electron and for browsers, and the lowered flavour for tests.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildNode, lockFile, root, run, StepError, say, waiting } from './bootstrap.mjs';
import { fingerprint, ingredients, readStamp } from './fingerprint.mjs';
import { withLock } from './folder-lock.mjs';

/** Parts of the lowered flavour, each a run of its own; the first empties the folder. */
const electron9Parts = ['main', 'anatomy-worker', 'config-dump-worker', 'preload', 'renderer'];

const module = (...path) => join(root, 'node_modules', ...path);

/** Builds the command line, the app and, when asked, the lowered flavour, each only when its sources changed. */
export async function ensureFullBuild({ electron9 = false } = {}) {
  await withLock(
    lockFile,
    async () => {
      await buildNode();
      await once('app', 'renderer', [
        [module('electron-vite', 'bin', 'electron-vite.js'), 'build', '--logLevel', 'warn'],
      ]);
      if (!electron9) return;
      const vite = (mode) => [
        'build',
        '--config',
        'vite.electron9.config.ts',
        '--mode',
        mode,
        '--logLevel',
        'warn',
      ];
      await once(
        'electron9',
        'electron9',
        electron9Parts.map((mode) => [module('vite', 'bin', 'vite.js'), ...vite(mode)]),
      );
    },
    waiting,
  );
}

async function once(name, folder, commands) {
  const made = fingerprint(root, ingredients[name]);
  if (readStamp(join(root, 'out', folder)) === made) return;
  say(`building (${name})`);
  for (const args of commands) {
    const { code, output } = await run(process.execPath, args);
    if (code !== 0) throw new StepError(`the build failed (${name})`, output);
  }
  writeFileSync(join(root, 'out', folder, '.stamp'), made);
}
