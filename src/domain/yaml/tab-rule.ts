import { CST, type Parser } from 'yaml';
import { isInBrackets } from './lexemes.ts';

/**
 * Where libyaml refuses a tab that YAML 1.2 allows (`scannerc.go`: blanks between tokens, and line ends in plain
 * scalars): outside brackets, in blanks at the start of a line, an empty one included, and behind a `-` or `?`.
 * Lexemes must come in order; the content of plain scalars and blocks of text is left out.
 */
export class TabRule {
  /** The last lexeme that is no blank; a line end for lines that have begun with nothing else. */
  private before = '\n';
  /** Whether the last content was a plain scalar or a block of text, which may go on behind blanks. */
  private behindScalar = false;
  /** Blanks since `before`. */
  private blanks = 0;

  constructor(private readonly parser: Parser) {}

  refuses(lexeme: string): boolean {
    if (lexeme === CST.DOCUMENT) return false;
    const type = CST.tokenType(lexeme);
    if (type === 'space') {
      const tab = lexeme.indexOf('\t');
      const refused = tab !== -1 && this.refusesTab(this.blanks + tab);
      this.blanks += lexeme.length;
      return refused;
    }
    this.blanks = 0;
    this.before = type === 'newline' ? '\n' : lexeme;
    if (type !== 'newline' && type !== 'comment') this.behindScalar = lexeme === CST.SCALAR;
    return false;
  }

  private refusesTab(blanksBefore: number): boolean {
    if (this.before !== '\n' && this.before !== '-' && this.before !== '?') return false;
    if (this.before === '\n' && this.behindScalar && blanksBefore > this.indent()) return false;
    return !isInBrackets(this.parser);
  }

  /** Column of the innermost collection without brackets. */
  private indent(): number {
    const inner = this.parser.stack.findLast(
      (token) => token.type === 'block-map' || token.type === 'block-seq',
    );
    return inner !== undefined && 'indent' in inner ? inner.indent : -1;
  }
}
