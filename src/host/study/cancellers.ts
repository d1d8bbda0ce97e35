export type OnAbort = (signal: AbortSignal | undefined, cancel: () => void) => () => void;

/**
 * Tells many tasks of one signal's abort by one listener, so that a thousand of them on it are no leak to Node. The latest
 * hears first: what waits is gone before what runs makes room for it. Gives what takes a task off again.
 */
export function createOnAbort(): OnAbort {
  const bySignal = new WeakMap<AbortSignal, Set<() => void>>();
  const hearersOf = (signal: AbortSignal): Set<() => void> => {
    const known = bySignal.get(signal);
    if (known !== undefined) return known;
    const hearers = new Set<() => void>();
    bySignal.set(signal, hearers);
    signal.addEventListener(
      'abort',
      () => {
        for (const cancel of [...hearers].reverse()) cancel();
      },
      { once: true },
    );
    return hearers;
  };
  return (signal, cancel) => {
    if (signal === undefined) return () => undefined;
    const hearers = hearersOf(signal);
    hearers.add(cancel);
    return () => void hearers.delete(cancel);
  };
}
