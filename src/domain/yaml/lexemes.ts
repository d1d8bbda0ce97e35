import { CST, Lexer, type Parser } from 'yaml';

/**
 * The lexemes of `yaml`, one rule of libyaml applied: a dash in brackets with no blank behind it (`[cat, -]`) is text,
 * no list item. `parser` must be given each lexeme before the next is asked for.
 */
export function* lexemesOf(text: string, parser: Parser): Generator<string, void> {
  let content = false;
  let dash = false;
  for (const lexeme of new Lexer().lex(text)) {
    // Behind such a dash the lexer may put an empty scalar.
    if (dash && (lexeme === CST.SCALAR || lexeme === '')) continue;
    dash =
      !content && lexeme === '-' && isInBrackets(parser) && /[,[\]{}]/.test(text.charAt(parser.offset + 1));
    content = lexeme === CST.SCALAR;
    if (dash) yield CST.SCALAR;
    yield lexeme;
  }
}

export function isInBrackets(parser: Parser): boolean {
  return parser.stack.some((token) => token.type === 'flow-collection' && token.end.length === 0);
}

/** CR and U+0085 are line ends for libyaml; one character for one, so that offsets stay. */
export function singleLineEnds(written: string): string {
  return written.replaceAll(/\r(?!\n)|\x85/g, '\n');
}
