type Listener =
  | ((event: { readonly type: 'abort' }) => void)
  | { handleEvent(event: { readonly type: 'abort' }): void };

/** `AbortSignal` for Node 12, as the DOM standard describes it, as far as this app uses it. */
export class AbortSignal12 {
  readonly #listeners = new Map<Listener, boolean>();
  aborted = false;
  reason: unknown = undefined;
  onabort: ((event: { readonly type: 'abort' }) => void) | null = null;

  addEventListener(type: string, listener: Listener, options?: boolean | { readonly once?: boolean }): void {
    if (type !== 'abort') return;
    this.#listeners.set(listener, typeof options === 'object' && options.once === true);
  }

  removeEventListener(type: string, listener: Listener): void {
    if (type === 'abort') this.#listeners.delete(listener);
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  /** Only the controller calls this. */
  fire(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const event = { type: 'abort' } as const;
    this.onabort?.(event);
    for (const [listener, once] of [...this.#listeners]) {
      if (once) this.#listeners.delete(listener);
      if (typeof listener === 'function') listener(event);
      else listener.handleEvent(event);
    }
  }

  static abort(reason: unknown = abortError()): AbortSignal12 {
    const signal = new AbortSignal12();
    signal.fire(reason);
    return signal;
  }

  static timeout(ms: number): AbortSignal12 {
    const signal = new AbortSignal12();
    setTimeout(() => signal.fire(abortError('TimeoutError')), ms).unref();
    return signal;
  }

  static any(signals: readonly AbortSignal12[]): AbortSignal12 {
    const any = new AbortSignal12();
    for (const signal of signals) {
      if (signal.aborted) any.fire(signal.reason);
      else signal.addEventListener('abort', () => any.fire(signal.reason), { once: true });
    }
    return any;
  }
}

export class AbortController12 {
  readonly signal = new AbortSignal12();

  abort(reason: unknown = abortError()): void {
    this.signal.fire(reason);
  }
}

function abortError(name = 'AbortError'): Error {
  const error = new Error('This operation was aborted');
  error.name = name;
  return error;
}
