/** Work that a person can call off, and that is waited for when the app ends. */
export interface UnderWay {
  /** Does a piece of work; `cancel` aborts its signal. */
  run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Calls off everything that is under way. */
  cancel(): void;
  /** Waits until what was called off has cleaned up, for a time at most. */
  settled(limitMs: number): Promise<void>;
}

const noop = (): void => undefined;

export function createUnderWay(): UnderWay {
  const controllers = new Set<AbortController>();
  const unfinished = new Set<Promise<void>>();
  return {
    async run(work) {
      const controller = new AbortController();
      controllers.add(controller);
      const working = work(controller.signal);
      const settled = working.then(noop, noop);
      unfinished.add(settled);
      try {
        return await working;
      } finally {
        controllers.delete(controller);
        unfinished.delete(settled);
      }
    },
    cancel() {
      for (const controller of controllers) controller.abort();
    },
    async settled(limitMs) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((done) => {
        timer = setTimeout(done, limitMs);
      });
      await Promise.race([Promise.all(unfinished), late]);
      clearTimeout(timer);
    },
  };
}
