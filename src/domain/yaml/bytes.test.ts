import { describe, expect, it } from 'vitest';
import { InputFault } from '../fault.ts';
import { decodeInput, type FilePurpose, HEAD_BYTES, refuseByHead } from './bytes.ts';

const TEXT = 'kind: Pod # é 한\n';

function faultOf(bytes: Uint8Array, purpose?: FilePurpose): InputFault | null {
  try {
    decodeInput('in.yaml', bytes, purpose);
  } catch (thrown) {
    if (thrown instanceof InputFault) return thrown;
    throw thrown;
  }
  return null;
}

const codeOf = (bytes: Uint8Array): string => faultOf(bytes)?.code ?? 'read';

function utf32(text: string, mark: boolean, bigEndian: boolean): Uint8Array {
  const points = [...`${mark ? '\ufeff' : ''}${text}`].map((one) => one.codePointAt(0) ?? 0);
  const bytes = Buffer.alloc(points.length * 4);
  for (const [i, point] of points.entries())
    if (bigEndian) bytes.writeUInt32BE(point, i * 4);
    else bytes.writeUInt32LE(point, i * 4);
  return bytes;
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

  it.each([
    ['LE with a mark', true, false],
    ['LE without', false, false],
    ['BE with a mark', true, true],
    ['BE without', false, true],
  ])('in UTF-32 %s are told to be that', (_, mark, bigEndian) => {
    const fault = faultOf(utf32(TEXT, mark, bigEndian));
    expect(fault?.code).toBe('not-utf-8');
    expect(fault?.message).toMatch(/^in\.yaml is UTF-32/);
    expect(fault?.hint).toBe('Save it as UTF-8 and open it again.');
  });

  it.each([
    ['a high surrogate', 'a: 1\n# \ufffd \u{1f600}\nb: "\ud800"\n'],
    ['a low surrogate', 'a: 1\n# \ufffd \u{1f600}\nb: "\udc00"\n'],
  ])('of UTF-16 with %s alone are refused with its line', (_, text) => {
    for (const bigEndian of [false, true])
      expect(faultOf(utf16(text, true, bigEndian))?.message).toContain('its line 3 holds half a character');
  });

  it('of UTF-16 that was cut off are told to be that', () => {
    const cut = utf16(TEXT, true, false).subarray(0, 21);
    expect(faultOf(cut)?.message).toContain('ends in the middle of a character');
  });

  it.each([
    ['binary', Buffer.from('7f454c4602010100000000000000000002003e00', 'hex')],
    ['too large', new Uint8Array(20_000_001)],
  ])('that are %s are told what to do with a file of their purpose', (_, bytes) => {
    expect(faultOf(bytes, 'workload')?.hint).toMatch(/workload/);
    expect(faultOf(bytes, 'injection')?.hint).toMatch(/ConfigMap/);
    expect(faultOf(bytes, 'injection')?.hint).not.toMatch(/workload/);
  });

  it('of a program, an archive or a picture are refused as binary', () => {
    expect(codeOf(Buffer.from('7f454c4602010100000000000000000002003e00', 'hex'))).toBe('binary-file');
    expect(codeOf(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))).toBe('binary-file');
    expect(codeOf(Buffer.from('504b0304140000000800', 'hex'))).toBe('binary-file');
  });

  it('are known as binary by their head alone, and by no other rule than the whole', () => {
    const program = new Uint8Array(100_000).map((_, at) => at % 256);
    const marked = Uint8Array.from([0xef, 0xbb, 0xbf, ...program]);
    const late = new Uint8Array(100_000).fill(0x61, 0, HEAD_BYTES);
    const wide = utf16(TEXT.repeat(5000), false, false);
    for (const bytes of [program, marked, late, wide, new Uint8Array(0)]) {
      const refused = codeOf(bytes) === 'binary-file';
      const head = () => refuseByHead('in.yaml', bytes.subarray(0, HEAD_BYTES));
      if (refused) expect(head).toThrow('in.yaml is a binary file');
      else expect(head).not.toThrow();
    }
    expect(codeOf(program)).toBe('binary-file');
    expect(codeOf(marked)).toBe('binary-file');
  });

  it('with one NUL in much text are left to the reader, which names the line', () => {
    expect(codeOf(Buffer.from(`${'a: 1\n'.repeat(100)}b: \0\n`))).toBe('read');
  });

  it('over 20 MB are refused without being read', () => {
    expect(codeOf(new Uint8Array(20_000_001))).toBe('too-large');
  });
});
