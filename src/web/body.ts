import type { IncomingMessage } from 'node:http';
import { MAX_DRAWING, MAX_INPUT_BYTES } from '../contract/limits.ts';
import type { RequestName } from '../contract/requests.ts';

const BASE64_OF_LARGEST_INPUT = Math.ceil(MAX_INPUT_BYTES / 3) * 4;
const SMALL = 64 * 1024;

/**
 * Largest body in bytes that a request may have: the workload and its injection files, an edited bootstrap, a
 * drawing, or little.
 */
export function bodyLimit(name: RequestName): number {
  switch (name) {
    case 'study:open':
      return 4 * BASE64_OF_LARGEST_INPUT + SMALL;
    case 'manifest:open':
      return BASE64_OF_LARGEST_INPUT + 16 * SMALL;
    case 'bootstrap:validate':
    case 'envoy:start':
    case 'record:start':
    case 'record:note':
      return 2 * MAX_INPUT_BYTES;
    case 'export:fonts':
    case 'export:pdf':
      return 2 * MAX_DRAWING;
    default:
      return SMALL;
  }
}

export type Body = { readonly kind: 'read'; readonly text: string } | { readonly kind: 'too-large' };

/**
 * Reads a body of at most `limit` bytes. What goes over is read on and thrown away, up to eight times as much, so that
 * the sender gets to hear the answer; after that the connection is cut.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
    if (size > 8 * limit) {
      request.destroy();
      break;
    }
  }
  return size > limit
    ? { kind: 'too-large' }
    : { kind: 'read', text: Buffer.concat(chunks).toString('utf8') };
}
