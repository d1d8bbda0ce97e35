import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The nearest file or folder called `name` in the folder of the module `from` (`import.meta.url`) or in one above it;
 * null when there is none. Built files lie in `out/<part>/` of a clone or of a package, chunks one folder deeper.
 */
export function locate(
  from: string,
  name: string,
  exists: (path: string) => boolean = existsSync,
): string | null {
  for (let folder = dirname(fileURLToPath(from)); ; folder = dirname(folder)) {
    const path = join(folder, name);
    if (exists(path)) return path;
    if (dirname(folder) === folder) return null;
  }
}
