import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { listenOnLoopback } from '../../helpers/loopback-server.ts';
import { type Message, message, readMessage, text } from './protobuf.ts';

export const CDS = 'type.googleapis.com/envoy.config.cluster.v3.Cluster';
export const LDS = 'type.googleapis.com/envoy.config.listener.v3.Listener';

/** What istiod would send for one type; absent: the stream is kept open and nothing is ever said. */
export interface Answer {
  readonly version: string;
  /** Serialised resources of the type asked for; need not be valid. */
  readonly resources: readonly Uint8Array[];
}
export interface AdsServer {
  readonly port: number;
  /** `type_url` of every update that Envoy refused, with its words. */
  readonly refused: readonly { readonly type: string; readonly message: string }[];
  /** `type_url` of every request, in order. */
  readonly asked: readonly string[];
  /** Sends `answer` to every open stream that asked for `type`. */
  push(type: string, answer: Answer): void;
  close(): Promise<void>;
}

const frame = (payload: Uint8Array): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
};

/** One DiscoveryResponse (envoy/service/discovery/v3/discovery.proto): 1 version, 2 resources, 4 type, 5 nonce. */
function discoveryResponse(type: string, answer: Answer, nonce: string): Uint8Array {
  return message([
    [1, answer.version],
    ...answer.resources.map((value): [number, Uint8Array] => [
      2,
      message([
        [1, type],
        [2, value],
      ]),
    ]),
    [4, type],
    [5, nonce],
  ]);
}

/**
 * The smallest control plane that a real Envoy accepts: state-of-the-world ADS and SDS over plain HTTP/2. It stands in
 * for istiod where istiod cannot be made to do it: to stay silent, to send what Envoy refuses.
 */
export async function startAdsServer(answers: ReadonlyMap<string, Answer>): Promise<AdsServer> {
  const sessions = new Set<ServerHttp2Session>();
  const streams = new Map<ServerHttp2Stream, Set<string>>();
  const refused: { type: string; message: string }[] = [];
  const asked: string[] = [];
  let nonce = 0;
  const send = (stream: ServerHttp2Stream, type: string, answer: Answer): void => {
    nonce += 1;
    stream.write(frame(discoveryResponse(type, answer, String(nonce))));
  };
  const hear = (stream: ServerHttp2Stream, types: Set<string>, request: Message): void => {
    const type = text(request, 4);
    asked.push(type);
    const error = request.get(6);
    if (error instanceof Uint8Array) refused.push({ type, message: text(readMessage(error), 2) });
    const first = !types.has(type);
    types.add(type);
    const answer = answers.get(type);
    if (first && answer !== undefined) send(stream, type, answer);
  };
  const server: Http2Server = createServer();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => sessions.delete(session));
  });
  server.on('stream', (stream) => {
    const types = new Set<string>();
    streams.set(stream, types);
    stream.on('close', () => streams.delete(stream));
    stream.on('error', () => streams.delete(stream));
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
    let pending = Buffer.alloc(0);
    stream.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      while (pending.length >= 5 && pending.length >= 5 + pending.readUInt32BE(1)) {
        const end = 5 + pending.readUInt32BE(1);
        hear(stream, types, readMessage(pending.subarray(5, end)));
        pending = pending.subarray(end);
      }
    });
  });
  const port = await listenOnLoopback(server);
  return {
    port,
    refused,
    asked,
    push: (type, answer) => {
      for (const [stream, types] of streams) if (types.has(type)) send(stream, type, answer);
    },
    close: async () => {
      for (const session of sessions) session.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
