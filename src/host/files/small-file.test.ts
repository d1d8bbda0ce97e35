import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { pipIndexes } from '../toolchain/pip-config.ts';
import { readSmallFile } from './small-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-small-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const pipe = join(folder, 'pipe');
execFileSync('mkfifo', [pipe]);
const large = join(folder, 'large');
writeFileSync(large, '');
truncateSync(large, 5_000_000);

const UNUSABLE = [
  ['a pipe', pipe, 'it is no regular file'],
  ['a device that never ends', '/dev/zero', 'it is no regular file'],
  ['a folder', folder, 'it is a folder'],
  ['a file of 5 MB', large, 'it is larger than 4 MB'],
] as const;

describe('a file that a variable names', () => {
  it('is read whole, and none is none', () => {
    const path = join(folder, 'settings.json');
    const text = JSON.stringify({ istioctl: `/${'é'.repeat(100_000)}` });
    writeFileSync(path, text);
    expect(readSmallFile(path)).toBe(text);
    expect(readSmallFile(join(folder, 'none'))).toBeNull();
    expect(readSmallFile(join(path, 'none'))).toBeNull();
  });

  it.each(UNUSABLE)('is refused at once when it is %s', (_, path, why) => {
    expect(() => readSmallFile(path)).toThrow(why);
  });

  it.each(UNUSABLE)('as pip’s settings holds nobody up when it is %s', (_, path) => {
    const env = { PIP_CONFIG_FILE: path };
    expect(pipIndexes({ env, platform: 'linux', home: folder }).indexes.length).toBeGreaterThan(0);
  });
});
