import { cutTo, type MaybeTerminal, rowWidth } from './one-row.ts';

/** A line on a terminal that says what a command waits for; gone without a trace when it is over. */
export interface WaitingLine {
  /** What is waited for from now on; null: nothing. */
  say(what: string | null): void;
  /** Takes the line away, so that something else can be written there; it comes back with the next second. */
  clear(): void;
}

/** A step that is over within this is not worth a line, in milliseconds. */
const QUIET_MS = 1000;
const ERASE = '\r\u001b[K';

/**
 * `istioctl kube-inject … 3 s` on a terminal, from the second second of a step on, counted up. Files and pipes get
 * nothing.
 */
export function waitingLine(stderr: MaybeTerminal, now: () => number = Date.now): WaitingLine {
  if (stderr.isTTY !== true) return { say: () => undefined, clear: () => undefined };
  let timer: NodeJS.Timeout | null = null;
  let shown = false;
  const clear = (): void => {
    if (shown) stderr.write(ERASE);
    shown = false;
  };
  return {
    clear,
    say(what) {
      if (timer !== null) clearInterval(timer);
      timer = null;
      clear();
      if (what === null) return;
      const since = now();
      timer = setInterval(() => {
        const time = ` … ${Math.floor((now() - since) / 1000)} s`;
        stderr.write(`${ERASE}${cutTo(what, rowWidth(stderr) - time.length)}${time}`);
        shown = true;
      }, QUIET_MS);
      // A line never keeps a command from ending.
      timer.unref();
    },
  };
}
