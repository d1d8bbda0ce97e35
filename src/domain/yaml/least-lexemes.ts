/**
 * Counts, without a lexer and in a twentieth of its time, lexemes that a document has at least: blocks of text, quotes and
 * comments are passed over; in doubt nothing is counted. Text without quotes that looks like brackets may be counted too
 * high, by two for a comma.
 * @returns the offset at which there are more than `limit`; null when there are not so many
 */
export function passesLexemes(text: string, start: number, end: number, limit: number): number | null {
  // No character counts for more than two.
  if (2 * (end - start) <= limit) return null;
  return new LeastLexemes(text, start, end, limit).run();
}

const [TAB, LF, CR, SPACE, DOUBLE, HASH, PERCENT, SINGLE] = [9, 10, 13, 32, 34, 35, 37, 39];
const [COMMA, DASH, COLON, FOLDED, QUESTION] = [44, 45, 58, 62, 63];
const [OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_MAP, LITERAL, CLOSE_MAP] = [91, 92, 93, 123, 124, 125];

/** A `|` or `>` that begins a block of text, behind which only its indicators and a comment stand. */
const BLOCK_HEADER = /(?:^|[ \t])[|>][-+0-9]*[ \t]*(?:#.*)?$/;

class LeastLexemes {
  private count = 0;
  private depth = 0;
  private at: number;
  /** The line that was just passed holds a `|` or `>` behind a blank. */
  private mayOpenBlock = false;

  constructor(
    private readonly text: string,
    start: number,
    private readonly end: number,
    private readonly limit: number,
  ) {
    this.at = start;
  }

  run(): number | null {
    while (this.at < this.end) {
      const begin = this.at;
      const indent = this.indentation();
      this.line();
      if (this.count > this.limit) return begin;
      if (this.mayOpenBlock && BLOCK_HEADER.test(this.lastPart(begin))) this.skipBlock(indent);
    }
    return null;
  }

  /** Passes over what a line begins with; each `-` or `?` is a lexeme, and so is the blank behind it. */
  private indentation(): number {
    const begin = this.at;
    while (this.code(0) === SPACE) this.at++;
    const indent = this.at - begin;
    // A directive, and its line end.
    if (indent === 0 && this.code(0) === PERCENT) this.count += 2;
    while ((this.code(0) === DASH || this.code(0) === QUESTION) && isBlank(this.code(1))) {
      this.count += 2;
      this.at += this.code(1) === SPACE ? 2 : 1;
      while (this.code(0) === SPACE) this.at++;
    }
    return indent;
  }

  /** Goes behind the end of the line, or of the line on which a quote that it opens is closed. */
  private line(): void {
    let before = SPACE;
    this.mayOpenBlock = false;
    while (this.at < this.end) {
      const code = this.code(0);
      if (code === LF || code === CR) break;
      const fresh = before === SPACE || before === TAB || isOpening(before) || before === COMMA;
      if (code === HASH && fresh) {
        this.at = this.endOfLine();
        break;
      }
      if ((code === DOUBLE || code === SINGLE) && (fresh || before === DOUBLE || before === SINGLE))
        this.quote(code);
      else this.sign(code, fresh);
      if (fresh && (code === LITERAL || code === FOLDED)) this.mayOpenBlock = true;
      before = code;
      this.at++;
    }
    this.at++;
  }

  private sign(code: number, fresh: boolean): void {
    if (isOpening(code) && fresh) this.depth++;
    else if ((code === CLOSE_LIST || code === CLOSE_MAP) && this.depth > 0) this.depth--;
    // A comma, and the value before or behind it.
    else if (code === COMMA && this.depth > 0) this.count += 2;
    // The key, the colon, and what parts it from the value.
    else if (code === COLON && isBlank(this.code(1))) this.count += 3;
  }

  /** To the quote that closes, or to the end of the document. */
  private quote(mark: number): void {
    this.count++;
    this.at++;
    while (this.at < this.end) {
      const code = this.code(0);
      if (code === mark && !(mark === SINGLE && this.code(1) === SINGLE)) return;
      this.at += code === mark || (mark === DOUBLE && code === BACKSLASH) ? 2 : 1;
    }
  }

  /** A block of text is indented deeper than the line that opens it. */
  private skipBlock(indent: number): void {
    while (this.at < this.end) {
      let at = this.at;
      while (at < this.end && this.text.charCodeAt(at) === SPACE) at++;
      const code = this.text.charCodeAt(at);
      if (at - this.at <= indent && at < this.end && code !== LF && code !== CR) return;
      this.at = this.endOfLine() + 1;
    }
  }

  /** Of the line that was just passed, at most as much as a header of a block needs. */
  private lastPart(begin: number): string {
    return this.text.slice(Math.max(begin, this.at - 1 - 80), this.at - 1);
  }

  private endOfLine(): number {
    let at = this.at;
    for (; at < this.end; at++) {
      const code = this.text.charCodeAt(at);
      if (code === LF || code === CR) break;
    }
    return at;
  }

  private code(ahead: number): number {
    return this.text.charCodeAt(this.at + ahead);
  }
}

function isOpening(code: number): boolean {
  return code === OPEN_LIST || code === OPEN_MAP;
}

/** NaN: the end of the text. */
function isBlank(code: number): boolean {
  return code === SPACE || code === LF || code === CR || Number.isNaN(code);
}
