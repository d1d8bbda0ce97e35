import { Agent, request } from 'node:http';

export interface AdminAnswer {
  readonly code: number;
  readonly body: Buffer;
}
export interface AdminLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}
/** Speaks to one Envoy's admin endpoint over one kept connection. */
export interface AdminClient {
  /** Rejects with a one-line Error when Envoy does not answer in time or says more than `maxBytes`. */
  get(path: string, limits: AdminLimits): Promise<AdminAnswer>;
  close(): void;
}

/** Where to connect, from an address as Envoy writes it: `127.0.0.1:9982`, `[::1]:9982`, or the path of a socket. */
export function adminTarget(address: string): { host: string; port: number } | { socketPath: string } {
  const tcp = /^\[?([\d.]+|[\da-fA-F:]+)\]?:(\d+)$/.exec(address);
  if (tcp?.[1] !== undefined) return { host: tcp[1], port: Number(tcp[2]) };
  return { socketPath: address };
}

export function createAdminClient(address: string): AdminClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const target = adminTarget(address);
  return {
    get: (path, limits) =>
      new Promise((resolve, reject) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        const call = request({ ...target, path, agent, method: 'GET' }, (response) => {
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (bytes > limits.maxBytes)
              call.destroy(new Error(`${path} is longer than ${Math.floor(limits.maxBytes / 1e6)} MB`));
            else chunks.push(chunk);
          });
          response.once('error', fail);
          response.once('end', () => {
            clearTimeout(timer);
            resolve({ code: response.statusCode ?? 0, body: Buffer.concat(chunks) });
          });
        });
        const fail = (error: Error): void => {
          clearTimeout(timer);
          reject(error);
        };
        // The whole answer has this long, not each byte of it.
        const timer = setTimeout(
          () => call.destroy(new Error(`${path} did not answer within ${limits.timeoutMs} ms`)),
          limits.timeoutMs,
        );
        call.once('error', fail);
        call.end();
      }),
    close: () => agent.destroy(),
  };
}
