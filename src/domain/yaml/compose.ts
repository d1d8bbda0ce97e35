import { Composer, CST, type Document, type ParsedNode, Parser, type YAMLError } from 'yaml';
import { isInBrackets, lexemesOf } from './lexemes.ts';
import { isBroken } from './outdented.ts';
import {
  faultOf,
  MAX_DEPTH,
  MAX_LEXEMES,
  neverClosed,
  SyntaxFault,
  tabFault,
  tooDeep,
  tooMany,
} from './syntax-fault.ts';
import { TabRule } from './tab-rule.ts';

/** One document as the library sees it; offsets count in the text it was given. */
export interface Composed {
  readonly contents: ParsedNode | null;
  /** Whether some double-quoted text holds `\'`, an escape of Go's reader alone. */
  readonly escapedApostrophes: boolean;
  /** Where text begins behind the end of the document; null when there is none. */
  readonly rest: number | null;
}

/**
 * The library only finds the structure: types of scalars, merges, duplicate keys and aliases are left to our own
 * modules, which do as Go's yaml.v2 does.
 */
const OPTIONS = {
  version: '1.1',
  schema: 'failsafe',
  merge: false,
  uniqueKeys: false,
  resolveKnownTags: false,
  prettyErrors: false,
  logLevel: 'silent',
  // Only the tokens tell where the `-` of a list item stands.
  keepSourceTokens: true,
} as const;

/**
 * Runs lexer, parser and composer of `yaml` over one document. null when a bracket or quote breaks off at a line that
 * stands too far left for them. Throws `SyntaxFault`, its offsets led back by `origin`.
 */
export function composeDocument(
  text: string,
  origin: (offset: number) => number,
  maxLexemes = MAX_LEXEMES,
): Composed | null {
  return new DocumentComposer(text, origin, maxLexemes).run();
}

class DocumentComposer {
  private readonly parser = new Parser();
  private readonly composer = new Composer(OPTIONS);
  private readonly documents: Document.Parsed<ParsedNode>[] = [];
  private began = false;
  private rest: number | null = null;
  /** Column of the outermost collection without brackets; what stands there or further right belongs to it. */
  private column: number | null = null;
  private stray: SyntaxFault | null = null;

  constructor(
    private readonly text: string,
    private readonly origin: (offset: number) => number,
    private readonly maxLexemes: number,
  ) {}

  run(): Composed | null {
    if (!this.parse()) return null;
    this.documents.push(...this.composer.end());
    const document = this.documents[0];
    const errors = document?.errors ?? [];
    const escapedApostrophes = this.checkErrors(errors);
    if (this.stray !== null) throw this.stray;
    if (document === undefined) return { contents: null, escapedApostrophes: false, rest: this.rest };
    return { contents: document.contents, escapedApostrophes, rest: this.rest };
  }

  private parse(): boolean {
    const { parser } = this;
    const tabs = new TabRule(parser);
    let content = false;
    let count = 0;
    for (const lexeme of lexemesOf(this.text, parser)) {
      if (++count > this.maxLexemes)
        throw tooMany(this.origin(parser.offset), this.maxLexemes, 'words and signs in one document');
      if (!content && isBroken(lexeme)) return false;
      if (!content && tabs.refuses(lexeme)) throw tabFault(this.origin(parser.offset + lexeme.indexOf('\t')));
      if (content) this.refuseQuestionMark(lexeme);
      content = lexeme === CST.SCALAR;
      this.take(parser.next(lexeme));
      // The library recurses over what it parsed: our limit comes first.
      if (parser.stack.length > MAX_DEPTH) throw tooDeep(this.origin(parser.offset));
      if (this.rest !== null) return true;
      if (parser.stack.at(-1)?.type !== 'doc-end') continue;
      this.rest = contentBehind(this.text, parser.offset);
      break;
    }
    this.refuseOpenBracket();
    this.take(parser.end());
    return true;
  }

  /** In brackets libyaml ends a text without quotes at any `?`, and then misses the comma. */
  private refuseQuestionMark(text: string): void {
    const at = text.indexOf('?', 1);
    if (at === -1 || !isInBrackets(this.parser)) return;
    throw new SyntaxFault(
      'yaml-syntax',
      this.origin(this.parser.offset + at),
      'a ? stands in a text without quotes in brackets',
      'Put quotes around the text.',
    );
  }

  private refuseOpenBracket(): void {
    for (const token of this.parser.stack)
      if (token.type === 'flow-collection' && token.end.length === 0)
        throw neverClosed(token.start.source, this.origin(token.offset));
  }

  private take(tokens: Iterable<CST.Token>): void {
    for (const token of tokens) {
      if (token.type === 'directive')
        throw outside(this.origin(token.offset), 'istioctl does not take YAML directives');
      if (token.type === 'doc-end' && !this.began)
        throw outside(this.origin(token.offset), 'a document ends here that never began');
      if (token.type === 'error' && this.rest === null) this.stray ??= this.strayBracket(token);
      if (this.began && (token.type === 'document' || token.type === 'error')) this.rest ??= token.offset;
      if (this.rest !== null && this.began) return;
      if (token.type === 'document') {
        if (isEmpty(token)) continue;
        this.began = true;
        this.column = columnOf(token);
        this.rest ??= cutBehind(token, this.text);
      }
      this.documents.push(...this.composer.next(token));
    }
  }

  /** A `]` or `}` with no bracket to close, where a value is expected or inside a collection without brackets. */
  private strayBracket({ source, offset }: CST.ErrorToken): SyntaxFault | null {
    if (source !== ']' && source !== '}') return null;
    const outside = this.column === null ? this.began : columnAt(this.text, offset) < this.column;
    if (outside) return null;
    return new SyntaxFault(
      'yaml-syntax',
      this.origin(offset),
      `a ${source} stands here that closes no bracket`,
      'Delete it, or put quotes around the text.',
    );
  }

  private checkErrors(errors: readonly YAMLError[]): boolean {
    let first: YAMLError | null = null;
    let escapedApostrophes = false;
    for (const error of errors) {
      if (error.code === 'BAD_DQ_ESCAPE' && this.text.startsWith("\\'", error.pos[0]))
        escapedApostrophes = true;
      else if (!isTolerated(error) && (first === null || tellsMore(error, first))) first = error;
    }
    if (first !== null) throw faultOf(first, this.text, first.pos[0], this.origin);
    return escapedApostrophes;
  }
}

function outside(offset: number, problem: string): SyntaxFault {
  return new SyntaxFault('yaml-syntax', offset, problem, 'Delete the line.');
}

/** Of what is said about one place, a token that should not be there is the cause. */
function tellsMore(error: YAMLError, than: YAMLError): boolean {
  const ahead = than.pos[0] - error.pos[0];
  return ahead > 0 || (ahead === 0 && error.code === 'UNEXPECTED_TOKEN' && than.code !== 'UNEXPECTED_TOKEN');
}

/** libyaml takes a `#` right behind a quote or bracket for a comment; so does `yaml`, but it complains. */
function isTolerated(error: YAMLError): boolean {
  return error.code === 'MISSING_CHAR' && error.message.startsWith('Comments must be separated');
}

/**
 * Takes away what stands behind the one value of a document; returns where it begins, null when nothing does. At the
 * column of an outermost collection without brackets nothing is behind it, but something wrong in it.
 */
function cutBehind(document: CST.Document, text: string): number | null {
  const { value } = document;
  const second = value === undefined ? null : secondInBrackets(value);
  if (second !== null) {
    document.value = second.first;
    return second.offset;
  }
  if (value?.type === 'flow-collection') return cut(value.end, 1) ?? cut(document.end, 0);
  const first = document.end?.find(({ type }) => !BETWEEN.has(type));
  if (first === undefined || columnAt(text, first.offset) >= (columnOf(document) ?? 0)) return null;
  return cut(document.end, 0);
}

/**
 * Of `{…} {…: …}` the library makes a mapping whose key is the first of the two. Answers that first one, and where the
 * second begins; null where a `:` says that it is a key.
 */
function secondInBrackets(value: CST.Token): { first: CST.FlowCollection; offset: number } | null {
  const [item] = value.type === 'block-map' ? value.items : [];
  if (item?.key?.type !== 'flow-collection' || !('sep' in item)) return null;
  const behind = item.sep?.find(({ type }) => !BETWEEN.has(type));
  if (behind === undefined || behind.type === 'map-value-ind') return null;
  return { first: item.key, offset: behind.offset };
}

function columnOf({ value }: CST.Document): number | null {
  return value?.type === 'block-map' || value?.type === 'block-seq' ? value.indent : null;
}

/** From 0. */
function columnAt(text: string, offset: number): number {
  return offset - text.lastIndexOf('\n', offset - 1) - 1;
}

function isEmpty({ value, start }: CST.Document): boolean {
  return value === undefined && start.every(({ type }) => BETWEEN.has(type));
}

function cut(tokens: CST.SourceToken[] | undefined, from: number): number | null {
  const index = (tokens ?? []).findIndex((token, at) => at >= from && !BETWEEN.has(token.type));
  const [first] = index === -1 ? [] : (tokens ?? []).splice(index);
  return first?.offset ?? null;
}

const BETWEEN: ReadonlySet<string> = new Set(['space', 'comment', 'newline']);

/** Where something else than blanks and comments begins. */
function contentBehind(text: string, from: number): number | null {
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '#') {
      const lineEnd = text.indexOf('\n', at);
      if (lineEnd === -1) return null;
      at = lineEnd;
    } else if (character.trim() !== '') return at;
  }
  return null;
}
