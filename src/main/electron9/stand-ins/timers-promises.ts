/** `timers/promises` for Node 12, as far as this app uses it. */
export function setTimeout<T>(
  ms?: number,
  value?: T,
  options?: { readonly signal?: AbortSignal; readonly ref?: boolean },
): Promise<T | undefined> {
  return new Promise((done, fail) => {
    const timer = globalThis.setTimeout(() => done(value), ms);
    if (options?.ref === false) timer.unref();
    const stop = () => {
      clearTimeout(timer);
      fail(options?.signal?.reason);
    };
    if (options?.signal?.aborted === true) stop();
    else options?.signal?.addEventListener('abort', stop, { once: true });
  });
}

export function setImmediate(): Promise<void> {
  return new Promise((done) => {
    globalThis.setImmediate(done);
  });
}
