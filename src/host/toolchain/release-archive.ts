import { chmod, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { extract } from 'tar';
import { inputFailure } from '../../contract/failure.ts';
import { makeFolders } from '../files/make-folders.ts';
import { isExecutableFile } from '../process/paths.ts';
import { download, fetchText } from './download.ts';
import { DownloadError, showUrl } from './download-failure.ts';
import type { GetOptions } from './http-get.ts';
import { unzip } from './unzip.ts';

export interface ArchiveOptions extends GetOptions {
  /** Address of the release, with a slash at the end. */
  readonly base: string;
  /** Archive names to try in order; the next one on a 404. Beside each lies `<name>.sha256`. */
  readonly names: readonly string[];
  /** The one program that is taken from the archive, at its top level. */
  readonly member: string;
  readonly maxBytes: number;
  /** Private folder for what is not yet finished; what lies there from an earlier try is carried on. */
  readonly folder: string;
  /** Where the finished program goes. */
  readonly output: string;
  readonly platform: NodeJS.Platform;
  readonly onProgress?: (doneBytes: number, totalBytes: number | null) => void;
  readonly onVerify?: () => void;
  readonly onUnpack?: () => void;
}

/**
 * Fetches a program from an official release archive: checksum first, then the archive, resumable; the program gets
 * its name and its right to run only after the digest matched.
 * @returns the archive's address.
 * @throws DownloadError, FailureError `archive-broken`
 */
export async function fetchReleaseArchive(options: ArchiveOptions): Promise<string> {
  let missing: DownloadError | null = null;
  for (const name of options.names) {
    const url = `${options.base}${name}`;
    try {
      const sums = await fetchText(`${url}.sha256`, { ...options, maxBytes: 64 * 1024 });
      const sha256 = readChecksum(sums.text, name);
      if (sha256 === null)
        throw new DownloadError(
          'refused',
          `${showUrl(`${url}.sha256`)} holds no SHA-256 checksum for ${name}.`,
        );
      const file = join(options.folder, `${name}.part`);
      await download({ ...options, url, file, sha256 });
      options.onUnpack?.();
      await unpack(file, name, options);
      await rm(file, { force: true });
      return url;
    } catch (error) {
      if (!(error instanceof DownloadError) || error.reason !== 'not-found') throw error;
      missing = error;
    }
  }
  throw missing ?? new DownloadError('not-found', 'There is no release archive for this platform.');
}

/**
 * The digest in a checksum file: `<hex>  <name>` as sha256sum writes it (one or many lines), or the digest alone.
 * Null when the file holds none for this name: an error page has none.
 */
export function readChecksum(text: string, name: string): string | null {
  for (const line of text.trim().split(/\r?\n/)) {
    const [, digest, file] = /^([0-9a-f]{64})(?:\s+\*?(\S.*))?$/i.exec(line.trim()) ?? [];
    if (digest !== undefined && (file === undefined || file.split(/[\\/]/).at(-1) === name))
      return digest.toLowerCase();
  }
  return null;
}

async function unpack(archive: string, name: string, options: ArchiveOptions): Promise<void> {
  const folder = join(options.folder, 'unpacked');
  await rm(folder, { recursive: true, force: true });
  await makeFolders(folder);
  const wanted = options.platform === 'win32' ? `${options.member}.exe` : options.member;
  const isWanted = (path: string): boolean => path.replace(/^\.\//, '') === wanted;
  if (name.endsWith('.zip')) {
    const choose = (path: string): string | null => (isWanted(path) ? wanted : null);
    await unzip({ archive, folder, choose, maxBytes: 4 * options.maxBytes });
  } else {
    await untar(archive, folder, isWanted);
  }
  const program = join(folder, wanted);
  await chmod(program, 0o755).catch(() => undefined);
  if (!isExecutableFile(program))
    throw inputFailure(
      'archive-broken',
      `${name} does not hold the program ${wanted}.`,
      'Install the program yourself and name it in the settings (sidecar-anatomy doctor says where).',
    );
  await makeFolders(dirname(options.output));
  await rename(program, options.output);
  await rm(folder, { recursive: true, force: true });
}

async function untar(archive: string, folder: string, isWanted: (path: string) => boolean): Promise<void> {
  try {
    await extract({
      file: archive,
      cwd: folder,
      strict: true,
      filter: (path, entry) => isWanted(path) && (!('type' in entry) || entry.type === 'File'),
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw inputFailure('archive-broken', `${archive} could not be unpacked: ${why}.`, 'Try again.');
  }
}
