import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { appText } from './app-text.ts';
import { findBridge } from './bridge/find-bridge.ts';
import { createStores, StoresContext } from './state/app.ts';
import { followSelection } from './state/follow-selection.ts';
import { createBrowserKeeper } from './state/keep.ts';
import { startUp } from './state/start-up.ts';
import './styles/fonts.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import { ErrorBoundary } from './ui/error-boundary.tsx';

const stores = createStores(findBridge(window), createBrowserKeeper(window), window);

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary title={appText.crashed} hint={appText.crashedHint} again={appText.reload}>
        <StoresContext.Provider value={stores}>
          <App />
        </StoresContext.Provider>
      </ErrorBoundary>
    </StrictMode>,
  );
followSelection(stores);
void startUp(stores);
