import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readBinaryFormat, runsHere } from './binary-format.ts';
import { explainSpawnFailure, type SpawnFacts } from './spawn-failure.ts';

interface Entry {
  readonly spawnError?: { readonly code: string; readonly path?: string };
  readonly platform?: NodeJS.Platform;
  readonly signal?: string;
  readonly xattr?: string;
  readonly code?: number;
  readonly stderr?: string;
  readonly stdout?: string;
}

const entries = JSON.parse(readFileSync('test/cases/45-binary-cannot-run.json', 'utf8')) as readonly Entry[];

function facts(index: number): SpawnFacts {
  const entry = entries[index];
  if (entry === undefined) throw new Error(`case 45 has no entry ${index}`);
  return {
    program: entry.spawnError?.path ?? '/home/user/istioctl',
    platform: entry.platform ?? 'linux',
    arch: 'x64',
    exitCode: entry.code ?? null,
    signal: entry.signal ?? null,
    stderr: entry.stderr ?? '',
    quarantined: entry.xattr === 'com.apple.quarantine',
    ...(entry.spawnError === undefined ? {} : { errorCode: entry.spawnError.code }),
  };
}
const message = (index: number): string => explainSpawnFailure(facts(index))?.failure.message ?? '';

describe('case 45: a binary that cannot run', () => {
  it('1: not found', () => expect(message(0)).toContain('was not found'));
  it('2: not executable', () => expect(message(1)).toContain('not executable'));
  it('3: wrong architecture', () => expect(message(2)).toContain('wrong architecture'));
  it('4: macOS quarantine, with the command that lifts it', () => {
    expect(message(3)).toContain('quarantine');
    expect(explainSpawnFailure(facts(3))?.failure.hint).toContain('xattr -d com.apple.quarantine');
  });
  it('5: a missing library, by name', () => expect(message(4)).toContain('libc++.so.1'));
  it('6 and 7: a program that answers did run', () => {
    expect(explainSpawnFailure(facts(5))).toBeNull();
    expect(explainSpawnFailure(facts(6))).toBeNull();
  });
  it('every kind has its own sentence and says what to do', () => {
    const failures = [0, 1, 2, 3, 4].map((index) => explainSpawnFailure(facts(index))?.failure);
    expect(new Set(failures.map((failure) => failure?.message)).size).toBe(5);
    for (const failure of failures) expect(failure?.hint).not.toBe('');
  });
  it('a program of another kind on stderr is not taken for a spawn error', () => {
    expect(
      explainSpawnFailure({ ...facts(5), exitCode: 1, stderr: 'warning: exec format error in my input' }),
    ).toBeNull();
    expect(explainSpawnFailure({ ...facts(5), exitCode: null, signal: 'SIGKILL' })).toBeNull();
  });
});

describe('readBinaryFormat', () => {
  it('reads the processor of this very Node', () => {
    const format = readBinaryFormat(readFileSync(process.execPath).subarray(0, 1024));
    expect(format.arch === process.arch || format.format === 'mach-o-universal').toBe(true);
    expect(runsHere(format, process.platform, process.arch)).toBe(true);
  });

  it('reads Mach-O and PE headers', () => {
    const mach = Buffer.from([0xcf, 0xfa, 0xed, 0xfe, 0x0c, 0, 0, 1]);
    expect(readBinaryFormat(mach)).toEqual({ format: 'mach-o', arch: 'arm64' });
    expect(runsHere({ format: 'mach-o', arch: 'x64' }, 'darwin', 'arm64')).toBe(true);
    expect(runsHere({ format: 'mach-o', arch: 'arm64' }, 'darwin', 'x64')).toBe(false);
    const pe = Buffer.alloc(256);
    pe.write('MZ');
    pe.writeUInt32LE(128, 60);
    pe.writeUInt32BE(0x50450000, 128);
    pe.writeUInt16LE(0x8664, 132);
    expect(readBinaryFormat(pe)).toEqual({ format: 'pe', arch: 'x64' });
    expect(readBinaryFormat(new Uint8Array())).toEqual({ format: 'unknown', arch: null });
  });
});
