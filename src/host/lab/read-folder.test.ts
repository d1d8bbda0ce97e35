import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FailureError } from '../../contract/failure.ts';
import { labPaths, readLabFolder } from './read-folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const { signal } = new AbortController();
const place = () => ({ lab: 'bootstrap' as const, folder, shown: 'my-lab' });
const read = async (path: string) => (await readLabFolder(place(), signal)).get(path);
const put = (path: string, data: string | Uint8Array): void => writeFileSync(join(folder, path), data);

async function refused(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof FailureError ? `${error.failure.code}: ${error.failure.message}` : String(error);
}

describe('the folder of a lab', () => {
  test('gives every path that the lab names, and nothing else', async () => {
    put('01-args.txt', 'role=sidecar\n');
    put('notes.txt', 'mine\n');
    const files = await readLabFolder(place(), signal);
    expect([...files.keys()]).toEqual(labPaths('bootstrap'));
    expect(files.get('01-args.txt')).toEqual({ kind: 'text', text: 'role=sidecar\n' });
    expect(files.get('02-env.txt')).toEqual({ kind: 'missing' });
  });

  test('reads a mark and UTF-16, and says so of the latter', async () => {
    put('01-args.txt', '\uFEFFrole=sidecar\n');
    put('02-env.txt', Buffer.from('\uFEFFA=b\n', 'utf16le'));
    expect(await read('01-args.txt')).toEqual({ kind: 'text', text: 'role=sidecar\n' });
    expect(await read('02-env.txt')).toMatchObject({
      text: 'A=b\n',
      told: expect.stringContaining('02-env.txt is UTF-16'),
    });
  });

  test('follows a link to a file; what is no file is told and never waited for', async () => {
    writeFileSync(join(folder, 'elsewhere'), 'A=b\n');
    symlinkSync(join(folder, 'elsewhere'), join(folder, '01-args.txt'));
    symlinkSync(join(folder, 'nowhere'), join(folder, '02-env.txt'));
    symlinkSync('/dev/zero', join(folder, '03-mesh.txt'));
    symlinkSync(join(folder, '06-ready.txt'), join(folder, '06-ready.txt'));
    mkdirSync(join(folder, 'bootstrap.yaml'));
    spawnSync('mkfifo', [join(folder, '07-identity.txt')]);
    const files = await readLabFolder(place(), signal);
    expect(files.get('01-args.txt')).toEqual({ kind: 'text', text: 'A=b\n' });
    expect(files.get('02-env.txt')).toEqual({ kind: 'missing' });
    expect(files.get('03-mesh.txt')).toEqual({
      kind: 'unreadable',
      why: '03-mesh.txt is a device and not a file.',
    });
    expect(files.get('06-ready.txt')).toMatchObject({ why: '06-ready.txt cannot be read (ELOOP).' });
    expect(files.get('bootstrap.yaml')).toMatchObject({ why: 'bootstrap.yaml is a folder.' });
    expect(files.get('07-identity.txt')).toMatchObject({ why: '07-identity.txt is a pipe and not a file.' });
  });

  test('refuses what is no text or too large, in its place', async () => {
    put('01-args.txt', new Uint8Array(2000));
    put('02-env.txt', new Uint8Array([0x41, 0xff, 0x0a]));
    put('08-report.md', Buffer.alloc(20_000_001, 'a'));
    expect(await read('01-args.txt')).toMatchObject({ why: expect.stringContaining('binary') });
    expect(await read('02-env.txt')).toMatchObject({ why: expect.stringContaining('not UTF-8') });
    expect(await read('08-report.md')).toMatchObject({ why: expect.stringContaining('larger than 20 MB') });
  });

  test('a folder that is not there, or is none, is a failure in words', async () => {
    const lab = 'bootstrap';
    put('file', '');
    expect(await refused(readLabFolder({ lab, folder: join(folder, 'no'), shown: 'no' }, signal))).toBe(
      'no-folder: There is no folder no.',
    );
    expect(await refused(readLabFolder({ lab, folder: join(folder, 'file'), shown: 'file' }, signal))).toBe(
      'no-folder: file is no folder.',
    );
    const called = AbortSignal.abort();
    expect(await refused(readLabFolder(place(), called))).toMatch(/^cancelled/);
  });

  test('a file where a folder of the lab should be is told', async () => {
    put('out', '');
    const files = await readLabFolder({ ...place(), lab: 'install' }, signal);
    expect(files.get('out/version.txt')).toMatchObject({
      kind: 'unreadable',
      why: expect.stringContaining('a part of it is a file'),
    });
  });
});
