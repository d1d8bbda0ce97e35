import { app, type BrowserWindow, ipcMain, protocol, session } from 'electron';
import type { Host } from '../contract/requests.ts';
import { offerRequests, sendEvents, tellSaved } from './ipc.ts';
import { APP_SCHEME } from './links.ts';
import { lockPages, lockSession } from './lockdown.ts';
import { setMenu } from './menu.ts';
import type { ShellPlatform } from './platform.ts';
import { fileOfSecondInstance, startFileOf } from './start-file.ts';
import { openPresenterWindow, openWindow } from './window.ts';

export interface AppParts {
  readonly platform: ShellPlatform;
  /** Folder of the built page. */
  readonly renderer: string;
  readonly preload: string;
  /** `startFile` is asked whenever the page asks, since a second instance may bring another file. */
  readonly makeHost: (
    startFile: () => string | null,
    version: string,
    openPresenter: (session: string) => void,
  ) => Host;
}

/** Longest that closing may take; what is left then ends with our pipes. */
const CLOSE_LIMIT_MS = 6000;

/** Runs the app from its start to its end. Closing the window ends it, and everything that it started. */
export function runApp(parts: AppParts): void {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  // Who starts it as root has to give Chromium's own switch; asked for both, older versions end their renderers.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
  lockPages(parts.platform);

  let startFile = startFileOf(process.argv, process.cwd(), app.isPackaged);
  let window: BrowserWindow | null = null;
  let presenter: BrowserWindow | null = null;
  const openPresenter = (session: string) => {
    if (presenter !== null) {
      presenter.focus();
      return;
    }
    presenter = openPresenterWindow(parts.preload, parts.platform.preferences, session);
    presenter.once('closed', () => {
      presenter = null;
    });
  };
  const host = parts.makeHost(() => startFile, app.getVersion(), openPresenter);

  const openFile = (path: string | null) => {
    if (path !== null) startFile = path;
    if (window === null) return;
    if (window.isMinimized()) window.restore();
    window.focus();
    if (path !== null) window.webContents.reload();
  };
  app.on('second-instance', (_event, argv, cwd) => openFile(fileOfSecondInstance(argv, cwd, app.isPackaged)));
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openFile(path);
  });

  app.on('window-all-closed', () => app.quit());
  endWith(host);

  void app.whenReady().then(() => {
    lockSession(session.defaultSession);
    tellSaved(session.defaultSession);
    parts.platform.servePage(session.defaultSession, parts.renderer);
    setMenu();
    offerRequests(ipcMain, host, parts.platform.isOwnFrame);
    sendEvents(host, () => window?.webContents ?? null);
    window = openWindow(parts.preload, parts.platform.preferences);
    window.once('closed', () => {
      window = null;
      // What it presents is gone, and with it all that this would show.
      presenter?.close();
    });
  });
}

/** The app ends only when the host has ended what it started. */
function endWith(host: Host): void {
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    const limit = new Promise<void>((done) => setTimeout(done, CLOSE_LIMIT_MS));
    void Promise.race([host.close().catch(() => undefined), limit]).then(() => {
      closed = true;
      app.quit();
    });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
}
