import { parentPort } from 'node:worker_threads';
import { createInlineLabReader } from '../lab/lab-reader.ts';
import { createInlineManifests } from '../manifest/manifest-reader.ts';
import { createInlineReader } from './inline-reader.ts';
import { answerTask, type WorkerMessage } from './worker-protocol.ts';

const port = parentPort;
if (port === null) throw new Error('anatomy-worker runs as a worker thread only');
const readers = {
  reader: createInlineReader(),
  manifests: createInlineManifests(),
  labs: createInlineLabReader(),
};
port.on('message', (message: WorkerMessage) => {
  void answerTask(readers, message).then((reply) => port.postMessage(reply));
});
