// First, so that the answer is on its way while the rest is evaluated.
import './bridge/first-request.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { appText } from './app-text.ts';
import { bridge, recordingAnswer } from './bridge/first-request.ts';
import { loadSide } from './lazy-side.tsx';
import { createStores, type Stores, StoresContext } from './state/app.ts';
import { followSelection } from './state/follow-selection.ts';
import { createBrowserKeeper } from './state/keep.ts';
import { showRecording, startUp } from './state/start-up.ts';
import './styles/fonts.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import { loadFontsCjk } from './styles/load-fonts-cjk.ts';
import { afterPaint } from './ui/after-paint.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';

/** Longest that an empty window waits for its first picture; then it shows itself without. */
const FIRST_PICTURE_MS = 150;

function mount(stores: Stores): void {
  const root = document.getElementById('root');
  if (root === null) return;
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary title={appText.crashed} hint={appText.crashedHint} again={appText.reload}>
        <StoresContext.Provider value={stores}>
          <App />
        </StoresContext.Provider>
      </ErrorBoundary>
    </StrictMode>,
  );
}

/** The picture and the window around it are drawn in one go; all that can wait comes after they are on the screen. */
async function begin(): Promise<void> {
  const stores = createStores(bridge, createBrowserKeeper(window), window);
  followSelection(stores);
  const shown = showRecording(stores, recordingAnswer);
  await Promise.race([shown, new Promise((done) => setTimeout(done, FIRST_PICTURE_MS))]);
  mount(stores);
  await shown;
  await afterPaint();
  void startUp(stores);
  // What fails here is told where it is needed.
  void Promise.allSettled([loadFontsCjk(), loadSide()]);
}

void begin();
