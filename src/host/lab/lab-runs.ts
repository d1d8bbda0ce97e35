import type { LabOver, LabProgress, LabUnderWay } from '../../contract/lab-types.ts';
import { toFailure } from '../failures.ts';
import type { LabPlace } from './read-folder.ts';

/** What is told of a run to whoever follows it. */
export interface LabRunListeners {
  progress(progress: LabProgress): void;
  over(over: LabOver): void;
}

/** The work of a run: `tell` passes its progress on. */
type LabWorkOf<T> = (
  signal: AbortSignal,
  tell: (progress: Pick<LabProgress, 'step' | 'state'>) => void,
) => Promise<T>;

/** The labs that are being done, for pages that come later, and for who calls one of them off. */
export interface LabRuns {
  /** Follows a run to its end; the end is told before this resolves. `ending` calls it off, as `cancel` does. */
  follow<T>(
    run: string,
    place: Pick<LabPlace, 'lab' | 'folder'>,
    ending: AbortSignal,
    work: LabWorkOf<T>,
  ): Promise<T>;
  /** The one that writes into this folder; of several the first, on which the others wait. */
  underWay(place: Pick<LabPlace, 'lab' | 'folder'>): LabUnderWay | null;
  cancel(run: string): void;
}

interface Known {
  readonly place: Pick<LabPlace, 'lab' | 'folder'>;
  readonly abort: AbortController;
  state: LabUnderWay;
}

export function createLabRuns(listeners: LabRunListeners): LabRuns {
  const known = new Set<Known>();
  return {
    async follow(run, place, ending, work) {
      const mine: Known = { place, abort: new AbortController(), state: { run, step: null, made: [] } };
      const end = (): void => mine.abort.abort();
      ending.addEventListener('abort', end, { once: true });
      known.add(mine);
      const over = (failure: LabOver['failure']): void => {
        known.delete(mine);
        ending.removeEventListener('abort', end);
        listeners.over({ run, failure });
      };
      try {
        const result = await work(mine.abort.signal, ({ step, state }) => {
          const { made } = mine.state;
          mine.state =
            state === 'running' ? { run, step, made } : { run, step: null, made: [...made, { step, state }] };
          listeners.progress({ run, lab: place.lab, step, state });
        });
        over(null);
        return result;
      } catch (error) {
        over(toFailure(error));
        throw error;
      }
    },
    underWay({ lab, folder }) {
      const found = [...known].find(({ place }) => place.lab === lab && place.folder === folder);
      return found?.state ?? null;
    },
    cancel(run) {
      for (const { state, abort } of known) if (state.run === run) abort.abort();
    },
  };
}
