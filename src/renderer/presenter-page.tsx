import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { useStore } from 'zustand';
import { appText } from './app-text.ts';
import { PresenterWindow } from './features/presenter-window/presenter-window.tsx';
import { windowText } from './features/presenter-window/window-text.ts';
import { createThemeStore, followSystemTheme } from './state/theme-store.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';

function Page({
  session,
  theme,
}: {
  readonly session: string;
  readonly theme: ReturnType<typeof createThemeStore>;
}) {
  const name = useStore(theme, (state) => state.theme);
  useEffect(() => {
    document.documentElement.dataset.theme = name;
  }, [name]);
  return <PresenterWindow session={session} />;
}

/** Makes this page the presenter's window of a stage. It asks the host for nothing: all that it shows comes from the stage. */
export function showPresenterWindow(session: string): void {
  const root = document.getElementById('root');
  if (root === null) return;
  document.title = windowText.title;
  const theme = createThemeStore(window);
  followSystemTheme(theme, window);
  root.removeAttribute('inert');
  root.removeAttribute('aria-busy');
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary title={appText.crashed} hint={appText.crashedHint} again={appText.reload}>
        <Page session={session} theme={theme} />
      </ErrorBoundary>
    </StrictMode>,
  );
}
