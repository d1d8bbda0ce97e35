import { FailureError } from '../../contract/failure.ts';

/** Why a download gave nothing; decides whether another name, another source or another try makes sense. */
export type DownloadReason =
  | 'unreachable'
  | 'not-found'
  | 'refused'
  | 'stalled'
  | 'short'
  | 'too-long'
  | 'wrong-digest'
  | 'insecure'
  | 'disk'
  | 'cancelled';

const HINTS: Readonly<Record<DownloadReason, string>> = {
  unreachable: 'Check the network and the proxy settings, then try again.',
  'not-found':
    'Install the program yourself and name it in the settings (sidecar-anatomy doctor says where).',
  refused:
    'Try again later, or install the program yourself and name it in the settings (sidecar-anatomy doctor says where).',
  stalled: 'Check the network, then try again: what has arrived is kept.',
  short: 'Try again: what has arrived is kept.',
  'too-long':
    'The server sent something else than the release; install the program yourself and name it in the settings (sidecar-anatomy doctor says where).',
  'wrong-digest': 'The file was not kept. Try again; if it stays so, do not trust that source.',
  insecure: 'Use an address that starts with https://.',
  disk: 'Make room or choose another folder with SIDECAR_ANATOMY_CACHE.',
  cancelled: 'Start it again: what has arrived is kept.',
};

/** A download that failed, in one sentence, with its kind. */
export class DownloadError extends FailureError {
  constructor(
    readonly reason: DownloadReason,
    message: string,
  ) {
    const code = reason === 'cancelled' ? 'cancelled' : 'download-failed';
    super({ code, kind: 'input', message, hint: HINTS[reason], source: null });
    this.name = 'DownloadError';
  }
}

/** An address for people: without user name and password. */
export function showUrl(url: string | URL): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  shown.hash = '';
  return shown.href;
}
