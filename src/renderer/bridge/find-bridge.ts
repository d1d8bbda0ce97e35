import { base64Of } from './base64.ts';
import { type Bridge, type FileToSend, unreachable } from './bridge.ts';
import { createHttpBridge } from './http-bridge.ts';

function isBridge(value: unknown): value is Bridge {
  return (
    typeof value === 'object' &&
    value !== null &&
    'request' in value &&
    typeof value.request === 'function' &&
    'on' in value &&
    typeof value.on === 'function'
  );
}

/** A file as a message between processes carries it. */
async function encoded({ name, bytes }: FileToSend): Promise<{ name: string; base64: string }> {
  const pieces: string[] = [];
  for await (const piece of base64Of(bytes)) pieces.push(piece);
  return { name, base64: pieces.join('') };
}

/** Takes what the surroundings offer: a preload's `anatomy` object where there is one, else HTTP to our own origin. */
export function findBridge(scope: Window & { readonly anatomy?: unknown }): Bridge {
  const offered = scope.anatomy;
  if (isBridge(offered)) {
    return {
      tellsSaved: true,
      // The host is the process that owns this window: one does not outlive the other.
      onConnection: () => undefined,
      request: (name, input) =>
        offered.request(name, input).catch((cause: unknown) => unreachable(name, cause)),
      async openStudy(input) {
        const name = 'study:open';
        try {
          const file = await encoded(input.file);
          const injection = await Promise.all(input.injection.map(encoded));
          return await offered.request(name, { ...input, file, injection });
        } catch (cause) {
          return unreachable(name, cause);
        }
      },
      async openManifestFile(given) {
        const name = 'manifest:open';
        try {
          return await offered.request(name, { source: { kind: 'file', file: await encoded(given) } });
        } catch (cause) {
          return unreachable(name, cause);
        }
      },
      on: (event, listener) => offered.on(event, listener),
    };
  }
  return createHttpBridge({
    fetch: scope.fetch.bind(scope),
    eventSource: (url) => new EventSource(url),
  });
}
