import { type ExaminedDocument, examine } from './examine.ts';
import { splitDocuments } from './split.ts';
import { type Counts, MAX_VALUES } from './tree.ts';

/** Documents of a text that were read before the text was whole. */
export interface KnownDocuments {
  /** The one between two offsets; undefined when it is not known. */
  at(start: number, end: number): ExaminedDocument | undefined;
}

/** As kube-inject writes it between documents. */
const SEPARATOR = '\n---\n';

/**
 * A text that a program is still writing: each document is read as soon as it is whole, so that little is left to do
 * when the program ends. What cannot be read is left to whoever reads the whole text.
 */
export class GrowingText implements KnownDocuments {
  private readonly pieces: string[] = [];
  private readonly documents = new Map<number, { readonly end: number; readonly read: ExaminedDocument }>();
  private readonly counts: Counts = { values: 0, maxValues: MAX_VALUES };
  /** What no document was made of yet, in pieces: joined once, however many there are. Begins at `base`. */
  private pending: string[] = [];
  private base = 0;
  /** Its end, where a separator may begin. */
  private tail = '';
  private failed = false;

  add(piece: string): void {
    if (this.failed) return;
    this.pieces.push(piece);
    this.pending.push(piece);
    const seen = `${this.tail}${piece}`;
    this.tail = seen.slice(1 - SEPARATOR.length);
    if (seen.includes(SEPARATOR)) this.readWhole();
  }

  /** Whether this is the beginning of `text`. */
  begins(text: string): boolean {
    let at = 0;
    return this.pieces.every((piece) => {
      at += piece.length;
      return text.startsWith(piece, at - piece.length);
    });
  }

  at(start: number, end: number): ExaminedDocument | undefined {
    const known = this.documents.get(start);
    return known?.end === end ? known.read : undefined;
  }

  /** Reads up to the last separator. */
  private readWhole(): void {
    const text = this.pending.join('');
    const cut = text.lastIndexOf(SEPARATOR) + 1;
    try {
      this.read(text.slice(0, cut));
      const next = cut + '---'.length;
      this.pending = [text.slice(next)];
      this.tail = text.slice(Math.max(next, text.length + 1 - SEPARATOR.length));
      this.base += next;
    } catch {
      // Who reads the whole text is told what is wrong with it, and where.
      this.failed = true;
    }
  }

  private read(whole: string): void {
    for (const { start, end } of splitDocuments(whole).chunks) {
      const at = this.base + start;
      const read = examine(whole.slice(start, end), at, this.counts);
      if (read === null) continue;
      // Whoever reads the text wants its values.
      void read.value;
      this.documents.set(at, { end: this.base + end, read });
    }
  }
}
