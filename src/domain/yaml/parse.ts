import { composeDocument } from './compose.ts';
import { singleLineEnds } from './lexemes.ts';
import type { YamlNode } from './nodes.ts';
import { shiftOutdented, unshifted } from './outdented.ts';
import { neverClosed, SyntaxFault } from './syntax-fault.ts';
import { type Counts, TreeBuilder } from './tree.ts';

/** What was read of one document. */
export interface ParsedDocument {
  /** null when there is nothing but comments. */
  readonly root: YamlNode | null;
  /** Whether it has aliases (`*name`). */
  readonly aliased: boolean;
  /** Offset of text behind the end of the document, which istioctl does not read; null when there is none. */
  readonly rest: number | null;
}

/**
 * Reads one document (`written`) with the parser of `yaml`; `start` is where it begins in the file's text. Throws
 * `SyntaxFault`.
 *
 * That parser follows YAML 1.2, istioctl's (libyaml as Go's yaml.v2 carries it) YAML 1.1. Where they differ, libyaml is
 * followed in: line ends by CR and U+0085; lines in brackets and quotes that stand left of their key; comments right
 * behind a bracket or quote; text behind the end of the document; a block of text that the end of the file cuts; tabs
 * in indentation; `\'` in double quotes; names of anchors; brackets that close nothing; `?` inside text without quotes
 * in brackets.
 *
 * Left as they are, since nobody writes them on purpose and istioctl's own message tells of most:
 * - istioctl takes, this reader refuses: `|` or `>` at the start of the line below its key; tags that hold `!` or `,`.
 * - istioctl refuses, this reader takes: a key in brackets that runs over two lines, `\/` in double quotes, a `:` on the
 *   line below its key.
 * - Both take, with other values: `{a:}` (the key `a:` for istioctl), `[?a]` (a mapping for istioctl), empty lines
 *   behind a line end escaped in double quotes, U+2028 and U+2029 (line ends for istioctl).
 */
export function parseDocument(written: string, start: number, counts: Counts): ParsedDocument {
  const given = singleLineEnds(written);
  let source = unshifted(given);
  let read = composeDocument(source.text, (offset) => start + offset);
  if (read === null) {
    const shifted = shiftOutdented(given);
    if ('open' in shifted) throw neverClosed(given.charAt(shifted.open), start + shifted.open);
    source = shifted;
    read = composeDocument(source.text, (offset) => start + shifted.original(offset));
  }
  if (read === null)
    throw new SyntaxFault('yaml-syntax', start, 'brackets and quotes of this document cannot be paired');
  const origin = (offset: number) => start + source.original(offset);
  const { contents, escapedApostrophes, rest } = read;
  const builder = new TreeBuilder({ text: source.text, origin, escapedApostrophes }, counts);
  const root = contents && builder.build(contents);
  return { root, aliased: builder.aliased, rest: rest === null ? null : origin(rest) };
}
