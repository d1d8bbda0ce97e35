import { readBlockScalar } from './block-scalar.ts';
import { FlowParser } from './flow-parser.ts';
import type { MapEntry, MapNode, SequenceNode, YamlNode } from './nodes.ts';
import { type Counts, emptyScalar, mapNode, type Properties, withProperties } from './parser-base.ts';
import { SyntaxFault } from './scanner.ts';

const DASH = 45;
const QUESTION = 63;
const COLON = 58;
const PERCENT = 37;
const LITERAL = 124;
const FOLDED = 62;

/** A node whose first part may turn out to be the key of a mapping. */
interface Candidate {
  readonly start: number;
  readonly lineStart: number;
  readonly column: number;
  readonly allowed: boolean;
}

/** What was read of one document. */
export interface ParsedDocument {
  /** null when there is nothing but comments. */
  readonly root: YamlNode | null;
  /** Whether it has aliases (`*name`). */
  readonly aliased: boolean;
  /** Offset of text behind the end of the document, which istioctl does not read; null when there is none. */
  readonly rest: number | null;
}

/** Reads one document; `start` and `end` bound it in the file's text. Throws `SyntaxFault`. */
export function parseDocument(text: string, start: number, end: number, counts: Counts): ParsedDocument {
  return new BlockParser(text, start, end, counts).document();
}

/**
 * Why not a library: those for JavaScript follow YAML 1.2, so that they take and refuse other texts than istioctl and
 * read other values from the same one (`off`, `0123`, merges), and the 6.7 MB that come of 1,000 Deployments cost them as
 * long as istioctl takes to make them.
 *
 * Reads block collections by recursive descent, accepting what the state machine of libyaml accepts (Go's yaml.v2:
 * `parserc.go`). `indent` is always the column of the innermost block collection, -1 at the top.
 */
class BlockParser extends FlowParser {
  document(): ParsedDocument {
    this.skip();
    if (this.at() === PERCENT && this.column === 0)
      throw new SyntaxFault(
        'yaml-syntax',
        this.pos,
        'istioctl does not take YAML directives',
        'Delete the line.',
      );
    if (this.at() === DASH && this.documentEnds()) {
      this.pos += 3;
      this.keyAllowed = true;
      this.skip();
    }
    if (this.at() === -1) return { root: null, aliased: false, rest: null };
    if (this.documentEnds())
      throw new SyntaxFault(
        'yaml-syntax',
        this.pos,
        'a document ends here that never began',
        'Delete the line.',
      );
    const root = this.blockNode(-1, false);
    this.skip();
    return { root, aliased: this.aliased, rest: this.rest() };
  }

  private rest(): number | null {
    if (this.at() === -1) return null;
    if (this.documentEnds()) {
      this.pos += 3;
      this.keyAllowed = true;
      this.skip();
    }
    return this.at() === -1 ? null : this.pos;
  }

  private blockNode(indent: number, indentless: boolean): YamlNode {
    this.enter();
    const candidate = this.candidate();
    const properties = this.properties();
    const sameLine = this.lineStart === candidate.lineStart;
    if (properties !== null && this.nodeIsEmpty(indent, indentless)) {
      this.leave();
      return this.finish(properties, emptyScalar(properties.end));
    }
    const node =
      properties === null || sameLine
        ? this.blockContent(indent, indentless, candidate, properties, null)
        : this.belowProperties(indent, indentless, properties);
    this.leave();
    return node;
  }

  /** What stands on the lines below `&name` or `!tag`; a first key there may have its own. */
  private belowProperties(indent: number, indentless: boolean, outer: Properties): YamlNode {
    const candidate = this.candidate();
    const inner = this.properties();
    if (inner !== null && (this.lineStart !== candidate.lineStart || this.documentEnds()))
      throw new SyntaxFault(
        'yaml-syntax',
        inner.start,
        'a second anchor or tag stands before the same value',
      );
    return this.blockContent(indent, indentless, candidate, inner, outer);
  }

  private candidate(): Candidate {
    return { start: this.pos, lineStart: this.lineStart, column: this.column, allowed: this.keyAllowed };
  }

  private nodeIsEmpty(indent: number, indentless: boolean): boolean {
    if (this.documentEnds() || this.column < indent) return true;
    return this.column === indent && !(indentless && this.indicator(DASH));
  }

  /** `inner` belongs to the first atom (a key, when there is one), `outer` to the whole node. */
  private blockContent(
    indent: number,
    indentless: boolean,
    candidate: Candidate,
    inner: Properties | null,
    outer: Properties | null,
  ): YamlNode {
    if (this.indicator(DASH)) return this.finish(outer ?? inner, this.sequence(indent, indentless));
    if (this.indicator(QUESTION)) {
      this.needKeyAllowed('a ? key cannot begin here');
      return this.finish(outer ?? inner, this.map(candidate, null));
    }
    const code = this.at();
    if (code === LITERAL || code === FOLDED) {
      const start = this.pos;
      const { text, end } = readBlockScalar(this, indent);
      return this.finish(outer ?? inner, {
        kind: 'scalar',
        start,
        end,
        tag: '',
        anchored: false,
        text,
        plain: false,
      });
    }
    const bare = this.indicator(COLON) && inner !== null;
    const atom = this.finish(inner, bare ? emptyScalar(inner.end) : this.atom(indent));
    this.skip();
    if (!this.indicator(COLON)) return this.finish(outer, atom);
    if (this.lineStart !== candidate.lineStart) {
      // A `:` on its own line may be the value of a `? key` around this node.
      if (this.keyAllowed && (this.column <= indent || indent === -1)) return this.finish(outer, atom);
      throw new SyntaxFault(
        'yaml-syntax',
        this.pos,
        'a value cannot begin here: its key ended on an earlier line',
      );
    }
    if (!candidate.allowed)
      throw new SyntaxFault(
        'yaml-syntax',
        this.pos,
        'a second “key: value” pair stands on the same line',
        VALUE_HINT,
      );
    this.needShortKey(candidate);
    return this.finish(outer, this.map(candidate, atom));
  }

  private needShortKey(candidate: Candidate): void {
    if (this.pos - candidate.start > 1024)
      throw new SyntaxFault('yaml-syntax', candidate.start, 'a key is longer than 1,024 characters');
  }

  private needKeyAllowed(problem: string): void {
    if (!this.keyAllowed)
      throw new SyntaxFault('yaml-syntax', this.pos, problem, 'Begin it on a line of its own.');
  }

  /** Position: at the `:` of `first`, or at a `?` when `first` is null. */
  private map(candidate: Candidate, first: YamlNode | null): MapNode {
    const indent = candidate.column;
    const node = mapNode(candidate.start);
    let key = first;
    for (;;) {
      const entry: MapEntry = key === null ? this.explicitEntry(indent) : this.simpleEntry(indent, key);
      this.count();
      node.entries.push(entry);
      node.end = Math.max(entry.key.end, entry.value.end);
      this.skip();
      if (this.documentEnds() || this.column < indent) return node;
      if (this.column > indent) throw new SyntaxFault('yaml-syntax', this.pos, WRONG_INDENT, INDENT_HINT);
      key = this.indicator(QUESTION) ? null : this.simpleKey(indent);
    }
  }

  private simpleEntry(indent: number, key: YamlNode): MapEntry {
    const colon = this.pos;
    this.pos++;
    this.keyAllowed = false;
    this.skip();
    return { key, value: this.value(indent, colon + 1) };
  }

  private explicitEntry(indent: number): MapEntry {
    const mark = this.pos;
    this.pos++;
    this.keyAllowed = true;
    this.skip();
    const key = this.value(indent, mark + 1);
    this.skip();
    if (this.documentEnds() || this.column !== indent || !this.indicator(COLON))
      return { key, value: emptyScalar(key.end) };
    const colon = this.pos;
    this.pos++;
    this.keyAllowed = true;
    this.skip();
    return { key, value: this.value(indent, colon + 1) };
  }

  private value(indent: number, at: number): YamlNode {
    if (this.documentEnds() || this.column < indent) return emptyScalar(at);
    const code = this.at();
    const deeper = this.column > indent || code === LITERAL || code === FOLDED;
    if (deeper || this.indicator(DASH)) return this.blockNode(indent, true);
    return emptyScalar(at);
  }

  private simpleKey(indent: number): YamlNode {
    const candidate = this.candidate();
    const properties = this.properties();
    const unfinished = () =>
      new SyntaxFault('yaml-syntax', candidate.start, 'a key without “:” behind it', 'Write “key: value”.');
    if (this.lineStart !== candidate.lineStart || this.documentEnds()) throw unfinished();
    if (this.indicator(DASH)) throw new SyntaxFault('yaml-syntax', this.pos, LIST_IN_MAP, INDENT_HINT);
    const bare = properties !== null && this.indicator(COLON);
    const key = this.finish(properties, bare ? emptyScalar(properties.end) : this.atom(indent));
    this.skip();
    if (!this.indicator(COLON) || this.lineStart !== candidate.lineStart) throw unfinished();
    this.needShortKey(candidate);
    return key;
  }

  private sequence(indent: number, indentless: boolean): SequenceNode {
    this.needKeyAllowed('a list item cannot begin behind other text on the line');
    const column = this.column;
    const inMap = indentless && column === indent;
    const node: SequenceNode = {
      kind: 'sequence',
      start: this.pos,
      end: this.pos,
      tag: '',
      anchored: false,
      items: [],
      marks: [],
    };
    for (;;) {
      this.count();
      node.marks.push(this.pos);
      const mark = this.pos;
      this.pos++;
      this.keyAllowed = true;
      this.skip();
      const empty = this.documentEnds() || this.column <= column;
      const item = empty ? emptyScalar(mark + 1) : this.blockNode(column, false);
      node.items.push(item);
      node.end = Math.max(mark + 1, item.end);
      this.skip();
      if (this.documentEnds() || this.column < column) return node;
      if (this.column === column && this.indicator(DASH)) continue;
      if (inMap) return node;
      throw new SyntaxFault('yaml-syntax', this.pos, WRONG_INDENT, INDENT_HINT);
    }
  }

  private finish(properties: Properties | null, node: YamlNode): YamlNode {
    return withProperties(this, properties, node);
  }
}

const VALUE_HINT = 'Put quotes around a text that holds “: ”, or begin a new line.';
const WRONG_INDENT = 'this line is indented like none of the lines above it';
const INDENT_HINT = 'Indent it like its neighbours.';
const LIST_IN_MAP = 'a list item stands where a key is expected';
