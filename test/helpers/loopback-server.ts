import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Listens on a free port of 127.0.0.1 and gives that port. Rejects when the server cannot listen. */
export async function listenOnLoopback(server: Server): Promise<number> {
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', done);
  });
  return (server.address() as AddressInfo).port;
}

export interface LoopbackServer {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  /** Ends every connection, one that hangs too, and waits until the port is free. */
  close(): Promise<void>;
}

/** An HTTP server of a test, on a free port of loopback. */
export async function startLoopbackServer(answer: RequestListener): Promise<LoopbackServer> {
  const server = createServer(answer);
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
