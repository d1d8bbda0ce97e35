import { promises } from 'node:fs';

// Node 12 has these, but no module `fs/promises` of its own. What the polyfills lend is read when it is called.
export const { access, appendFile, chmod, copyFile, lstat, mkdir, mkdtemp, open, readdir, readFile } =
  promises;
export const { readlink, realpath, rename, rmdir, stat, symlink, truncate, unlink, utimes, writeFile } =
  promises;
export const rm: typeof promises.rm = (path, options) => promises.rm(path, options);
export default promises;
