import { StringDecoder } from 'node:string_decoder';

/** Keeps the first `limit` bytes of a stream and says whether there was more. */
export class BoundedBytes {
  private readonly chunks: Buffer[] = [];
  private kept = 0;
  truncated = false;

  constructor(private readonly limit: number) {}

  add(chunk: Buffer): void {
    const room = this.limit - this.kept;
    if (chunk.length > room) this.truncated = true;
    if (room <= 0) return;
    const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
    this.chunks.push(part);
    this.kept += part.length;
  }

  /** As UTF-8; bytes that are not become U+FFFD. */
  text(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }
}

/** Keeps the last `limit` characters of text that comes in pieces. */
export class TextRing {
  private pieces: string[] = [];
  private length = 0;

  constructor(private readonly limit: number) {}

  add(piece: string): void {
    this.pieces.push(piece);
    this.length += piece.length;
    if (this.length > 2 * this.limit) this.squeeze();
  }

  text(): string {
    this.squeeze();
    return this.pieces.join('');
  }

  private squeeze(): void {
    const text = this.pieces.join('').slice(-this.limit);
    this.pieces = [text];
    this.length = text.length;
  }
}

/** Turns the chunks of one stream into text without breaking characters that lie across two chunks. */
export function textDecoder(): (chunk: Buffer) => string {
  const decoder = new StringDecoder('utf8');
  return (chunk) => decoder.write(chunk);
}
