import { describe, expect, it } from 'vitest';
import { InputFault } from '../fault.ts';
import { decodeInput } from './bytes.ts';

const TEXT = 'kind: Pod # é 한\n';

function codeOf(bytes: Uint8Array): string {
  try {
    decodeInput('in.yaml', bytes);
  } catch (thrown) {
    if (thrown instanceof InputFault) return thrown.code;
    throw thrown;
  }
  return 'read';
}

function utf16(text: string, mark: boolean, bigEndian: boolean): Uint8Array {
  const bytes = Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
}

describe('a file’s bytes', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT), 0],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`), 0],
    ['UTF-16 LE with a mark', utf16(TEXT, true, false), 1],
    ['UTF-16 LE without', utf16(TEXT, false, false), 1],
    ['UTF-16 BE with a mark', utf16(TEXT, true, true), 1],
    ['UTF-16 BE without', utf16(TEXT, false, true), 1],
  ])('%s are read', (_, bytes, notes) => {
    const decoded = decodeInput('in.yaml', bytes);
    expect(decoded.text).toBe(TEXT);
    expect(decoded.notes).toHaveLength(notes);
  });

  it('of another encoding are refused with the line', () => {
    const latin1 = Buffer.from('a: 1\nb: \xe9\n', 'latin1');
    expect(() => decodeInput('in.yaml', latin1)).toThrow(/line 2/);
  });

  it('of a program, an archive or a picture are refused as binary', () => {
    expect(codeOf(Buffer.from('7f454c4602010100000000000000000002003e00', 'hex'))).toBe('binary-file');
    expect(codeOf(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))).toBe('binary-file');
    expect(codeOf(Buffer.from('504b0304140000000800', 'hex'))).toBe('binary-file');
  });

  it('with one NUL in much text are left to the reader, which names the line', () => {
    expect(codeOf(Buffer.from(`${'a: 1\n'.repeat(100)}b: \0\n`))).toBe('read');
  });

  it('over 20 MB are refused without being read', () => {
    expect(codeOf(new Uint8Array(20_000_001))).toBe('too-large');
  });
});
