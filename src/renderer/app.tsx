import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Header } from './features/header/header.tsx';
import { PanelButtons } from './features/inspector/panel-buttons.tsx';
import { Messages } from './features/messages/messages.tsx';
import { OpenControls } from './features/open/open-controls.tsx';
import { PresentButton } from './features/presenter/present-button.tsx';
import { RunBar } from './features/run/run-bar.tsx';
import { Stage } from './features/stage/stage.tsx';
import { ToolsProgress } from './features/tools/tools-progress.tsx';
import { LazyManifest, LazyManifestBoard } from './lazy-manifest.tsx';
import { LazyPresentation } from './lazy-presentation.tsx';
import { LazySearch } from './lazy-search.tsx';
import { LazyLab, LazySide } from './lazy-side.tsx';
import { useStores } from './state/app.ts';
import type { Room } from './state/room-store.ts';
import { useSearchKeys } from './state/use-search-keys.ts';

/** The stage with what stands beside it, and the run at its foot. */
function AnatomyRoom() {
  const stores = useStores();
  const side = useStore(stores.source, (state) => state.shown);
  const wide = useStore(stores.source, (state) => state.wide);
  return (
    <>
      <div className="work" data-side={side} data-wide={wide}>
        <main className="stage-side">
          <Messages />
          <Stage>{!side && <PanelButtons brief />}</Stage>
        </main>
        {side && (
          <Suspense fallback={<aside aria-busy="true" />}>
            <LazySide />
          </Suspense>
        )}
      </div>
      <RunBar>
        <ToolsProgress />
      </RunBar>
    </>
  );
}

/** The steps of a lab beside the stage, or beside the manifest where they are about that; what is selected is told in the anatomy's room. */
function LabSide() {
  const stores = useStores();
  const board = useStore(stores.stage, (state) => state.board);
  return (
    <>
      <div className="work" data-lab="true">
        <Suspense fallback={<aside aria-busy="true" />}>
          <LazyLab />
        </Suspense>
        <main className="stage-side">
          <Messages />
          {board === null ? (
            <Stage>{null}</Stage>
          ) : (
            <Suspense fallback={<div className="room-loading" aria-busy="true" />}>
              <LazyManifestBoard about={board} />
            </Suspense>
          )}
        </main>
      </div>
      <RunBar>
        <ToolsProgress />
      </RunBar>
    </>
  );
}

const NoActions = () => null;

/** The manifest room, which is loaded when it is first entered. */
function ManifestBody() {
  return (
    <Suspense fallback={<main className="room-loading" aria-busy="true" />}>
      <LazyManifest>
        <ToolsProgress />
      </LazyManifest>
    </Suspense>
  );
}

/** A room of the window: what its header offers at the right, and everything below. */
interface RoomParts {
  readonly actions: () => ReactNode;
  readonly body: () => ReactNode;
}

const ROOM_PARTS: Readonly<Record<Room, RoomParts>> = {
  anatomy: { actions: OpenControls, body: AnatomyRoom },
  manifest: { actions: NoActions, body: ManifestBody },
  lab: { actions: OpenControls, body: LabSide },
};

/** The search over the window, loaded when it is first asked for. */
function Search() {
  const stores = useStores();
  useSearchKeys();
  const open = useStore(stores.search, (state) => state.open);
  // Once there it stays: the browser gives the focus back when the dialog closes.
  const [asked, setAsked] = useState(false);
  if (open && !asked) setAsked(true);
  return asked ? (
    <Suspense fallback={null}>
      <LazySearch />
    </Suspense>
  ) : null;
}

/** The window: which feature stands where. */
export function App() {
  const stores = useStores();
  const theme = useStore(stores.theme, (state) => state.theme);
  const room = useStore(stores.room, (state) => state.room);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const presenting = useStore(stores.presenter, (state) => state.on);
  const { actions: Actions, body: Body } = ROOM_PARTS[room];
  if (presenting)
    return (
      <Suspense fallback={<main className="room-loading" aria-busy="true" />}>
        <LazyPresentation />
      </Suspense>
    );
  return (
    <div className="app">
      <Header>
        <Actions />
        <PresentButton />
      </Header>
      <Body />
      <Search />
    </div>
  );
}
