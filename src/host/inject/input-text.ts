import type { Note } from '../../contract/types.ts';
import { decodeInput } from '../../domain/yaml/bytes.ts';
import { createLineIndex } from '../../domain/yaml/lines.ts';

/** Size of the buffer through which kube-inject reads lines (`bufio.NewReader`). */
const BUFFER = 4096;

export interface InputText {
  readonly text: string;
  readonly notes: readonly Note[];
}

/** The text of an input as istioctl gets it. Throws the faults of `decodeInput`. */
export function inputText(name: string, bytes: Uint8Array): InputText {
  const decoded = decodeInput(name, bytes);
  const { text, notes } = withLastLineEnd(name, decoded.text);
  return { text, notes: [...decoded.notes, ...notes] };
}

/**
 * Ends the last line of an input. kube-inject reads line by line (k8s.io/apimachinery, `LineReader`) and loses, without
 * a word, a last line that has no line end and fills its buffer exactly; any other it takes as if it had one.
 */
export function withLastLineEnd(name: string, text: string): InputText {
  if (text === '' || text.endsWith('\n')) return { text, notes: [] };
  const ended = `${text}\n`;
  const start = text.lastIndexOf('\n') + 1;
  const length = Buffer.byteLength(text.slice(start), 'utf8');
  if (length % BUFFER !== 0) return { text: ended, notes: [] };
  const source = createLineIndex(name, text).range(start, text.length);
  const message = `${name}:${source.line}: the last line has no line end and is exactly ${length.toLocaleString('en')} bytes long, a multiple of ${BUFFER.toLocaleString('en')}: istioctl loses such a line without a word. Here it got one with a line end; add it to the file.`;
  return { text: ended, notes: [{ code: 'last-line-lost', severity: 'warning', message, source }] };
}
