import { createContext, useContext } from 'react';
import type { Bridge } from '../bridge/bridge.ts';
import { createBootstrapStore } from './bootstrap-store.ts';
import { createChecksStore } from './checks-store.ts';
import { createClusterStore } from './cluster-store.ts';
import { createCommandsStore } from './commands-store.ts';
import type { Keeper } from './keep.ts';
import { createLabStore } from './lab-store.ts';
import { createManifestLookStore } from './manifest-look-store.ts';
import { createManifestStore } from './manifest-store.ts';
import { createPlayerStore } from './player-store.ts';
import { createPresenterStore } from './presenter-store.ts';
import { createRecorderStore } from './recorder-store.ts';
import { createRoomStore } from './room-store.ts';
import { createRunStore } from './run-store.ts';
import { createSearchStore } from './search-store.ts';
import { createSourceStore } from './source-store.ts';
import { createStageStore } from './stage-store.ts';
import { createStudyStore } from './study-store.ts';
import { createThemeStore } from './theme-store.ts';
import { createToolsStore } from './tools-store.ts';
import { createTwinStore } from './twin-store.ts';

/** Every store once, and the bridge: what features may use of each other. */
export interface Stores {
  readonly bridge: Bridge;
  readonly keeper: Keeper;
  readonly room: ReturnType<typeof createRoomStore>;
  readonly search: ReturnType<typeof createSearchStore>;
  readonly study: ReturnType<typeof createStudyStore>;
  readonly recorder: ReturnType<typeof createRecorderStore>;
  readonly player: ReturnType<typeof createPlayerStore>;
  readonly stage: ReturnType<typeof createStageStore>;
  readonly bootstrap: ReturnType<typeof createBootstrapStore>;
  readonly checks: ReturnType<typeof createChecksStore>;
  readonly cluster: ReturnType<typeof createClusterStore>;
  readonly presenter: ReturnType<typeof createPresenterStore>;
  readonly run: ReturnType<typeof createRunStore>;
  readonly tools: ReturnType<typeof createToolsStore>;
  readonly twin: ReturnType<typeof createTwinStore>;
  readonly source: ReturnType<typeof createSourceStore>;
  readonly commands: ReturnType<typeof createCommandsStore>;
  readonly lab: ReturnType<typeof createLabStore>;
  readonly theme: ReturnType<typeof createThemeStore>;
  readonly manifest: ReturnType<typeof createManifestStore>;
  readonly manifestLook: ReturnType<typeof createManifestLookStore>;
}

export function createStores(
  bridge: Bridge,
  keeper: Keeper,
  scope: Pick<Window, 'localStorage' | 'matchMedia'>,
): Stores {
  const study = createStudyStore(bridge);
  const player = createPlayerStore();
  study.subscribe((now, before) => {
    // A later input of a recording brings no film of its own: the film goes on.
    if (now.study === before.study || (now.study?.bench === 'recording' && now.study.film === undefined))
      return;
    player.getState().take(now.study?.film ?? null);
  });
  return {
    bridge,
    keeper,
    room: createRoomStore(),
    search: createSearchStore(),
    study,
    player,
    recorder: createRecorderStore(bridge),
    stage: createStageStore(),
    bootstrap: createBootstrapStore(bridge),
    checks: createChecksStore(bridge),
    cluster: createClusterStore(bridge),
    presenter: createPresenterStore(),
    run: createRunStore(bridge),
    tools: createToolsStore(bridge),
    twin: createTwinStore(bridge),
    source: createSourceStore(),
    commands: createCommandsStore(),
    lab: createLabStore(bridge, () => {
      const { start, workload } = study.getState();
      const shown = workload === null ? null : `${workload.anatomy.kind} ${workload.anatomy.name}`;
      return { start, workload: shown };
    }),
    theme: createThemeStore(scope),
    manifest: createManifestStore(bridge),
    manifestLook: createManifestLookStore(bridge),
  };
}

export const StoresContext = createContext<Stores | null>(null);

export function useStores(): Stores {
  const stores = useContext(StoresContext);
  if (stores === null) throw new Error('StoresContext is missing above this component');
  return stores;
}
