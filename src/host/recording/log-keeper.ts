/** Keeps a log in pieces that can be looked at one by one: whole lines, and what spans lines together. */
export interface LogKeeper {
  /** @param t in milliseconds since the recording began */
  add(t: number, text: string): void;
  /** Gives what is complete; with `all` what is not, too. */
  flush(all: boolean): void;
}

/** Most of one recording's log, in characters; what comes after it is said to be left out. */
const MOST = 3_000_000;
/** A line that goes on and on is given all the same. */
const MOST_OPEN = 64_000;

export function logKeeper(give: (t: number, text: string) => void): LogKeeper {
  let pending: { t: number; text: string } | null = null;
  let length = 0;

  function emit(t: number, text: string): void {
    if (text === '' || length > MOST) return;
    length += text.length;
    give(t, length > MOST ? `… the log is longer than ${MOST / 1e6} MB; the rest is not kept\n` : text);
  }
  return {
    add(t, text) {
      if (text === '') return;
      if (pending !== null && pending.t !== t && isComplete(pending.text)) {
        emit(pending.t, pending.text);
        pending = null;
      }
      pending = { t: pending?.t ?? t, text: (pending?.text ?? '') + text };
      if (pending.text.length > MOST_OPEN) this.flush(true);
    },
    flush(all) {
      if (pending === null || !(all || isComplete(pending.text))) return;
      emit(pending.t, pending.text);
      pending = null;
    },
  };
}

/** Ends with a line, and not within a key of several lines. */
function isComplete(text: string): boolean {
  return text.endsWith('\n') && text.lastIndexOf('-----BEGIN ') <= text.lastIndexOf('-----END ');
}
