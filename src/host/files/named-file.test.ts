import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { answered, readNamedFile } from './named-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'anatomy-named-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const never = new Promise<never>(() => undefined);
const quiet = new AbortController().signal;

describe('a file that a person named', () => {
  it('is read whole', async () => {
    const path = join(folder, 'in.yaml');
    writeFileSync(path, 'a'.repeat(3_000_000));
    const { name, bytes } = await readNamedFile(path, 'in.yaml', quiet);
    expect([name, bytes.length]).toEqual(['in.yaml', 3_000_000]);
  });

  it('that has no end is told at once, not waited for', async () => {
    // Linux's messages, which root may read; the reading waits for the next one.
    const path = '/proc/kmsg';
    await expect(readNamedFile(path, path, quiet)).rejects.toMatchObject({
      failure: {
        code: 'cannot-read',
        message: expect.stringMatching(/has no end|may not be read by you|There is no file/),
      },
    });
  });
});

describe('a system that does not answer', () => {
  it('is not waited for when a signal came', async () => {
    const controller = new AbortController();
    const reading = answered(never, 'in.yaml', controller.signal);
    controller.abort();
    await expect(reading).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    const after = answered(never, 'in.yaml', controller.signal);
    await expect(after).rejects.toMatchObject({ failure: { code: 'cancelled' } });
  });

  it('is not waited for without end', async () => {
    await expect(answered(never, 'in.yaml', quiet, 20)).rejects.toMatchObject({
      failure: {
        code: 'read-stalled',
        message: 'in.yaml was not read: the system gave nothing of it within 0.02 s.',
      },
    });
  });

  it('that answers in time is heard, and what it refuses is told', async () => {
    expect(await answered(Promise.resolve(7), 'in.yaml', quiet)).toBe(7);
    const refused = answered(Promise.reject(new Error('no')), 'in.yaml', quiet);
    await expect(refused).rejects.toThrow('no');
  });
});
