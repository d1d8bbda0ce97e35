import { inflateSync } from 'node:zlib';

interface TableEntry {
  readonly tag: Buffer;
  readonly checksum: number;
  readonly data: Buffer;
}

/**
 * A TrueType or OpenType font out of a WOFF 1 file, as the W3C Recommendation "WOFF File Format 1.0" describes it:
 * the same tables, unpacked, behind an sfnt header, but for those named in `without`. Throws when the bytes are not
 * WOFF 1.
 */
export function woffToSfnt(bytes: Buffer, without: readonly string[] = []): Buffer {
  if (bytes.length < 44 || bytes.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF 1 font');
  const count = bytes.readUInt16BE(12);
  const tables: TableEntry[] = [];
  for (let index = 0; index < count; index++) {
    const entry = 44 + index * 20;
    if (without.includes(bytes.toString('latin1', entry, entry + 4))) continue;
    const offset = bytes.readUInt32BE(entry + 4);
    const stored = bytes.readUInt32BE(entry + 8);
    const length = bytes.readUInt32BE(entry + 12);
    const raw = bytes.subarray(offset, offset + stored);
    const data = stored < length ? inflateSync(raw, { maxOutputLength: length }) : raw;
    if (data.length !== length) throw new Error('a table of the WOFF font has another length than it says');
    tables.push({ tag: bytes.subarray(entry, entry + 4), checksum: bytes.readUInt32BE(entry + 16), data });
  }
  return sfnt(bytes.readUInt32BE(4), tables);
}

const padded = (length: number): number => (length + 3) & ~3;

function sfnt(flavor: number, tables: readonly TableEntry[]): Buffer {
  const directory = 12 + tables.length * 16;
  const out = Buffer.alloc(tables.reduce((sum, table) => sum + padded(table.data.length), directory));
  const selector = Math.floor(Math.log2(tables.length));
  out.writeUInt32BE(flavor, 0);
  out.writeUInt16BE(tables.length, 4);
  out.writeUInt16BE(16 * 2 ** selector, 6);
  out.writeUInt16BE(selector, 8);
  out.writeUInt16BE(16 * (tables.length - 2 ** selector), 10);
  let offset = directory;
  tables.forEach((table, index) => {
    const entry = 12 + index * 16;
    table.tag.copy(out, entry);
    out.writeUInt32BE(table.checksum, entry + 4);
    out.writeUInt32BE(offset, entry + 8);
    out.writeUInt32BE(table.data.length, entry + 12);
    table.data.copy(out, offset);
    offset += padded(table.data.length);
  });
  return out;
}
