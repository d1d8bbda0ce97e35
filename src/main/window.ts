import { app, BrowserWindow, dialog, type WebPreferences } from 'electron';
import { APP_URL } from './links.ts';

/** What every window of ours may do. */
const pageOf = (preload: string, preferences: WebPreferences): WebPreferences => ({
  ...preferences,
  preload,
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  webviewTag: false,
  spellcheck: false,
  devTools: !app.isPackaged,
});

/** The presenter's window of a stage: the same page, without a menu. */
export function openPresenterWindow(
  preload: string,
  preferences: WebPreferences,
  session: string,
): BrowserWindow {
  const window = new BrowserWindow({
    width: 1100,
    height: 760,
    minWidth: 720,
    minHeight: 480,
    show: false,
    autoHideMenuBar: true,
    title: 'Presenter',
    webPreferences: pageOf(preload, preferences),
  });
  window.removeMenu();
  window.once('ready-to-show', () => window.show());
  void window.loadURL(`${APP_URL}#presenter=${session}`);
  return window;
}

/** The stage's window. A page that crashed is loaded again once; if it crashes again, the person decides. */
export function openWindow(preload: string, preferences: WebPreferences): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 960,
    minHeight: 600,
    show: false,
    backgroundColor: '#ffffff',
    title: 'Sidecar Anatomy',
    webPreferences: pageOf(preload, preferences),
  });
  window.once('ready-to-show', () => window.show());
  let crashes = 0;
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit' || window.isDestroyed()) return;
    crashes += 1;
    if (crashes === 1) {
      // Not from within the event: the crashed page is still being taken down.
      setTimeout(() => {
        if (!window.isDestroyed()) window.webContents.reload();
      }, 100);
      return;
    }
    void askAfterCrash(window, details.reason);
  });
  void window.loadURL(APP_URL);
  return window;
}

async function askAfterCrash(window: BrowserWindow, reason: string): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: `The window's page ended by itself again (${reason}).`,
    detail: 'What you opened is kept. Envoy, if it runs, runs on.',
    buttons: ['Load it again', 'Close'],
    defaultId: 0,
    cancelId: 1,
  });
  if (response === 0) window.webContents.reload();
  else window.destroy();
}
