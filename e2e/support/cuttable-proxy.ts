import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CuttableProxy {
  /** For the browser's own settings. */
  readonly server: string;
  /** How often the event stream was asked for. */
  readonly streams: () => number;
  /** Breaks every event stream that is open now; the next may come through. */
  readonly cut: () => void;
  /** Whether anything comes through at all. */
  readonly open: (way: boolean) => void;
  readonly close: () => Promise<void>;
}

/** A plain HTTP proxy on the loopback address, between a browser and the shell, whose way can be cut. */
export async function startCuttableProxy(): Promise<CuttableProxy> {
  const streams = new Set<ServerResponse>();
  let asked = 0;
  let passable = true;
  const server = createServer((from, back) => {
    if (!passable) return void from.socket.destroy();
    if (from.url?.endsWith('/events')) {
      asked += 1;
      streams.add(back);
      back.once('close', () => streams.delete(back));
    }
    const onward = request(from.url ?? '', { method: from.method, headers: from.headers }, (answer) => {
      back.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(back);
    });
    onward.once('error', () => back.destroy());
    back.once('close', () => onward.destroy());
    from.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const cut = () => {
    for (const stream of streams) stream.destroy();
  };
  return {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    streams: () => asked,
    cut,
    open(way) {
      passable = way;
      if (!way) cut();
    },
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
