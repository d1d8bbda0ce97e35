import type { MapEntry, MapNode, ScalarNode, YamlNode } from './nodes.ts';
import { type Resolved, resolveScalar, scalarText } from './scalars.ts';
import { MAX_DEPTH, SyntaxFault } from './syntax-fault.ts';

/**
 * Plain data as istioctl reads it. Maps have no prototype, so that a key such as `__proto__` is a key like any other.
 * Whole numbers beyond 2^53 are rounded here, as every JSON reader does; `SourceDocument.text` keeps them exact.
 */
export type YamlValue = null | boolean | number | string | readonly YamlValue[] | YamlMap;
export interface YamlMap {
  readonly [key: string]: YamlValue;
}

export function isYamlMap(value: YamlValue | undefined): value is YamlMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An entry that lost to a later one with the same key. */
export interface LostKey {
  readonly key: string;
  readonly lost: YamlNode;
  readonly kept: YamlNode;
}

/** Reads values from a tree; what an alias stands for is built once and shared. */
export class ValueReader {
  /** Made when they are first needed: most mappings are never looked into by key. */
  private maps: Map<MapNode, Map<string, MapEntry>> | null = null;
  private shared: Map<YamlNode, YamlValue> | null = null;

  resolved(node: ScalarNode): Resolved {
    const found = resolveScalar(node.text, node.plain, node.tag);
    if (found !== null) return found;
    const type = node.tag.slice(node.tag.lastIndexOf(':') + 1);
    throw new SyntaxFault('yaml-syntax', node.start, `“${node.text}” is not what its tag !!${type} says`);
  }

  value(node: YamlNode): YamlValue {
    const target = unalias(node);
    if (!target.anchored) return this.build(target);
    this.shared ??= new Map();
    const known = this.shared.get(target);
    if (known !== undefined) return known;
    const built = this.build(target);
    this.shared.set(target, built);
    return built;
  }

  private build(node: YamlNode): YamlValue {
    switch (node.kind) {
      case 'scalar': {
        const { value } = this.resolved(node);
        return typeof value === 'bigint' ? Number(value) : value;
      }
      case 'alias':
        return this.value(node);
      case 'sequence':
        return node.items.map((item) => this.value(item));
      case 'map': {
        const map: Record<string, YamlValue> = Object.create(null);
        if (node.entries.some(({ key }) => isMerge(key)))
          for (const [key, entry] of this.entries(node)) map[key] = this.value(entry.value);
        else for (const { key, value } of node.entries) map[this.keyText(key)] = this.value(value);
        return map;
      }
    }
  }

  /** The entries that count, merges (`<<`) filled in, by key. */
  entries(map: MapNode): ReadonlyMap<string, MapEntry> {
    this.maps ??= new Map();
    const known = this.maps.get(map);
    if (known !== undefined) return known;
    const entries = new Map<string, MapEntry>();
    this.maps.set(map, entries);
    for (const entry of map.entries) {
      // yaml.v2 takes entries in order: a merge also replaces what stands before it in the same mapping.
      if (isMerge(entry.key)) this.merge(entry.value, entries);
      else entries.set(this.keyText(entry.key), entry);
    }
    return entries;
  }

  private merge(from: YamlNode, into: Map<string, MapEntry>): void {
    const source = unalias(from);
    if (source.kind === 'map') {
      for (const [key, entry] of this.entries(source)) into.set(key, entry);
      return;
    }
    // Of a list the earlier mappings win.
    const list = from.kind === 'sequence' ? [...from.items].reverse() : [];
    const maps = list.map(unalias);
    if (list.length === 0 || maps.some((item) => item.kind !== 'map'))
      throw new SyntaxFault('yaml-syntax', from.start, '“<<” can only merge a mapping or a list of mappings');
    for (const item of maps) this.merge(item, into);
  }

  keyText(node: YamlNode): string {
    const key = unalias(node);
    const text = key.kind === 'scalar' ? scalarText(this.resolved(key)) : null;
    if (text === null)
      throw new SyntaxFault(
        'yaml-syntax',
        node.start,
        'a key must be a text, a number or a boolean',
        KEY_HINT,
      );
    return text;
  }

  /**
   * The first `limit` entries that a later one of the same mapping replaces. Also finds what cannot be a key, a merge
   * or a value, so that reading the document later cannot fail.
   */
  lostKeys(root: YamlNode, limit: number): LostKey[] {
    const lost: LostKey[] = [];
    const visit = (node: YamlNode): void => {
      if (node.kind === 'scalar') this.resolved(node);
      else if (node.kind === 'sequence') for (const item of node.items) visit(item);
      else if (node.kind === 'map') {
        for (const { value } of node.entries) visit(value);
        this.lostKeysOf(node, lost, limit);
      }
    };
    visit(root);
    return lost;
  }

  private lostKeysOf(node: MapNode, lost: LostKey[], limit: number): void {
    const few: (string | null)[] = [];
    const many = node.entries.length > FEW ? new Map<string, number>() : null;
    for (const [index, { key, value }] of node.entries.entries()) {
      if (isMerge(key)) {
        this.merge(value, new Map());
        few.push(null);
        continue;
      }
      const text = this.keyText(key);
      const before = many === null ? few.lastIndexOf(text) : (many.get(text) ?? -1);
      const earlier = node.entries[before];
      if (earlier !== undefined && lost.length < limit)
        lost.push({ key: text, lost: earlier.key, kept: key });
      if (many === null) few.push(text);
      else many.set(text, index);
    }
  }
}

/** Up to this many keys are compared one by one, which is faster than a Map. */
const FEW = 16;

const KEY_HINT = 'Put quotes around the key.';

export function unalias(node: YamlNode): YamlNode {
  let target = node;
  while (target.kind === 'alias') target = target.target;
  return target;
}

function isMerge(key: YamlNode): boolean {
  return key.kind === 'scalar' && key.text === '<<' && (key.plain || key.tag === 'tag:yaml.org,2002:merge');
}

/**
 * Refuses what aliases blow up, by the very rule of Go's yaml.v2 (`decode.go`, allowedAliasRatio): up to 99 % of the
 * values may come from aliases in small texts, 10 % in large ones. Also bounds the depth that aliases add up to.
 */
export function checkAliases(root: YamlNode): void {
  let decoded = 0;
  let aliased = 0;
  const visit = (node: YamlNode, aliasDepth: number, depth: number): void => {
    decoded++;
    if (aliasDepth > 0) aliased++;
    if (aliased > 100 && decoded > 1000 && aliased / decoded > allowedRatio(decoded))
      throw new SyntaxFault(
        'yaml-alias-bomb',
        node.start,
        'aliases (*name) blow this text up beyond what istioctl and this app accept',
        'Write the values out, or remove the nested aliases.',
      );
    if (depth > MAX_DEPTH)
      throw new SyntaxFault('yaml-too-deep', node.start, `aliases nest deeper than ${MAX_DEPTH} levels`);
    if (node.kind === 'alias') visit(node.target, aliasDepth + 1, depth + 1);
    else if (node.kind === 'sequence') for (const item of node.items) visit(item, aliasDepth, depth + 1);
    else if (node.kind === 'map')
      for (const { key, value } of node.entries) {
        visit(key, aliasDepth, depth + 1);
        visit(value, aliasDepth, depth + 1);
      }
  };
  visit(root, 0, 0);
}

function allowedRatio(decoded: number): number {
  if (decoded <= 400_000) return 0.99;
  if (decoded >= 4_000_000) return 0.1;
  return 0.99 - 0.89 * ((decoded - 400_000) / 3_600_000);
}
