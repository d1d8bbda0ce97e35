import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LoopbackServer, startLoopbackServer } from '../../../test/helpers/loopback-server.ts';
import { DownloadError } from './download-failure.ts';
import { fetchReleaseArchive, readChecksum } from './release-archive.ts';

let folder = '';
let server: LoopbackServer;
let base = '';
let files = new Map<string, Buffer>();
let asked: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-archive-'));
  server = await startLoopbackServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    asked.push(name);
    const file = files.get(name);
    if (file === undefined) response.writeHead(404).end('<html>not here</html>');
    else response.end(file);
  });
  base = `${server.url}/`;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  files = new Map();
  asked = [];
  rmSync(join(folder, 'cache'), { recursive: true, force: true });
  mkdirSync(join(folder, 'cache'));
});

const script = '#!/bin/sh\necho "client version: 1.30.3"\n';

/** A release archive as the project makes them: one program at the top. */
async function archive(name: string, member = 'istioctl', link = false): Promise<void> {
  const content = join(folder, `content-${name}`);
  mkdirSync(content, { recursive: true });
  if (link) symlinkSync('/bin/sh', join(content, member));
  else writeFileSync(join(content, member), script, { mode: 0o755 });
  const path = join(folder, name);
  await create({ gzip: true, file: path, cwd: content }, [member]);
  const bytes = readFileSync(path);
  files.set(name, bytes);
  files.set(`${name}.sha256`, Buffer.from(`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`));
}

function fetch(names: readonly string[]): Promise<string> {
  const cache = join(folder, 'cache');
  const common = { base, member: 'istioctl', maxBytes: 1e6, platform: 'linux' } as const;
  return fetchReleaseArchive({ ...common, names, folder: cache, output: join(cache, 'istioctl') });
}

describe('fetchReleaseArchive', () => {
  it('leaves the program alone in the cache, ready to run', async () => {
    await archive('first.tar.gz');
    expect(await fetch(['first.tar.gz'])).toBe(`${base}first.tar.gz`);
    expect(readdirSync(join(folder, 'cache'))).toEqual(['istioctl']);
    expect(readFileSync(join(folder, 'cache', 'istioctl'), 'utf8')).toBe(script);
    expect(statSync(join(folder, 'cache', 'istioctl')).mode & 0o777).toBe(0o755);
  });

  it('tries the next name on a 404', async () => {
    await archive('second.tar.gz');
    expect(await fetch(['first.tar.gz', 'second.tar.gz'])).toBe(`${base}second.tar.gz`);
    expect(asked).toEqual(['first.tar.gz.sha256', 'second.tar.gz.sha256', 'second.tar.gz']);
  });

  it('says that none of the names is there', async () => {
    await expect(fetch(['first.tar.gz', 'second.tar.gz'])).rejects.toMatchObject({ reason: 'not-found' });
  });

  it('runs nothing whose checksum does not match, and tries no other name to get around it', async () => {
    await archive('first.tar.gz');
    await archive('second.tar.gz');
    files.set('first.tar.gz.sha256', Buffer.from(`${'0'.repeat(64)}  first.tar.gz\n`));
    await expect(fetch(['first.tar.gz', 'second.tar.gz'])).rejects.toMatchObject({ reason: 'wrong-digest' });
    expect(readdirSync(join(folder, 'cache'))).toEqual([]);
  });

  it('takes an error page for no checksum', async () => {
    await archive('first.tar.gz');
    files.set('first.tar.gz.sha256', Buffer.from('<html>sign in</html>'));
    const error: unknown = await fetch(['first.tar.gz']).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DownloadError);
    expect(asked).toEqual(['first.tar.gz.sha256']);
  });

  it('refuses an archive that holds a link or another name instead of the program', async () => {
    await archive('link.tar.gz', 'istioctl', true);
    await expect(fetch(['link.tar.gz'])).rejects.toMatchObject({ failure: { code: 'archive-broken' } });
    await archive('other.tar.gz', 'something');
    await expect(fetch(['other.tar.gz'])).rejects.toMatchObject({ failure: { code: 'archive-broken' } });
  });

  it('refuses bytes that are no archive', async () => {
    const bytes = Buffer.from('not an archive');
    files.set('bad.tar.gz', bytes);
    files.set('bad.tar.gz.sha256', Buffer.from(createHash('sha256').update(bytes).digest('hex')));
    await expect(fetch(['bad.tar.gz'])).rejects.toMatchObject({ failure: { code: 'archive-broken' } });
  });
});

describe('readChecksum', () => {
  const digest = 'A'.repeat(64);
  it('reads the forms in which checksum files come', () => {
    expect(readChecksum(`${digest}  a.tar.gz\n`, 'a.tar.gz')).toBe(digest.toLowerCase());
    expect(readChecksum(`${'b'.repeat(64)}  b\r\n${digest} *dist/a.tar.gz\r\n`, 'a.tar.gz')).toBe(
      digest.toLowerCase(),
    );
    expect(readChecksum(digest, 'a.tar.gz')).toBe(digest.toLowerCase());
  });
  it('finds none for another name, or in something else', () => {
    expect(readChecksum(`${digest}  b.tar.gz`, 'a.tar.gz')).toBeNull();
    expect(readChecksum('Not Found', 'a.tar.gz')).toBeNull();
  });
});
