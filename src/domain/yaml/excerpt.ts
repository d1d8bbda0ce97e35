import type { SourceRange } from '../anatomy/model.ts';

/** What stands before an entry of block YAML on its own line: indentation, and the dashes of the lists that begin there. */
const BLOCK_START = /^(?: |- )*$/;

/**
 * The lines of a range as YAML of their own: indented no further than they need be. Of an entry in flow style, beside which
 * others stand in its line, exactly its own characters. Ends with a line end.
 */
export function excerpt(text: string, { line, column, endLine, endColumn }: SourceRange): string {
  const lines = text.split(/\r?\n/).slice(line - 1, endLine);
  const [first = ''] = lines;
  if (!BLOCK_START.test(first.slice(0, column - 1))) {
    const last = lines.length - 1;
    const own = lines.map((one, index) => (index === last ? one.slice(0, endColumn - 1) : one));
    own[0] = (own[0] ?? '').slice(column - 1);
    return `${own.join('\n').trimEnd()}\n`;
  }
  // A range that ends before the first character of a line ends with the line before.
  const whole = endColumn === 1 && lines.length > 1 ? lines.slice(0, -1) : lines;
  const depth = Math.min(...whole.filter((one) => one.trim() !== '').map((one) => one.search(/\S/)));
  return `${whole
    .map((one) => one.slice(Number.isFinite(depth) ? depth : 0))
    .join('\n')
    .trimEnd()}\n`;
}
