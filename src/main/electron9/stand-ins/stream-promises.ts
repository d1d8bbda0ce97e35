import { finished as finishedWithCallback, pipeline as pipelineWithCallback } from 'node:stream';
import { promisify } from 'node:util';

/** `stream/promises` for Node 12. */
export const pipeline = promisify(pipelineWithCallback);
export const finished = promisify(finishedWithCallback);
