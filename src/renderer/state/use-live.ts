import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useStores } from './app.ts';
import { byHandWords } from './bench-text.ts';
import { type CurrentBootstrap, currentBootstrap } from './current-bootstrap.ts';
import { filmInput } from './film-run.ts';
import type { LiveInput } from './live.ts';
import { newestReport, type Report } from './report.ts';

/** The bootstrap on the stage. */
export function useCurrentBootstrap(): CurrentBootstrap | null {
  const stores = useStores();
  const study = useStore(stores.study);
  const edits = useStore(stores.bootstrap, (state) => state.edits);
  return useMemo(() => currentBootstrap(study, { edits }), [study, edits]);
}

/** What the picture must say of a bootstrap edited by hand; null while it shows the text that there is. */
export function useByHandWords(): string | null {
  const stores = useStores();
  const bootstrap = useCurrentBootstrap();
  const runsEdited = useStore(
    stores.run,
    (state) => state.edited && state.key === bootstrap?.key && state.phase !== 'idle' && state.ended === null,
  );
  const past = useStore(stores.player, (state) => state.film !== null);
  if (past) return byHandWords(bootstrap?.edited === true, false);
  return byHandWords(bootstrap?.edited === true, runsEdited);
}

/** What a real Envoy said of the bootstrap on the stage, ready for the ladder and the drawing. */
export function useLiveInput(): LiveInput {
  const stores = useStores();
  const bootstrap = useCurrentBootstrap();
  const verdict = useStore(stores.bootstrap, (state) => state.verdict);
  const phase = useStore(stores.run, (state) => state.phase);
  const key = useStore(stores.run, (state) => state.key);
  const snapshot = useStore(stores.run, (state) => state.snapshot);
  const ended = useStore(stores.run, (state) => state.ended);
  const moment = useStore(stores.player, (state) => state.moment);
  const film = useStore(stores.player, (state) => state.film);
  const start = useStore(stores.study, (state) => state.start);
  return useMemo(
    () =>
      moment === null || film === null
        ? {
            key: bootstrap?.key ?? '',
            yaml: bootstrap?.yaml ?? '',
            verdict,
            run: { phase, key, snapshot, ended },
            past: false,
          }
        : filmInput(bootstrap, film, moment, start),
    [bootstrap, verdict, phase, key, snapshot, ended, moment, film, start],
  );
}

/** What a real Envoy last said of the bootstrap on the stage; null while none has seen it. */
export function useReport(): Report | null {
  const stores = useStores();
  const bootstrap = useCurrentBootstrap();
  const verdict = useStore(stores.bootstrap, (state) => state.verdict);
  const key = useStore(stores.run, (state) => state.key);
  const yaml = useStore(stores.run, (state) => state.yaml);
  const ended = useStore(stores.run, (state) => state.ended);
  const moment = useStore(stores.player, (state) => state.moment);
  const film = useStore(stores.player, (state) => state.film);
  const start = useStore(stores.study, (state) => state.start);
  return useMemo(() => {
    if (bootstrap === null) return null;
    if (moment === null || film === null) return newestReport(bootstrap, verdict, { key, yaml, ended });
    const { verdict: said, run } = filmInput(bootstrap, film, moment, start);
    return newestReport(bootstrap, said, { key: run.key, yaml: bootstrap.yaml, ended: run.ended });
  }, [bootstrap, verdict, key, yaml, ended, moment, film, start]);
}
