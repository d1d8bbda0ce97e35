import type { AliasNode, MapNode, ScalarNode, YamlNode } from './nodes.ts';
import { isBlankOrEnd, Scanner, SyntaxFault } from './scanner.ts';

/** Deeper than any Kubernetes object, shallow enough for every reader behind us. */
export const MAX_DEPTH = 500;

/** What is counted over all documents of a file. */
export interface Counts {
  values: number;
  readonly maxValues: number;
}

/** `&anchor` and `!tag` in front of a node. */
export interface Properties {
  readonly start: number;
  readonly end: number;
  readonly anchor: string | null;
  readonly tag: string;
}

const AMPERSAND = 38;
const EXCLAMATION = 33;
const LONG_TAG = 'tag:yaml.org,2002:';

/** What block and flow parsing share: anchors, tags, the depth limit. */
export class ParserBase extends Scanner {
  /** The last node that carries a name; null while that node is still being read. */
  readonly anchors = new Map<string, YamlNode | null>();
  /** Whether any `*name` was read. */
  protected aliased = false;
  private depth = 0;

  constructor(
    text: string,
    start: number,
    end: number,
    private readonly counts: Counts,
  ) {
    super(text, start, end);
  }

  /** To be called for every entry of a mapping and every item of a list. */
  protected count(): void {
    this.counts.values++;
    if (this.counts.values > this.counts.maxValues)
      throw new SyntaxFault(
        'yaml-too-many',
        this.pos,
        `the text holds more than ${this.counts.maxValues.toLocaleString('en')} values`,
        'Split the file.',
      );
  }

  protected enter(): void {
    this.depth++;
    if (this.depth > MAX_DEPTH)
      throw new SyntaxFault(
        'yaml-too-deep',
        this.pos,
        `the text is nested deeper than ${MAX_DEPTH} levels`,
        'No Kubernetes object is nested so deeply: check how the file was made.',
      );
  }

  protected leave(): void {
    this.depth--;
  }

  protected properties(): Properties | null {
    const start = this.pos;
    let end = start;
    let anchor: string | null = null;
    let tag = '';
    for (;;) {
      const code = this.at();
      if (code === AMPERSAND && anchor === null) anchor = this.name();
      else if (code === EXCLAMATION && tag === '') tag = this.tag();
      else break;
      end = this.pos;
      this.keyAllowed = false;
      this.skip();
    }
    if (anchor !== null) this.anchors.set(anchor, null);
    return end === start ? null : { start, end, anchor, tag };
  }

  /** The name behind `&` or `*`. */
  protected name(): string {
    const match = /[0-9A-Za-z_-]*/y;
    match.lastIndex = this.pos + 1;
    const name = match.exec(this.text)?.[0] ?? '';
    const after = this.pos + 1 + name.length;
    const next = after < this.end ? this.text.charCodeAt(after) : -1;
    if (name === '' || !(isBlankOrEnd(next) || '?:,]}%@`'.includes(String.fromCharCode(next))))
      throw new SyntaxFault(
        'yaml-syntax',
        this.pos,
        'an anchor or alias has no name of letters, digits, - and _',
        'Put quotes around a text that begins with & or *.',
      );
    this.pos = after;
    return name;
  }

  protected alias(): AliasNode {
    const start = this.pos;
    const name = this.name();
    this.keyAllowed = false;
    this.aliased = true;
    const target = this.anchors.get(name);
    if (target === undefined)
      throw new SyntaxFault(
        'yaml-alias',
        start,
        `*${name} stands for nothing: there is no &${name} above it`,
      );
    if (target === null)
      throw new SyntaxFault('yaml-alias', start, `*${name} stands inside the very value that &${name} names`);
    return { kind: 'alias', start, end: this.pos, tag: '', anchored: false, name, target };
  }

  private tag(): string {
    const match = /!(?:<([^>\s]+)>|(!?)([\w\-;/?:@&=+$,.!~*'()[\]%]*))/y;
    match.lastIndex = this.pos;
    const [whole = '', verbatim, second = '', suffix = ''] = match.exec(this.text) ?? [];
    const after = this.pos + whole.length;
    const ends = after >= this.end || isBlankOrEnd(this.text.charCodeAt(after));
    if (whole === '' || !ends || (second !== '' && suffix === ''))
      throw new SyntaxFault('yaml-syntax', this.pos, 'a tag (!…) cannot be read');
    if (second === '' && suffix.includes('!'))
      throw new SyntaxFault('yaml-syntax', this.pos, 'a tag begins with a handle that nothing defines');
    this.pos = after;
    if (verbatim !== undefined) return verbatim;
    return second === '' ? `!${suffix}` : LONG_TAG + suffix;
  }
}

export function emptyScalar(at: number): ScalarNode {
  return { kind: 'scalar', start: at, end: at, tag: '', anchored: false, text: '', plain: true };
}

export function mapNode(start: number): MapNode {
  return { kind: 'map', start, end: start, tag: '', anchored: false, entries: [] };
}

/** Hangs an anchor and a tag on the node they stand in front of. */
export function withProperties(parser: ParserBase, properties: Properties | null, node: YamlNode): YamlNode {
  if (properties === null) return node;
  if (node.kind === 'alias')
    throw new SyntaxFault('yaml-syntax', node.start, 'an alias cannot have an anchor or a tag of its own');
  node.tag = properties.tag;
  if (properties.anchor !== null) {
    node.anchored = true;
    parser.anchors.set(properties.anchor, node);
  }
  return node;
}
