// Tells whether a build is younger than what it was made of, by names, sizes and times: no file is read.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const common = ['src', 'toolchain', 'package.json', 'package-lock.json', 'scripts/lib/fingerprint.mjs'];

/** What else the page is made of: its first picture is read out of the recording. */
const page = ['vite.renderer.config.ts', 'vite.first-picture.ts', 'resources/recordings'];

/** What each build is made of, relative to the root. */
export const ingredients = {
  node: [...common, 'vite.node.config.ts', 'scripts/lib/window-problem.mjs'],
  app: [...common, ...page, 'electron.vite.config.ts'],
  electron9: [...common, ...page, 'vite.electron9.config.ts'],
};

function* files(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) {
    yield `${path} ${stat.size} ${stat.mtimeMs}`;
    return;
  }
  for (const name of readdirSync(join(root, path)).sort()) {
    if (!/\.test\.tsx?$/.test(name)) yield* files(root, `${path}/${name}`);
  }
}

/** A short text that changes when any of the paths (files, or folders with all in them but tests) does. */
export function fingerprint(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths) for (const line of files(root, path)) hash.update(`${line}\n`);
  return hash.digest('hex');
}

/** The fingerprint that a build left in its folder, or null. */
export function readStamp(folder) {
  try {
    return readFileSync(join(folder, '.stamp'), 'utf8');
  } catch {
    return null;
  }
}
