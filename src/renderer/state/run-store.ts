import { createStore } from 'zustand/vanilla';
import type { Failure } from '../../contract/failure.ts';
import type { EnvoyEnded, EnvoyRun, EnvoySnapshot, RunningEnvoy } from '../../contract/types.ts';
import { isSilent } from '../../domain/envoy/ladder.ts';
import type { Bridge } from '../bridge/bridge.ts';

/** `lost`: one ran when the host was last heard of. */
export type RunPhase = 'idle' | 'starting' | 'running' | 'stopping' | 'ended' | 'lost';

export interface RunState {
  readonly phase: RunPhase;
  /** `editKey` of the bootstrap that runs, or ran last. */
  readonly key: string | null;
  /** The bootstrap in words: `payments, lab`. */
  readonly of: string;
  readonly yaml: string;
  /** The text was not the generated one: the picture shows another. */
  readonly edited: boolean;
  readonly run: EnvoyRun | null;
  readonly snapshot: EnvoySnapshot | null;
  readonly ended: EnvoyEnded | null;
  /** One sentence when an Envoy was ended while no page was there; null once another has been started. */
  readonly deserted: string | null;
  /** False while the host does not answer: nothing on the screen is live then. */
  readonly connected: boolean;
  start(key: string, of: string, yaml: string, edited?: boolean): Promise<EnvoyRun | Failure>;
  /** Null when it was stopped; else why that could not be asked for. */
  stop(): Promise<Failure | null>;
  /** Takes over an Envoy that runs already: started before a reload, or by another page. */
  adopt(running: RunningEnvoy): void;
  /** Forgets an ended run, so that the ladder speaks of the present again. */
  clear(): void;
}

export function createRunStore(bridge: Bridge) {
  return createStore<RunState>((set, get) => {
    /** Events may come before the answer to `envoy:start`; those of an earlier run are not ours. */
    const early = new Map<string, { snapshot?: EnvoySnapshot; ended?: EnvoyEnded }>();
    /** What Envoy said last. A look at one that is ending finds it silent, which tells nothing of where it stood. */
    let spoken: EnvoySnapshot | null = null;
    const heard = (snapshot: EnvoySnapshot | null): EnvoySnapshot | null => {
      if (snapshot !== null && !isSilent(snapshot)) spoken = snapshot;
      return snapshot;
    };
    bridge.on('envoy:snapshot', (snapshot) => {
      const { run, phase } = get();
      if (run?.runId === snapshot.runId) {
        if (phase === 'lost') set({ phase: 'running' });
        if (phase !== 'ended') set({ snapshot: heard(snapshot) });
      } else if (phase === 'starting') early.set(snapshot.runId, { ...early.get(snapshot.runId), snapshot });
    });
    bridge.on('envoy:ended', (ended) => {
      const { run, phase } = get();
      const last = spoken?.runId === ended.runId ? spoken : get().snapshot;
      if (run?.runId === ended.runId) set({ ended, phase: 'ended', snapshot: last });
      else if (phase === 'starting') early.set(ended.runId, { ...early.get(ended.runId), ended });
    });

    bridge.onConnection((connected) => {
      const { phase } = get();
      set({ connected });
      if (!connected && (phase === 'running' || phase === 'stopping')) set({ phase: 'lost' });
    });
    bridge.on('envoy:started', (running) => get().adopt(running));
    bridge.on('envoy:deserted', ({ runId, words, afterMs }) => {
      // Who showed it has been told by its end.
      if (get().run?.runId === runId || get().phase !== 'idle') return;
      const what = words === '' ? 'Envoy' : `Envoy (${words})`;
      set({ deserted: `${what} was stopped: no page was open for ${Math.round(afterMs / 1000)} s` });
    });

    return {
      phase: 'idle',
      key: null,
      of: '',
      yaml: '',
      edited: false,
      run: null,
      snapshot: null,
      ended: null,
      deserted: null,
      connected: true,
      async start(key, of, yaml, edited = false) {
        if (get().phase === 'running') {
          const failure = await get().stop();
          if (failure !== null) return failure;
        }
        early.clear();
        set({
          phase: 'starting',
          key,
          of,
          yaml,
          edited,
          run: null,
          snapshot: null,
          ended: null,
          deserted: null,
        });
        const outcome = await bridge.request('envoy:start', { yaml, label: { key, words: of, edited } });
        if (!outcome.ok) {
          set({ phase: 'idle', key: null });
          return outcome.failure;
        }
        const before = early.get(outcome.value.runId);
        set({
          run: outcome.value,
          snapshot: heard(before?.snapshot ?? null),
          ended: before?.ended ?? null,
          phase: before?.ended === undefined ? 'running' : 'ended',
        });
        early.clear();
        return outcome.value;
      },
      async stop() {
        const { run, phase } = get();
        if (run === null || phase !== 'running') return null;
        set({ phase: 'stopping' });
        const outcome = await bridge.request('envoy:stop', { runId: run.runId });
        if (get().phase === 'stopping') set({ phase: outcome.ok ? 'ended' : 'running' });
        return outcome.ok ? null : outcome.failure;
      },
      adopt(running) {
        const { phase, run } = get();
        // The answer to our own start says the same.
        if (phase === 'starting') return;
        if (run?.runId === running.run.runId) {
          if (phase === 'lost') set({ phase: 'running' });
          return;
        }
        const { label, yaml, snapshot } = running;
        set({
          phase: 'running',
          key: label?.key ?? '',
          of: label?.words ?? '',
          edited: label?.edited ?? false,
          yaml,
          run: running.run,
          snapshot: heard(snapshot),
          ended: null,
          deserted: null,
        });
      },
      clear() {
        if (get().phase === 'ended')
          set({ phase: 'idle', key: null, run: null, snapshot: null, ended: null });
      },
    };
  });
}
