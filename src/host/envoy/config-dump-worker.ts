import { parentPort } from 'node:worker_threads';
import { answerDumpRequest, type DumpReply, type DumpRequest } from './config-dump-protocol.ts';

// Asks Envoy, reads and parses in this thread: a dump of a hundred megabytes never touches the app's own.
parentPort?.on('message', (request: DumpRequest) => {
  answerDumpRequest(request).then(
    (reply: DumpReply) => parentPort?.postMessage(reply),
    () => undefined,
  );
});
