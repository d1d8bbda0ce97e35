import {
  type Alias,
  CST,
  isAlias,
  isMap,
  isScalar,
  type ParsedNode,
  Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { AliasNode, MapEntry, MapNode, ScalarNode, SequenceNode, YamlNode } from './nodes.ts';
import { SyntaxFault, tooMany } from './syntax-fault.ts';

interface TreeSource {
  /** What `yaml` parsed; its offsets count in it. */
  readonly text: string;
  /** Leads such an offset to the file's text. */
  readonly origin: (offset: number) => number;
  /** Whether some double-quoted text holds `\'`, an escape of Go's reader alone. */
  readonly escapedApostrophes: boolean;
}

/** Entries of mappings and items of lists of one file: more than any file of a mesh holds, few enough for the memory. */
export const MAX_VALUES = 3_000_000;

/** What is counted over all documents of a file. */
export interface Counts {
  values: number;
  readonly maxValues: number;
}

/** Turns the nodes of `yaml` into our own tree, aliases bound to what they stand for at that place. */
export class TreeBuilder {
  /** The last node so far that carries a name. */
  private readonly anchors = new Map<string, YamlNode>();
  /** Named nodes whose content is still being built. */
  private readonly open = new Set<YamlNode>();

  /** Whether any `*name` was read. */
  aliased = false;

  constructor(
    private readonly source: TreeSource,
    private readonly counts: Counts,
  ) {}

  build(node: ParsedNode): YamlNode {
    if (isAlias(node)) return this.alias(node);
    if (isScalar(node)) return this.scalar(node);
    return isMap(node) ? this.map(node) : this.sequence(node);
  }

  private alias(node: Alias.Parsed): AliasNode {
    const { start, end } = this.place(node.range[0], node.range[1]);
    const name = node.source;
    this.aliased = true;
    checkName(name, start);
    const target = this.anchors.get(name);
    if (target === undefined)
      throw new SyntaxFault(
        'yaml-alias',
        start,
        `*${name} stands for nothing: there is no &${name} above it`,
      );
    if (this.open.has(target))
      throw new SyntaxFault('yaml-alias', start, `*${name} stands inside the very value that &${name} names`);
    return { kind: 'alias', start, end, tag: '', anchored: false, name, target };
  }

  private scalar(node: Scalar.Parsed): ScalarNode {
    const plain = node.type === Scalar.PLAIN;
    const block = node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED;
    const [from, to] = node.range;
    const empty = plain && from === to;
    // What is empty stands right behind the `:` or `-`; a block of text ends with its last line that has any.
    const place = empty ? this.at(this.lastBefore(from)) : this.place(from, block ? this.lastBefore(to) : to);
    const text = block ? this.blockText(node) : this.flowText(node);
    const scalar: ScalarNode = { kind: 'scalar', ...place, ...properties(node), text, plain };
    this.name(node.anchor, scalar);
    return scalar;
  }

  /** At the end of a text without a last line end, libyaml adds none to a block of text; YAML 1.2 does. */
  private blockText({ source = '', range: [, to] }: Scalar.Parsed): string {
    const { text } = this.source;
    if (to < text.length || text.endsWith('\n') || !source.endsWith('\n')) return source;
    return source.slice(0, -1);
  }

  /** When need be, the text again by the library's own rules, with `\'` taken for an apostrophe. */
  private flowText(node: Scalar.Parsed): string {
    const text = node.source ?? '';
    if (!this.source.escapedApostrophes || node.type !== Scalar.QUOTE_DOUBLE) return text;
    const written = this.source.text.slice(node.range[0], node.range[1]);
    const source = written.replaceAll(/\\[\s\S]/g, (pair) => (pair === "\\'" ? "'" : pair));
    return CST.resolveAsScalar({ type: 'double-quoted-scalar', offset: 0, indent: 0, source }).value;
  }

  private map(node: YAMLMap.Parsed): MapNode {
    const entries: MapEntry[] = [];
    const place = this.place(node.range[0], node.range[1]);
    const map: MapNode = { kind: 'map', ...place, ...properties(node), entries };
    this.inside(node.anchor, map, () => {
      for (const pair of node.items) {
        const key = this.build(pair.key);
        this.count(key.start);
        entries.push({ key, value: pair.value === null ? emptyAt(key.end) : this.build(pair.value) });
      }
    });
    const last = entries.at(-1);
    // The library counts comments behind the last entry as part of a collection without brackets.
    if (!node.flow && last !== undefined) map.end = Math.max(last.key.end, last.value.end);
    return map;
  }

  private sequence(node: YAMLSeq.Parsed): SequenceNode {
    const items: YamlNode[] = [];
    const place = this.place(node.range[0], node.range[1]);
    const marks = dashes(node.srcToken).map(this.source.origin);
    const sequence: SequenceNode = { kind: 'sequence', ...place, ...properties(node), items, marks };
    this.inside(node.anchor, sequence, () => {
      for (const item of node.items) {
        const built = this.build(item);
        this.count(built.start);
        items.push(built);
        if (node.flow) marks.push(built.start);
      }
    });
    const end = items.at(-1)?.end;
    if (!node.flow && end !== undefined) sequence.end = Math.max(end, (marks.at(-1) ?? 0) + 1);
    return sequence;
  }

  private count(offset: number): void {
    this.counts.values++;
    if (this.counts.values > this.counts.maxValues) throw tooMany(offset, this.counts.maxValues, 'values');
  }

  private inside(anchor: string | undefined, node: YamlNode, build: () => void): void {
    this.name(anchor, node);
    if (node.anchored) this.open.add(node);
    build();
    this.open.delete(node);
  }

  private name(anchor: string | undefined, node: YamlNode): void {
    if (anchor === undefined) return;
    checkName(anchor, node.start);
    this.anchors.set(anchor, node);
  }

  private place(from: number, to: number): { start: number; end: number } {
    return { start: this.source.origin(from), end: this.source.origin(to) };
  }

  private at(offset: number): { start: number; end: number } {
    return this.place(offset, offset);
  }

  /** Behind the last character before `offset` that is no blank and no line end. */
  private lastBefore(offset: number): number {
    let at = offset;
    while (at > 0 && ' \t\n\r'.includes(this.source.text.charAt(at - 1))) at--;
    return at;
  }
}

function properties(node: Scalar | YAMLMap | YAMLSeq): { tag: string; anchored: boolean } {
  return { tag: node.tag ?? '', anchored: node.anchor !== undefined };
}

function emptyAt(offset: number): ScalarNode {
  return { kind: 'scalar', start: offset, end: offset, tag: '', anchored: false, text: '', plain: true };
}

function dashes(token: CST.Token | undefined): number[] {
  if (token?.type !== 'block-seq') return [];
  return token.items.flatMap(({ start }) => {
    const dash = start.find(({ type }) => type === 'seq-item-ind');
    return dash === undefined ? [] : [dash.offset];
  });
}

/** libyaml takes fewer characters than YAML 1.2. */
function checkName(name: string, offset: number): void {
  if (/^[0-9A-Za-z_-]+$/.test(name)) return;
  throw new SyntaxFault(
    'yaml-syntax',
    offset,
    'an anchor or alias has no name of letters, digits, - and _',
    'Put quotes around a text that begins with & or *.',
  );
}
