import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { SceneTwin } from '../../domain/diagram/scene.ts';
import { useStores } from './app.ts';

/**
 * The other lane of the start order: asked for while that scene is on the stage, and all through a presentation, in which it
 * will come. Null otherwise.
 */
export function useTwin(): SceneTwin | null {
  const stores = useStores();
  const presenting = useStore(stores.presenter, ({ on }) => on);
  const wanted = useStore(stores.stage, ({ scene }) => scene === 'start-order') || presenting;
  const studyId = useStore(stores.study, ({ study }) => study?.id ?? null);
  const index = useStore(stores.study, (state) => state.index);
  const injected = useStore(stores.study, ({ workload }) => workload?.anatomy.injected === true);
  const asking = wanted && injected;
  useEffect(() => {
    if (asking && studyId !== null) void stores.twin.getState().ask({ studyId, index });
  }, [stores, asking, studyId, index]);
  const of = useStore(stores.twin, (state) => state.of);
  const twin = useStore(stores.twin, (state) => state.twin);
  return asking && of?.studyId === studyId && of?.index === index ? twin : null;
}
