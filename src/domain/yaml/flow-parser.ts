import type { MapEntry, MapNode, SequenceNode, YamlNode } from './nodes.ts';
import { emptyScalar, mapNode, ParserBase, withProperties } from './parser-base.ts';
import { isBlank, isBlankOrEnd, SyntaxFault } from './scanner.ts';

const QUOTE = 34;
const APOSTROPHE = 39;
const ASTERISK = 42;
const COMMA = 44;
const DASH = 45;
const COLON = 58;
const QUESTION = 63;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_MAP = 123;
const CLOSE_MAP = 125;

/** Characters that cannot begin a scalar without quotes: `, [ ] { } # & * ! | > ' " % @` and the grave accent. */
const NEVER_PLAIN = new Set([...',[]{}#&*!|>\'"%@`'].map((character) => character.charCodeAt(0)));

/** Reads what stands in brackets (JSON included) and single atoms, as libyaml does. */
export class FlowParser extends ParserBase {
  /** An alias, a quoted or plain scalar, or a collection in brackets. */
  protected atom(indent: number): YamlNode {
    const start = this.pos;
    const code = this.at();
    if (code === ASTERISK) return this.alias();
    if (code === OPEN_LIST) return this.list();
    if (code === OPEN_MAP) return this.object();
    const scalar = (text: string, end: number, plain: boolean): YamlNode => ({
      kind: 'scalar',
      start,
      end,
      tag: '',
      anchored: false,
      text,
      plain,
    });
    if (code === QUOTE || code === APOSTROPHE) {
      this.keyAllowed = false;
      const text = this.quoted();
      return scalar(text, this.pos, false);
    }
    if (!this.plainMayBegin(code)) throw this.noNode(code);
    const { text, end } = this.plain(indent);
    return scalar(text, end, true);
  }

  private plainMayBegin(code: number): boolean {
    const next = this.at(1);
    if (code === DASH) return !isBlank(next);
    if (code === QUESTION || code === COLON) return this.flow === 0 && !isBlankOrEnd(next);
    return !isBlankOrEnd(code) && !NEVER_PLAIN.has(code);
  }

  private noNode(code: number): SyntaxFault {
    if (code === 9)
      return new SyntaxFault(
        'yaml-tab',
        this.pos,
        'a tab stands where YAML wants spaces',
        'Replace the tab by spaces.',
      );
    const what = code === -1 ? 'the text ends' : `“${this.text.charAt(this.pos)}” stands`;
    return new SyntaxFault(
      'yaml-syntax',
      this.pos,
      `${what} where a value or key is expected`,
      'Put quotes around a text that begins with a special character.',
    );
  }

  private list(): SequenceNode {
    const node: SequenceNode = {
      kind: 'sequence',
      start: this.pos,
      end: this.pos,
      tag: '',
      anchored: false,
      items: [],
      marks: [],
    };
    this.open();
    while (!this.closes(CLOSE_LIST, node.items.length === 0, node.start)) {
      const item = this.listItem();
      this.count();
      node.marks.push(item.start);
      node.items.push(item);
    }
    node.end = this.pos;
    return node;
  }

  private object(): MapNode {
    const node = mapNode(this.pos);
    this.open();
    while (!this.closes(CLOSE_MAP, node.entries.length === 0, node.start)) {
      this.count();
      node.entries.push(this.pair());
    }
    node.end = this.pos;
    return node;
  }

  private open(): void {
    this.enter();
    this.flow++;
    this.pos++;
    this.keyAllowed = true;
  }

  /** Moves over the closing bracket, or over the comma in front of the next entry. */
  private closes(bracket: number, first: boolean, start: number): boolean {
    this.skip();
    if (!first && this.at() === COMMA) {
      this.pos++;
      this.keyAllowed = true;
      this.skip();
    } else if (!first && this.at() !== bracket) {
      const close = String.fromCharCode(bracket);
      if (this.documentEnds())
        throw new SyntaxFault(
          'yaml-syntax',
          start,
          `the bracket that opens here is never closed by ${close}`,
        );
      throw new SyntaxFault('yaml-syntax', this.pos, `“,” or “${close}” is missing here`);
    }
    if (this.at() !== bracket) return false;
    this.leave();
    this.flow--;
    this.pos++;
    this.keyAllowed = false;
    return true;
  }

  private listItem(): YamlNode {
    const start = this.pos;
    if (this.at() === QUESTION) return this.singlePair(this.pair());
    const lineStart = this.lineStart;
    const item = this.flowNode();
    this.skip();
    if (this.at() !== COLON) return item;
    this.needKey(start, lineStart);
    return this.singlePair({ key: item, value: this.flowValue() });
  }

  private singlePair(entry: MapEntry): MapNode {
    const node = mapNode(entry.key.start);
    node.entries.push(entry);
    node.end = Math.max(entry.key.end, entry.value.end);
    return node;
  }

  private pair(): MapEntry {
    const explicit = this.at() === QUESTION;
    const start = this.pos;
    const lineStart = this.lineStart;
    if (explicit) {
      this.pos++;
      this.keyAllowed = false;
      this.skip();
    }
    const empty = explicit && (this.at() === COLON || this.entryEnds());
    const key = empty ? emptyScalar(this.pos) : this.flowNode();
    this.skip();
    if (this.at() !== COLON) return { key, value: emptyScalar(key.end) };
    if (!explicit) this.needKey(start, lineStart);
    return { key, value: this.flowValue() };
  }

  private needKey(start: number, lineStart: number): void {
    if (this.lineStart !== lineStart || this.pos - start > 1024)
      throw new SyntaxFault(
        'yaml-syntax',
        this.pos,
        'a “:” stands too far from its key: both belong on one line',
      );
  }

  private flowValue(): YamlNode {
    const colon = this.pos;
    this.pos++;
    this.keyAllowed = false;
    this.skip();
    return this.entryEnds() ? emptyScalar(colon + 1) : this.flowNode();
  }

  private entryEnds(): boolean {
    const code = this.at();
    return code === COMMA || code === CLOSE_LIST || code === CLOSE_MAP;
  }

  private flowNode(): YamlNode {
    if (this.documentEnds()) throw this.noNode(-1);
    const properties = this.properties();
    const empty = properties !== null && (this.entryEnds() || this.at() === COLON);
    const node = empty ? emptyScalar(properties.end) : this.atom(-1);
    return withProperties(this, properties, node);
  }
}
