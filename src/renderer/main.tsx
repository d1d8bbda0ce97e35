import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { appText } from './app-text.ts';
import { askForRecording, bridge } from './bridge/first-request.ts';
import { stopAppearing } from './first/stop-appearing.ts';
import { loadSide } from './lazy-side.tsx';
import { createStores, type Stores, StoresContext } from './state/app.ts';
import { followFilm } from './state/follow-film.ts';
import { followSelection } from './state/follow-selection.ts';
import { createBrowserKeeper } from './state/keep.ts';
import { keepLab } from './state/keep-lab.ts';
import { keepRoom } from './state/keep-room.ts';
import { linkPresenter } from './state/link-presenter.ts';
import { followWorkload, startPresenting } from './state/presenter-actions.ts';
import { presenterChannel, presenterSession } from './state/presenter-link.ts';
import { keepPresenting, presentedBefore } from './state/presenter-store.ts';
import { type Presenting, PresentingContext } from './state/presenting-context.ts';
import { noteForRecording } from './state/record-notes.ts';
import { showRecording, startUp } from './state/start-up.ts';
import { followSystemTheme } from './state/theme-store.ts';
import { loadFontsCjk } from './styles/load-fonts-cjk.ts';
import { afterPaint } from './ui/after-paint.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';

/** Longest that the window waits for the recording before it takes over from the picture that the build knows. */
const RECORDING_MS = 3000;

/** Takes over from the window as the build rendered it, in one go: what looks the same does not move. */
function mount(stores: Stores, presenting: Presenting): void {
  const root = document.getElementById('root');
  if (root === null) return;
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <ErrorBoundary title={appText.crashed} hint={appText.crashedHint} again={appText.reload}>
          <StoresContext.Provider value={stores}>
            <PresentingContext.Provider value={presenting}>
              <App />
            </PresentingContext.Provider>
          </StoresContext.Provider>
        </ErrorBoundary>
      </StrictMode>,
    ),
  );
  stopAppearing();
  root.removeAttribute('inert');
  root.removeAttribute('aria-busy');
}

/** All that can wait comes after the window is there. */
async function begin(): Promise<void> {
  const stores = createStores(bridge, createBrowserKeeper(window), window);
  followSelection(stores);
  followFilm(stores);
  noteForRecording(stores, window.sessionStorage);
  followSystemTheme(stores.theme, window);
  keepLab(stores.lab, window.sessionStorage);
  keepRoom(stores.room, window.sessionStorage);
  followWorkload(stores);
  const session = presenterSession(window.sessionStorage);
  const presenting = { session, link: linkPresenter(stores, presenterChannel(session)) };
  const before = presentedBefore(window.sessionStorage);
  keepPresenting(stores.presenter, window.sessionStorage);
  const shown = showRecording(stores, askForRecording());
  await Promise.race([shown, new Promise((done) => setTimeout(done, RECORDING_MS))]);
  mount(stores, presenting);
  await shown;
  await afterPaint();
  void startUp(stores).then(() => {
    // Loaded again in the midst of a presentation: on with it, at the same step.
    if (before !== null) void startPresenting(stores, before.at);
  });
  // What fails here is told where it is needed.
  void Promise.allSettled([loadFontsCjk(), loadSide()]);
}

void begin();
