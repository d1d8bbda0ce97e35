import type { YAMLError } from 'yaml';

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

/** Deeper than any Kubernetes object, shallow enough for every reader behind us, the recursion of `yaml` included. */
export const MAX_DEPTH = 500;

/** Every lexeme costs memory (some 300 bytes) while its document is read; a List of 1,000 injected Pods has 1.8 million. */
export const MAX_LEXEMES = 3_000_000;

/** Each costs a hundred times what it takes to write; a List of a thousand workloads that share their labels has a few thousand. */
export const MAX_ALIASES = 20_000;

export function tooDeep(offset: number): SyntaxFault {
  return new SyntaxFault(
    'yaml-too-deep',
    offset,
    `the text is nested deeper than ${MAX_DEPTH} levels`,
    'No Kubernetes object is nested so deeply: check how the file was made.',
  );
}

export function tooMany(offset: number, limit: number, what: string): SyntaxFault {
  return new SyntaxFault(
    'yaml-too-many',
    offset,
    `the text holds more than ${limit.toLocaleString('en')} ${what}`,
    'Split the file.',
  );
}

/** A bracket or quote (`opening`, at `offset`) that nothing closes. */
export function neverClosed(opening: string, offset: number): SyntaxFault {
  const closing = opening === '[' ? ']' : opening === '{' ? '}' : null;
  return closing === null
    ? new SyntaxFault('yaml-syntax', offset, 'the quote that opens here is never closed', 'Close the quote.')
    : new SyntaxFault(
        'yaml-syntax',
        offset,
        `the bracket that opens here is never closed by ${closing}`,
        'Close the bracket.',
      );
}

const INDENT_HINT = 'Indent it like its neighbours.';
const QUOTES_HINT = 'Put quotes around a text that holds “: ” or “ #” or begins with a special character.';

/** Our sentence for what `yaml` says, the first that fits; what is not here keeps the library's own words. */
const SENTENCES: readonly (readonly [said: RegExp, problem: string, hint?: string])[] = [
  [/block sequence may not|Unexpected block-seq-ind/, 'a list item cannot begin here', INDENT_HINT],
  [/^Implicit map keys need/, 'a key without “:” behind it', 'Write “key: value”.'],
  [/^Implicit keys .*single line/, 'a key must end on the line where it begins', QUOTES_HINT],
  [/^Nested mappings/, 'a second “key: value” pair stands on the same line', QUOTES_HINT],
  [
    /same column$|^Block scalar .*indent|item without -/,
    'this line is indented like none of the lines above it',
    INDENT_HINT,
  ],
  [
    /^Block scalars with more-indented/,
    'an empty line above a block of text is indented deeper than the text',
  ],
  [
    /^Block scalar header|^Not a YAML token/,
    'text stands behind the | or > that begins a block of text',
    'Begin it on the next line.',
  ],
  [
    /end with a ([\]}])$/,
    'a bracket is closed by another kind, or not at all',
    'Close what opens with [ by ], { by }.',
  ],
  [/^Missing , /, 'a “,” is missing here between two values in brackets'],
  [/^Missing space after : /, 'a blank is missing behind a “:” in brackets', 'Write “key: value”.'],
  [/^Unexpected (?:,|empty item) /, 'one “,” too many stands in brackets'],
  [/^Unexpected .* (?:at node end|token)$/, 'text stands behind a value that has ended', QUOTES_HINT],
  [
    /^Block collections are not allowed within flow/,
    'in brackets a “,” is missing before this, or a text needs quotes',
    'Put a “,” between two values, or quotes around a text that holds “: ” or begins with “- ”.',
  ],
  [
    /^Missing newline after block sequence/,
    'a list cannot begin on the line of its anchor (&name) or tag (!name)',
    'Begin it on the next line.',
  ],
  [/^Unexpected [?:-] in /, 'a ?, : or - stands twice before one value'],
  [
    /^Anchors and tags must be after/,
    'an anchor (&name) or tag (!name) stands before the sign it belongs behind',
  ],
  [/^(?:Anchor|Alias) cannot be an empty/, 'an anchor (&name) or alias (*name) has no name'],
  [/^Plain value cannot start/, 'a text without quotes cannot begin with this character', QUOTES_HINT],
  [/at most 1024 chars/, 'a key is longer than 1,024 characters'],
  [
    /Invalid escape sequence/,
    'a backslash begins no escape of a double-quoted text',
    'Double the backslash.',
  ],
  [/at most one anchor/, 'a value has two anchors (&name)'],
  [/at most one tag/, 'a value has two tags (!name)'],
  [/^Tags and anchors must be separated/, 'a blank is missing behind a tag (!name) or anchor (&name)'],
  [/alias node must not/, 'an alias cannot have an anchor or a tag of its own'],
  [/tag/, 'a tag (!…) cannot be read'],
];

export function tabFault(offset: number): SyntaxFault {
  return new SyntaxFault(
    'yaml-tab',
    offset,
    'a tab stands where YAML wants spaces',
    'Replace the tab by spaces.',
  );
}

/**
 * Turns what `yaml` found at offset `at` of what it was given into our fault, offsets led back by `origin`. A tab in
 * reach is always the cause to name.
 */
export function faultOf(
  error: YAMLError,
  text: string,
  at: number,
  origin: (offset: number) => number,
): SyntaxFault {
  const offset = origin(at);
  if (error.code === 'RESOURCE_EXHAUSTION') return tooDeep(offset);
  const tab = tabAt(text, at);
  if (tab !== null) return tabFault(origin(tab));
  const deeper = KEY_CODES.has(error.code) ? deeperLine(text, at) : null;
  if (deeper !== null) return new SyntaxFault('yaml-syntax', origin(deeper.at), deeper.problem, INDENT_HINT);
  const [, problem, hint] = SENTENCES.find(([said]) => said.test(error.message)) ?? [
    null,
    ownWords(error.message),
  ];
  return new SyntaxFault('yaml-syntax', offset, problem, hint);
}

/** Said of a text that is taken for a key, by the sign behind it, where no key can stand. */
const KEY_CODES: ReadonlySet<string> = new Set(['BLOCK_AS_IMPLICIT_KEY', 'MULTILINE_IMPLICIT_KEY']);

/**
 * The line of a key that stands deeper than what begins at `offset`, so that YAML reads it as more of the text there: then
 * its indentation is the fault, not the sign behind it. null where that sign is on the line of `offset` itself.
 */
function deeperLine(text: string, offset: number): { readonly at: number; readonly problem: string } | null {
  const sign = /:(?=\s|$)/g;
  sign.lastIndex = offset;
  const found = sign.exec(text)?.index;
  if (found === undefined) return null;
  const above = text.slice(offset, found).split(LINE_END).length - 1;
  const [key, first] = [lineAt(text, found), lineAt(text, offset)];
  if (above === 0 || key.indent <= first.indent) return null;
  const which = above === 1 ? 'the one above it' : `the one ${above} lines above it`;
  return {
    at: key.start + key.indent,
    problem: `this line is indented deeper than ${which}, which has its value already`,
  };
}

const LINE_END = /\r\n?|\n/;

function lineAt(text: string, offset: number): { readonly start: number; readonly indent: number } {
  let start = offset;
  while (start > 0 && !'\n\r'.includes(text.charAt(start - 1))) start--;
  let indent = 0;
  while (text.charAt(start + indent) === ' ') indent++;
  return { start, indent };
}

function ownWords(message: string): string {
  const first = message.split('\n', 1)[0] ?? '';
  const short = first.length > 120 ? `${first.slice(0, 119)}…` : first;
  return `YAML cannot be read here (${short})`;
}

/** A tab in the indentation of the line, or one that `offset` touches. */
function tabAt(text: string, offset: number): number | null {
  if (text.charAt(offset) === '\t') return offset;
  const { start } = lineAt(text, offset);
  const indent = /[ \t]*/y;
  indent.lastIndex = start;
  const tab = (indent.exec(text)?.[0] ?? '').indexOf('\t');
  return tab === -1 ? null : start + tab;
}
