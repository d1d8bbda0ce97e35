import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeZip, type ZipEntry } from '../../../test/make-zip.ts';
import { unzip } from './unzip.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-unzip-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

function unpack(
  entries: readonly ZipEntry[],
  maxBytes = 1e6,
  choose = (name: string): string | null => name,
) {
  count += 1;
  const archive = join(folder, `${count}.zip`);
  writeFileSync(archive, makeZip(entries));
  const into = join(folder, 'deep', `${count}`);
  return { into, result: unzip({ archive, folder: into, choose, maxBytes }) };
}

describe('unzip', () => {
  it('writes the chosen files under their chosen names, with the right to run where they had it', async () => {
    const entries = [
      { name: 'a/', data: '' },
      { name: 'a/tool', data: 'run', mode: 0o100755 },
      { name: 'a/text', data: 'read' },
      { name: 'b', data: 'left out' },
    ];
    const choose = (name: string): string | null => (name.startsWith('a/') ? name.slice(2) : null);
    const { into, result } = unpack(entries, 1e6, choose);
    expect(await result).toEqual([join(into, 'tool'), join(into, 'text')]);
    expect(readFileSync(join(into, 'tool'), 'utf8')).toBe('run');
    expect(statSync(join(into, 'tool')).mode & 0o777).toBe(0o755);
    expect(statSync(join(into, 'text')).mode & 0o111).toBe(0);
    expect(existsSync(join(into, 'b'))).toBe(false);
  });

  it('lets no entry leave its folder', async () => {
    for (const name of ['../evil', 'a/../../evil', '/evil', '..\\evil', 'C:\\evil', 'a/../..']) {
      const { result } = unpack([{ name, data: 'x' }]);
      await expect(result).rejects.toMatchObject({ failure: { code: 'archive-broken' } });
    }
    const renamed = unpack([{ name: 'good', data: 'x' }], 1e6, () => '../evil');
    await expect(renamed.result).rejects.toMatchObject({ failure: { code: 'archive-broken' } });
    expect(existsSync(join(folder, 'deep', 'evil'))).toBe(false);
    expect(existsSync(join(folder, 'evil'))).toBe(false);
  });

  it('refuses links, more bytes than allowed, and what is no archive', async () => {
    const link = unpack([{ name: 'link', data: '/etc/passwd', mode: 0o120777 }]);
    await expect(link.result).rejects.toMatchObject({ failure: { code: 'archive-broken' } });
    const large = unpack([{ name: 'large', data: 'x'.repeat(101) }], 100);
    await expect(large.result).rejects.toMatchObject({ failure: { code: 'archive-broken' } });
    const archive = join(folder, 'none.zip');
    writeFileSync(archive, 'no archive at all');
    const none = unzip({ archive, folder: join(folder, 'none'), choose: (name) => name, maxBytes: 1 });
    await expect(none).rejects.toMatchObject({ failure: { code: 'archive-broken' } });
  });
});
