import { Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { Header } from './features/header/header.tsx';
import { PanelButtons } from './features/inspector/panel-buttons.tsx';
import { Messages } from './features/messages/messages.tsx';
import { OpenControls } from './features/open/open-controls.tsx';
import { RunBar } from './features/run/run-bar.tsx';
import { Stage } from './features/stage/stage.tsx';
import { ToolsProgress } from './features/tools/tools-progress.tsx';
import { LazySide } from './lazy-side.tsx';
import { useStores } from './state/app.ts';

/** The window: which feature stands where. */
export function App() {
  const stores = useStores();
  const theme = useStore(stores.theme, (state) => state.theme);
  const side = useStore(stores.source, (state) => state.shown);
  const wide = useStore(stores.source, (state) => state.wide);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return (
    <div className="app">
      <Header>
        <OpenControls />
      </Header>
      <div className="work" data-side={side} data-wide={wide}>
        <main className="stage-side">
          <Messages />
          <Stage>{!side && <PanelButtons />}</Stage>
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
    </div>
  );
}
