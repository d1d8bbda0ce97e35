import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LabPage } from './lab-page.ts';
import { test as story } from './story.ts';

/** Listens on a port that was free; the way to let go of it is closing it. */
export async function holdPort(): Promise<{ readonly port: number; readonly server: Server }> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, server };
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const { port, server } = await holdPort();
  await new Promise((done) => server.close(done));
  return port;
}

/** The sample is on the lab bench, the lab room is to be entered, and its folder is empty. */
export const test = story.extend<{ readonly lab: LabPage; readonly folder: string }>({
  folder: async ({ serverEnv }, use) => {
    const folder = await mkdtemp(join(serverEnv.TMPDIR ?? tmpdir(), 'lab-story-'));
    await use(folder);
    await rm(folder, { recursive: true });
  },
  lab: async ({ anatomy }, use) => {
    await anatomy.sampleIsOnTheLabBench();
    await use(new LabPage(anatomy.page));
  },
});
