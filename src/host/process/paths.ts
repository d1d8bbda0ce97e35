import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve, sep } from 'node:path';

/**
 * A path that the operating system can open or start: inside an Electron archive (`app.asar`) there are no real
 * files, so programs and data given to other programs live beside it in `app.asar.unpacked`.
 */
export function unpackedPath(path: string): string {
  return path.replace(/([\\/][^\\/]*\.asar)(?=[\\/])/g, '$1.unpacked');
}

/**
 * A file name as an argument of another program: absolute, so that `-values.json` is not taken as an option and the
 * program's own folder does not matter, and outside of any Electron archive.
 */
export function fileArgument(path: string, cwd: string = process.cwd()): string {
  return unpackedPath(resolve(cwd, path));
}

/** What is at a path, links followed; null when nothing is, or it may not be looked at. */
export function statOrNull(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** True when the path is a file that this user may start. */
export function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Folders of a PATH value: empty and relative entries mean the current folder and are left out, doubles too. */
export function pathFolders(path: string | undefined): readonly string[] {
  return [...new Set((path ?? '').split(delimiter).filter((folder) => isAbsolute(folder)))];
}

/** First startable file called `name` in the folders, or null. */
export function findInFolders(
  name: string,
  folders: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string | null {
  const names = platform === 'win32' && !/\.exe$/i.test(name) ? [`${name}.exe`, name] : [name];
  for (const folder of folders) {
    for (const candidate of names) {
      const path = join(folder, candidate);
      if (isExecutableFile(path)) return path;
    }
  }
  return null;
}

/** True for a bare program name, which is looked up on PATH; a name with a folder in it is a path. */
export function isBareName(program: string): boolean {
  return !program.includes('/') && !program.includes(sep);
}
