import { isBlank, isBreak, type Scanner, SyntaxFault, TAB_HINT } from './scanner.ts';

const TAB = 9;
const SPACE = 32;
const HASH = 35;
const PLUS = 43;
const DASH = 45;
const FOLDED = 62;

interface Header {
  readonly folded: boolean;
  readonly chomp: 'clip' | 'strip' | 'keep';
  /** Columns beyond the parent's, 0 when they follow from the first line. */
  readonly increment: number;
}

/**
 * A `|` or `>` scalar at the scanner's position, as libyaml reads it. `end` lies behind the last line that has text,
 * so that a highlight does not run into the next entry.
 */
export function readBlockScalar(scanner: Scanner, parentIndent: number): { text: string; end: number } {
  const header = readHeader(scanner);
  let end = scanner.pos;
  if (isBreak(scanner.at())) scanner.takeBreak();
  let indent = header.increment === 0 ? 0 : Math.max(parentIndent, 0) + header.increment;
  let found = readBreaks(scanner, indent, parentIndent);
  indent = found.indent;
  let text = '';
  let leadingBreak = '';
  let leadingBlank = false;
  while (scanner.column === indent && scanner.at() !== -1) {
    const blank = isBlank(scanner.at());
    const foldable = header.folded && !leadingBlank && !blank && leadingBreak === '\n';
    if (!foldable) text += leadingBreak;
    else if (found.breaks === '') text += ' ';
    text += found.breaks;
    leadingBlank = blank;
    const from = scanner.pos;
    while (scanner.at() !== -1 && !isBreak(scanner.at())) scanner.pos++;
    end = scanner.pos;
    text += scanner.text.slice(from, end);
    leadingBreak = isBreak(scanner.at()) ? scanner.takeBreak() : '';
    found = readBreaks(scanner, indent, parentIndent);
  }
  if (header.chomp !== 'strip') text += leadingBreak;
  if (header.chomp === 'keep') text += found.breaks;
  scanner.keyAllowed = true;
  return { text, end };
}

function readHeader(scanner: Scanner): Header {
  const start = scanner.pos;
  const folded = scanner.at() === FOLDED;
  scanner.pos++;
  let chomp: Header['chomp'] = 'clip';
  let increment = 0;
  const readChomp = () => {
    const code = scanner.at();
    if (code !== PLUS && code !== DASH) return false;
    chomp = code === PLUS ? 'keep' : 'strip';
    scanner.pos++;
    return true;
  };
  const chomped = readChomp();
  const digit = scanner.at() - 48;
  if (digit >= 0 && digit <= 9) {
    if (digit === 0)
      throw new SyntaxFault('yaml-syntax', start, 'a block of text cannot be indented by 0 columns');
    increment = digit;
    scanner.pos++;
    if (!chomped) readChomp();
  }
  while (isBlank(scanner.at())) scanner.pos++;
  if (scanner.at() === HASH) while (scanner.at() !== -1 && !isBreak(scanner.at())) scanner.pos++;
  if (scanner.at() !== -1 && !isBreak(scanner.at()))
    throw new SyntaxFault(
      'yaml-syntax',
      scanner.pos,
      `text stands behind the ${folded ? '>' : '|'} that begins a block of text`,
      'Begin the text on the next line.',
    );
  return { folded, chomp, increment };
}

/** Indentation and empty lines; finds the block's indentation when `indent` is 0. */
function readBreaks(
  scanner: Scanner,
  indent: number,
  parentIndent: number,
): { breaks: string; indent: number } {
  let breaks = '';
  let widest = 0;
  for (;;) {
    while ((indent === 0 || scanner.column < indent) && scanner.at() === SPACE) scanner.pos++;
    widest = Math.max(widest, scanner.column);
    if ((indent === 0 || scanner.column < indent) && scanner.at() === TAB)
      throw new SyntaxFault('yaml-tab', scanner.pos, 'a tab stands where YAML wants spaces', TAB_HINT);
    if (!isBreak(scanner.at())) break;
    breaks += scanner.takeBreak();
  }
  return { breaks, indent: indent === 0 ? Math.max(widest, parentIndent + 1, 1) : indent };
}
