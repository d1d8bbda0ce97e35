import type { WebPreferences } from 'electron';
import { pageHeaders } from '../../host/shell/page-headers.ts';
import { readStatic } from '../../host/shell/static-files.ts';
import { APP_HOST, APP_SCHEME, isOwnPage } from '../links.ts';
import type { ShellPlatform } from '../platform.ts';

/**
 * Electron 9: no `protocol.handle`, no `senderFrame`, no `setWindowOpenHandler`. The page can hold no frame (its
 * content security policy has no `frame-src`), so the sender's own address is that of its main frame.
 */
export const oldPlatform: ShellPlatform = {
  servePage(session, renderer) {
    session.protocol.registerBufferProtocol(APP_SCHEME, (request, answer) => {
      void respond(renderer, request.method, request.url).then(answer);
    });
  },
  isOwnFrame(event) {
    return !event.sender.isDestroyed() && isOwnPage(event.sender.getURL());
  },
  // A sandboxed page's `window.open` makes its window before anybody is asked; so pages may open none at all, not even
  // links for the browser.
  preferences: { disablePopups: true } as WebPreferences,
  denyNewWindows: () => undefined,
};

async function respond(renderer: string, method: string, address: string) {
  const url = new URL(address);
  const file = url.host === APP_HOST && method === 'GET' ? await readStatic(renderer, url.pathname) : null;
  if (file === null)
    return {
      statusCode: 404,
      mimeType: 'text/plain',
      headers: { ...pageHeaders },
      data: Buffer.from('Not found', 'utf8'),
    };
  const [mimeType = file.type] = file.type.split(';');
  const data = Buffer.from(file.bytes);
  return {
    statusCode: 200,
    mimeType,
    charset: 'utf-8',
    headers: { ...pageHeaders, 'Content-Type': file.type },
    data,
  };
}
