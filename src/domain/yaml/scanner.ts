export type SyntaxCode =
  | 'yaml-syntax'
  | 'yaml-tab'
  | 'yaml-too-deep'
  | 'yaml-too-many'
  | 'yaml-alias'
  | 'yaml-alias-bomb';

/** One place where a text is not the YAML that istioctl reads; the caller adds the file's name. */
export class SyntaxFault extends Error {
  constructor(
    readonly code: SyntaxCode,
    readonly offset: number,
    readonly problem: string,
    readonly hint = 'Correct the line and open the file again.',
  ) {
    super(problem);
  }
}

const EOF = -1;
const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const QUOTE = 34;
const HASH = 35;
const APOSTROPHE = 39;
const DASH = 45;
const DOT = 46;
const COLON = 58;
const BACKSLASH = 92;

/** Two-character escapes of double-quoted scalars (libyaml, scanner: `yaml_parser_scan_flow_scalar`). */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['N', '\x85'],
  ['_', '\xa0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
]);
const HEX_LENGTH: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

export function isBreak(code: number): boolean {
  return code === LF || code === CR || code === 0x85 || code === 0x2028 || code === 0x2029;
}
export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}
export function isBlankOrEnd(code: number): boolean {
  return code === SPACE || code === LF || code === EOF || code === TAB || isBreak(code);
}

/**
 * Reads scalars and what lies between tokens, with the rules of libyaml as Go's yaml.v2 carries them (its
 * `scannerc.go`): YAML 1.1 line breaks, where tabs may stand, how lines are folded.
 */
export class Scanner {
  pos: number;
  /** Offset of the first character of the current line: columns count from it. */
  lineStart: number;
  /** Whether a `key: value` pair, or a `-`, may begin here without a line break before it. */
  keyAllowed = true;
  /** How many `[` and `{` are open. */
  flow = 0;

  constructor(
    readonly text: string,
    start: number,
    readonly end: number,
  ) {
    this.pos = start;
    this.lineStart = start;
  }

  get column(): number {
    return this.pos - this.lineStart;
  }

  /** The character code at the position plus `ahead`; -1 past the end. */
  at(ahead = 0): number {
    const index = this.pos + ahead;
    return index < this.end ? this.text.charCodeAt(index) : EOF;
  }

  /** Whether `code` stands here as an indicator: followed by a blank, a line break or the end. */
  indicator(code: number): boolean {
    return this.at() === code && isBlankOrEnd(this.at(1));
  }

  /** The end of the text, or `---` or `...` at the start of a line. */
  documentEnds(): boolean {
    const code = this.at();
    if (code === EOF) return true;
    return this.pos === this.lineStart && (code === DASH || code === DOT) && this.marker(code);
  }

  private marker(code: number): boolean {
    return this.at(1) === code && this.at(2) === code && isBlankOrEnd(this.at(3));
  }

  /** Takes one line break and returns it as YAML normalises it. */
  takeBreak(): string {
    const code = this.at();
    this.pos += code === CR && this.at(1) === LF ? 2 : 1;
    this.lineStart = this.pos;
    return code === 0x2028 || code === 0x2029 ? String.fromCharCode(code) : '\n';
  }

  /** Moves over blanks, comments and line breaks to the next token. */
  skip(): void {
    for (;;) {
      let code = this.at();
      while (code === SPACE || (code === TAB && (this.flow > 0 || !this.keyAllowed))) {
        this.pos++;
        code = this.at();
      }
      if (code === HASH) {
        while (this.at() !== EOF && !isBreak(this.at())) this.pos++;
        code = this.at();
      }
      if (!isBreak(code)) return;
      this.takeBreak();
      if (this.flow === 0) this.keyAllowed = true;
    }
  }

  /** A scalar without quotes; `indent` is that of the collection around it. Leaves the position at the next token. */
  plain(indent: number): { text: string; end: number } {
    let text = '';
    let end = this.pos;
    let folded = '';
    let crossed = false;
    for (;;) {
      if (this.column === 0 && this.documentEnds()) break;
      if (this.at() === HASH) break;
      const lineEnd = this.plainLine();
      if (lineEnd > this.pos) {
        text += folded + this.text.slice(this.pos, lineEnd);
        this.pos = lineEnd;
        end = lineEnd;
        crossed = false;
      }
      if (!isBlank(this.at()) && !isBreak(this.at())) break;
      const breaks = this.takeBreaks(indent + 1);
      if (breaks === '') break;
      crossed = true;
      folded = fold(breaks);
      if (this.flow === 0 && this.column < indent + 1) break;
    }
    this.keyAllowed = crossed;
    return { text, end };
  }

  /** Where the words of a plain scalar end on this line, blanks behind them left out. */
  private plainLine(): number {
    let wordEnd = this.pos;
    for (let i = this.pos; i < this.end; i++) {
      const code = this.text.charCodeAt(i);
      if (code === SPACE || code === TAB) continue;
      if (isBreak(code)) break;
      if (code === HASH && i > wordEnd) break;
      if (code === COLON && isBlankOrEnd(this.at(i + 1 - this.pos))) break;
      if (this.flow > 0 && isFlowEnd(code)) break;
      wordEnd = i + 1;
    }
    return wordEnd;
  }

  /** Blanks and line breaks inside a plain or quoted scalar; returns the breaks. */
  private takeBreaks(indent: number): string {
    let breaks = '';
    for (;;) {
      const code = this.at();
      if (code === TAB && breaks !== '' && this.column < indent)
        throw new SyntaxFault('yaml-tab', this.pos, 'a tab stands where YAML wants spaces', TAB_HINT);
      if (isBlank(code)) this.pos++;
      else if (isBreak(code)) breaks += this.takeBreak();
      else return breaks;
    }
  }

  /** A scalar in `'…'` or `"…"`; the position is at the opening quote. */
  quoted(): string {
    const start = this.pos;
    const quote = this.at();
    this.pos++;
    let text = '';
    for (;;) {
      if (this.documentEnds()) {
        const problem = 'the quote that opens here is never closed';
        throw new SyntaxFault('yaml-syntax', start, problem, 'Close the quote.');
      }
      const from = this.pos;
      let code = this.at();
      while (!isBlankOrEnd(code) && code !== quote && !(code === BACKSLASH && quote === QUOTE)) {
        this.pos++;
        code = this.at();
      }
      text += this.text.slice(from, this.pos);
      if (code === quote) {
        this.pos++;
        if (quote !== APOSTROPHE || this.at() !== APOSTROPHE) return text;
        this.pos++;
        text += "'";
      } else if (code === BACKSLASH) text += this.escape(start);
      else if (code !== EOF) text += this.quotedBlank();
    }
  }

  private quotedBlank(): string {
    const from = this.pos;
    while (isBlank(this.at())) this.pos++;
    const blanks = this.text.slice(from, this.pos);
    return isBreak(this.at()) ? fold(this.takeBreaks(0)) : blanks;
  }

  /** What a backslash of a double-quoted scalar stands for. */
  private escape(start: number): string {
    if (isBreak(this.at(1))) {
      this.pos++;
      this.takeBreak();
      // The break itself is dropped, further empty lines are kept (libyaml folds them as trailing breaks).
      return this.takeBreaks(0);
    }
    const name = this.text.charAt(this.pos + 1);
    const simple = ESCAPES.get(name);
    if (simple !== undefined) {
      this.pos += 2;
      return simple;
    }
    const length = HEX_LENGTH.get(name);
    const digits = this.text.slice(this.pos + 2, this.pos + 2 + (length ?? 0));
    const value = Number.parseInt(digits, 16);
    if (length === undefined || digits.length !== length || !/^[0-9a-fA-F]+$/.test(digits))
      throw new SyntaxFault(
        'yaml-syntax',
        this.pos,
        `\\${name} is no escape of a double-quoted text`,
        QUOTE_HINT,
      );
    if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff)
      throw new SyntaxFault('yaml-syntax', start, `\\${name}${digits} is no Unicode character`, QUOTE_HINT);
    this.pos += 2 + length;
    return String.fromCodePoint(value);
  }
}

export const TAB_HINT = 'Replace the tab by spaces.';
const QUOTE_HINT = 'Use single quotes for a text with backslashes, or double the backslash.';

/** One line break becomes a space, more keep all but the first; the breaks of YAML 1.1's Unicode are kept. */
export function fold(breaks: string): string {
  if (breaks.charCodeAt(0) !== LF) return breaks;
  return breaks.length === 1 ? ' ' : breaks.slice(1);
}

/** `,`, `?`, `[`, `]`, `{`, `}` end a plain scalar inside brackets. */
function isFlowEnd(code: number): boolean {
  return code === 44 || code === 63 || code === 91 || code === 93 || code === 123 || code === 125;
}
