import { readFile, realpath } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, resolve } from 'node:path';

const types: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.woff', 'font/woff'],
  ['.json', 'application/json; charset=utf-8'],
  ['.wasm', 'application/wasm'],
  ['.txt', 'text/plain; charset=utf-8'],
]);

export interface StaticFile {
  readonly path: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/**
 * The file below `root` that the path of a URL names, or null when there is none or when the path tries to leave
 * `root`: by `..` in any encoding, by a backslash, by an absolute path, or through a symbolic link.
 */
export async function readStatic(root: string, urlPath: string): Promise<StaticFile | null> {
  const path = resolveInside(root, urlPath);
  if (path === null) return null;
  const type = types.get(extname(path).toLowerCase());
  if (type === undefined) return null;
  try {
    const [realRoot, realFile] = await Promise.all([realpath(root), realpath(path)]);
    if (!isInside(realRoot, realFile)) return null;
    return { path: realFile, type, bytes: await readFile(realFile) };
  } catch {
    return null;
  }
}

/** The same check without touching the disk. `/` names `index.html`. */
export function resolveInside(root: string, urlPath: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return null;
  }
  if (decoded.includes('\0') || decoded.includes('\\') || decoded.includes(':')) return null;
  if (decoded.split('/').includes('..')) return null;
  const path = resolve(join(root, decoded === '/' || decoded === '' ? 'index.html' : decoded));
  return isInside(resolve(root), path) ? path : null;
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}
