import { pageHeaders } from '../host/shell/page-headers.ts';
import { readStatic } from '../host/shell/static-files.ts';
import { APP_HOST, APP_SCHEME, isOwnPage } from './links.ts';
import type { ShellPlatform } from './platform.ts';

/** Electron as it is now: `protocol.handle`, `senderFrame`, `setWindowOpenHandler`. */
export const currentPlatform: ShellPlatform = {
  servePage(session, renderer) {
    session.protocol.handle(APP_SCHEME, async (request) => {
      const url = new URL(request.url);
      const file =
        url.host === APP_HOST && request.method === 'GET' ? await readStatic(renderer, url.pathname) : null;
      if (file === null) return new Response('Not found', { status: 404, headers: { ...pageHeaders } });
      return new Response(new Uint8Array(file.bytes), {
        headers: { ...pageHeaders, 'Content-Type': file.type },
      });
    });
  },
  isOwnFrame(event) {
    const frame = event.senderFrame;
    return frame !== null && frame === event.sender.mainFrame && isOwnPage(frame.url);
  },
  preferences: {},
  denyNewWindows(contents, asked) {
    contents.setWindowOpenHandler(({ url }) => {
      asked(url);
      return { action: 'deny' };
    });
  },
};
