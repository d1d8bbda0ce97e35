import type { MapNode, ScalarNode, SequenceNode, YamlNode } from '../yaml/nodes.ts';
import { parseDocument } from '../yaml/parse.ts';
import { refuseEarly } from '../yaml/refuse-early.ts';
import { splitDocuments } from '../yaml/split.ts';
import { MAX_VALUES } from '../yaml/tree.ts';
import { checkAliases, unalias } from '../yaml/value.ts';
import { argumentsBefore, NO_ARGUMENTS, secretOfArgument } from './arguments.ts';
import { MASK } from './mask.ts';
import { NAMES_SECRET } from './pairs.ts';
import { isSecretSpot, type Spot } from './spots.ts';

/** How texts in a document are looked into. */
export interface DocumentLook {
  readonly found: (secret: string) => void;
  /** A text in it, masked. */
  readonly inner: (text: string, keepLines: boolean) => string;
  readonly keepLines: boolean;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Whether a text is worth reading as YAML or JSON: it is written so, and some name in it may be one of a secret. */
export function looksWritten(text: string): boolean {
  const written =
    /^\s*[[{]/.test(text) || /(?:^|\n)[ \t]*(?:- )?["']?[\p{L}\w./$-]+["']?:(?:[ \t]|\r?\n)/u.test(text);
  return written && (NAMES_SECRET.test(text) || FIELDS.test(text));
}

/** What tells of a secret although it is not named like one. */
const FIELDS =
  /kty|source_?code|inline|initial_?metadata|\busers\b|-u\b|mysql|mariadb|sshpass|redis-cli|ldapsearch/i;

/**
 * A text of YAML or JSON documents with its secrets masked where they stand: nothing else of it changes. What cannot be read
 * is left as it is, for whoever looks at it as at a plain text.
 */
export function documentEdits(text: string, look: DocumentLook): string {
  const edits: Edit[] = [];
  for (const { start, end } of splitDocuments(text).chunks) {
    const root = readRoot(text, start, end);
    if (root !== null && root.kind !== 'scalar') new Walk(text, look, edits).visit(root, TOP, false);
  }
  return applied(text, edits);
}

function readRoot(text: string, start: number, end: number): YamlNode | null {
  try {
    refuseEarly(text, [{ start, end }]);
    const { root, aliased } = parseDocument(text.slice(start, end), start, {
      values: 0,
      maxValues: MAX_VALUES,
    });
    if (root !== null && aliased) checkAliases(root);
    return root;
  } catch {
    return null;
  }
}

function applied(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    // What an alias stands for is met once for each.
    if (edit.start < at) continue;
    pieces.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

const TOP: Spot = { names: [], beside: () => undefined };

class Walk {
  constructor(
    private readonly text: string,
    private readonly look: DocumentLook,
    private readonly edits: Edit[],
  ) {}

  /** @param secret below the data of a Secret, every text is one */
  visit(node: YamlNode, spot: Spot, secret: boolean): void {
    const target = unalias(node);
    switch (target.kind) {
      case 'scalar':
        this.scalar(target, spot, secret);
        break;
      case 'sequence':
        this.sequence(target, spot, secret);
        break;
      case 'map':
        this.map(target, spot, secret);
        break;
      case 'alias':
        break;
    }
  }

  /** A list may be a command line, in which an argument says what the next one is. */
  private sequence(node: SequenceNode, spot: Spot, secret: boolean): void {
    let before = NO_ARGUMENTS;
    for (const item of node.items) {
      const text = item.kind === 'scalar' ? item.text : '';
      const at = item.kind === 'scalar' && !secret ? secretOfArgument(text, before) : null;
      before = argumentsBefore(text, before);
      if (at === null || item.kind !== 'scalar') this.visit(item, spot, secret);
      else {
        this.look.found(text.slice(at));
        this.replace(item, `${text.slice(0, at)}${MASK}`);
      }
    }
  }

  private map(node: MapNode, spot: Spot, secret: boolean): void {
    const texts = new Map<string, string>();
    for (const { key, value } of node.entries) {
      const [name, held] = [unalias(key), unalias(value)];
      if (name.kind === 'scalar' && held.kind === 'scalar') texts.set(name.text, held.text);
    }
    const beside = (key: string): string | undefined => texts.get(key);
    const isSecret = texts.get('kind') === 'Secret';
    for (const { key, value } of node.entries) {
      const name = unalias(key);
      if (name.kind !== 'scalar') continue;
      this.inner(name);
      const data = isSecret && (name.text === 'data' || name.text === 'stringData');
      this.visit(value, { names: [...spot.names, name.text], beside }, secret || data);
    }
  }

  private scalar(node: ScalarNode, spot: Spot, secret: boolean): void {
    if (node.text === '' || node.text === MASK) return;
    if (secret || isSecretSpot(spot, node.text)) {
      this.look.found(node.text);
      this.replace(node, MASK);
    } else this.inner(node);
  }

  /** Secrets in a text that is none as a whole. */
  private inner(node: ScalarNode): void {
    if (node.text.length < 6) return;
    const written = this.text.slice(node.start, node.end);
    if (/^[|>]/.test(written)) {
      this.block(node, written);
      return;
    }
    const masked = this.look.inner(node.text, false);
    if (masked !== node.text) this.replace(node, masked);
  }

  /** A block of text is masked as it is written, without its indentation, so that every line stays one. */
  private block(node: ScalarNode, written: string): void {
    const [header = '', ...lines] = written.split('\n');
    const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
    const indent = indents.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
    if (!Number.isFinite(indent)) return;
    const bare = lines.map((line) => line.slice(indent)).join('\n');
    const masked = this.look.inner(bare, true);
    if (masked === bare) return;
    const margin = ' '.repeat(indent);
    const again = masked.split('\n').map((line) => (line === '' ? '' : margin + line));
    this.edits.push({ start: node.start, end: node.end, text: [header, ...again].join('\n') });
  }

  private replace(node: ScalarNode, value: string): void {
    const written = this.text.slice(node.start, node.end);
    const lines = this.look.keepLines ? written.replace(/[^\n]/g, '') : '';
    this.edits.push({ start: node.start, end: node.end, text: this.writtenAs(written, value) + lines });
  }

  /** A mask needs quotes where JSON is written, and other texts everywhere. */
  private writtenAs(written: string, value: string): string {
    if (value === MASK && !/^["{[]/.test(written) && !/^\s*[[{]/.test(this.text))
      return written.startsWith("'") ? `'${MASK}'` : MASK;
    return JSON.stringify(value);
  }
}
