import { parentPort } from 'node:worker_threads';
import { createInlineReader } from './inline-reader.ts';
import { answerTask, type WorkerMessage } from './worker-protocol.ts';

const port = parentPort;
if (port === null) throw new Error('anatomy-worker runs as a worker thread only');
const reader = createInlineReader();
port.on('message', (message: WorkerMessage) => {
  void answerTask(reader, message).then((reply) => port.postMessage(reply));
});
