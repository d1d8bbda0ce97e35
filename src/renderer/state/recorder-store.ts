import { createStore } from 'zustand/vanilla';
import type { Failure } from '../../contract/failure.ts';
import type { RequestInput } from '../../contract/requests.ts';
import type { RecordingState, SavedRecording } from '../../contract/types.ts';
import type { Bridge } from '../bridge/bridge.ts';

export interface RecorderStoreState {
  /** What the host records, or has recorded; null: nothing. */
  readonly recording: RecordingState | null;
  /** When that was told, in milliseconds of this page. */
  readonly toldAt: number;
  /** The recording that this page tells what is done on it; null: none. */
  readonly mine: string | null;
  take(recording: RecordingState | null): void;
  setMine(id: string | null): void;
  /** Null when it was done; else why not. */
  start(shown: RequestInput<'record:start'>): Promise<Failure | null>;
  stop(): Promise<Failure | null>;
  save(secrets: boolean): Promise<SavedRecording | Failure>;
  discard(): Promise<void>;
}

/** How long something is being recorded, in whole seconds. @param now in milliseconds of this page */
export function recordedSeconds({ recording, toldAt }: RecorderStoreState, now: number): number {
  if (recording === null) return 0;
  const since = recording.phase === 'recording' ? Math.floor((now - toldAt) / 1000) : 0;
  return recording.seconds + Math.max(0, since);
}

export function createRecorderStore(bridge: Bridge) {
  return createStore<RecorderStoreState>((set, get) => {
    bridge.on('record:state', (recording) => get().take(recording));
    return {
      recording: null,
      toldAt: 0,
      mine: null,
      take: (recording) => set({ recording, toldAt: performance.now() }),
      setMine: (mine) => set({ mine }),
      async start(shown) {
        const outcome = await bridge.request('record:start', shown);
        if (!outcome.ok) return outcome.failure;
        set({ mine: outcome.value.id });
        get().take(outcome.value);
        return null;
      },
      async stop() {
        const outcome = await bridge.request('record:stop', {});
        if (!outcome.ok) return outcome.failure;
        get().take(outcome.value);
        return null;
      },
      async save(secrets) {
        const outcome = await bridge.request('record:save', { secrets });
        if (!outcome.ok) return outcome.failure;
        set({ mine: null });
        get().take(null);
        return outcome.value;
      },
      async discard() {
        await bridge.request('record:discard', {});
        set({ mine: null });
        get().take(null);
      },
    };
  });
}
