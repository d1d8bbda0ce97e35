import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inlineManifests } from '../../../test/helpers/manifests.ts';
import type { HostParts } from '../host-parts.ts';
import { createInlineReader } from './inline-reader.ts';
import { createStudies } from './studies.ts';

const shipped = fileURLToPath(new URL('../../../resources/recordings', import.meta.url));
const name = 'payments.anatomy';

let resources: string;
beforeEach(async () => {
  resources = await mkdtemp(join(tmpdir(), 'recording-study-'));
  await cp(shipped, join(resources, 'recordings'), { recursive: true });
});
afterEach(() => rm(resources, { recursive: true }));

/** Studies with a reader of this thread; nothing here runs a program. */
function start(injector?: HostParts['injector']) {
  const never = () => Promise.reject(new Error('no program runs here'));
  const inline = createInlineReader();
  const read: string[] = [];
  const noReport = () => {
    throw new Error('no lab is graded here');
  };
  const noDesk = { grade: never, gradeFiles: noReport, run: never, close: async () => undefined };
  const parts: HostParts = {
    toolchain: {
      list: async () => [],
      require: never,
      find: never,
      install: never,
      cancel: () => undefined,
      onProgress: () => () => undefined,
      cacheDir: '',
    },
    desks: { bootstrap: noDesk, install: noDesk },
    injector: injector ?? { inject: never },
    bench: { validate: never, start: never, stop: never, close: never },
    reader: {
      ...inline,
      read(id, texts, signal) {
        read.push(id);
        if (signal?.aborted === true) return never();
        return inline.read(id, texts);
      },
    },
    lookAtCluster: async () => ({ chosen: false, words: '' }),
    checks: { run: never, precheck: never, cancel: () => undefined, close: never },
    manifests: inlineManifests({ require: never, find: never }),
    decode: (_name, bytes) => ({ text: Buffer.from(bytes).toString('utf8'), notes: [] }),
  };
  return { studies: createStudies({ resources, startFile: () => null }, parts), read };
}

test('a recording is read once for all windows, and brings what its first workload would be asked for', async () => {
  const { studies, read } = start();
  const [one, other] = await Promise.all([studies.openRecording(name), studies.openRecording(name)]);
  const later = await studies.openRecording(name);
  expect(read).toEqual([one.id]);
  expect([other.id, later.id]).toEqual([one.id, one.id]);
  const asked = await studies.view({ studyId: one.id, index: 0, variant: 'lab', start: {} });
  expect(one.first).toEqual(asked);
});

test('a recording that had to make room for other studies is read again', async () => {
  const { studies, read } = start();
  const before = await studies.openRecording(name);
  const base64 = Buffer.from(studies.text(before.id, 'injected').text).toString('base64');
  const file = { name: 'mine.yaml', base64 };
  for (let count = 0; count < 8; count += 1)
    await studies.open({ file, injection: [], native: false, alreadyInjected: true });
  const after = await studies.openRecording(name);
  expect(after.id).not.toBe(before.id);
  expect(read).toHaveLength(10);
  expect(studies.text(after.id, 'injected').text).toBe(Buffer.from(base64, 'base64').toString('utf8'));
});

test('a recording that could not be read is tried again by who asks next', async () => {
  const path = join(resources, 'recordings', name);
  await writeFile(path, '{}');
  const { studies } = start();
  await expect(studies.openRecording(name)).rejects.toThrow(/cannot be read/);
  await cp(join(shipped, name), path);
  expect((await studies.openRecording(name)).workloads).toHaveLength(1);
});

test('closing ends the reading of a recording', async () => {
  const { studies } = start();
  const opening = studies.openRecording(name);
  const closing = studies.close();
  await expect(opening).rejects.toThrow('no program runs here');
  await closing;
});

test('closing waits until an injection that was called off has cleaned up', async () => {
  let cleaned = false;
  const { studies } = start({
    inject: ({ signal }) =>
      new Promise((_, failed) => {
        signal?.addEventListener('abort', () => {
          setTimeout(() => {
            cleaned = true;
            failed(new Error('called off'));
          }, 50);
        });
      }),
  });
  const file = { name: 'a.yaml', base64: '' };
  const opening = studies.open({ file, injection: [], native: false, alreadyInjected: false });
  const refused = expect(opening).rejects.toThrow('called off');
  await studies.close();
  expect(cleaned).toBe(true);
  await refused;
});
