import { app, type Session, shell, type WebContents } from 'electron';
import { isOwnPage, mayLoad, mayOpenExternally } from './links.ts';
import type { ShellPlatform } from './platform.ts';

/** Nothing but our own files is loaded, and the page is granted writing to the clipboard and the whole screen, nothing else. */
export function lockSession(session: Session): void {
  const granted = (permission: string) =>
    permission === 'clipboard-sanitized-write' || permission === 'fullscreen';
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(granted(permission)));
  session.setPermissionCheckHandler((_contents, permission) => granted(permission));
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !mayLoad(details.url) }));
}

/** No navigation away, no window, no webview, from any page that ever comes to be. Links we know go to the browser. */
export function lockPages(platform: ShellPlatform): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.on('will-navigate', (event, url) => {
      if (!isOwnPage(url)) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    platform.denyNewWindows(contents, (url) => {
      if (mayOpenExternally(url)) void shell.openExternal(url).catch(() => undefined);
    });
  });
}
