import type { SourceRange } from '../../../contract/types.ts';
import type { LinkRule, Part, WorkloadAnatomy } from '../../../domain/anatomy/model.ts';
import { programRule } from '../../../domain/anatomy/program-rules.ts';
import { downstream, linksOf, upstream } from '../../state/chain.ts';

/** One station of a value on its way from the user's line to Envoy's own dump. */
export interface ChainStep {
  readonly key: string;
  readonly station:
    | 'original'
    | 'setting'
    | 'template'
    | 'program'
    | 'injected'
    | 'bootstrap'
    | 'mesh'
    | 'config-dump'
    | 'no-text';
  /** File or pointer, as it is shown on the right: `4:9`, `configs[0].bootstrap.node.id`. */
  readonly place: string;
  /** What stands there. */
  readonly text: string;
  readonly range: SourceRange | null;
  readonly partId: string;
  /** The rule by which the value left this part for the next one of the chain. */
  readonly rule: LinkRule | null;
}

export interface ChainFiles {
  /** Names of the study's texts by role; absent where the study has none. */
  readonly original: string | null;
  readonly injected: string | null;
  readonly mesh: string | null;
  readonly bootstrap: string;
  readonly template: string | null;
}

/** At most this many parts to either side: a namespace reaches a dozen fields, and a list of all explains none. */
const MOST = 4;

function station(file: string, files: ChainFiles): ChainStep['station'] {
  if (file === files.bootstrap) return 'bootstrap';
  if (file === files.mesh) return 'mesh';
  if (file === files.injected) return 'injected';
  if (file === files.original) return 'original';
  return file === files.template ? 'template' : 'injected';
}

function words(part: Part): string {
  const value = part.value ?? part.detail ?? '';
  return value === '' || value === part.label ? part.label : `${part.label}: ${value}`;
}

function pointerOf(part: Part): readonly string[] | null {
  switch (part.kind) {
    case 'node-id':
      return ['id'];
    case 'node-cluster':
      return ['cluster'];
    case 'node-metadata':
      return ['metadata', part.label];
    default:
      return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The value under a pointer of the dumped node; undefined where the running Envoy does not have it. */
function inNode(node: string, pointer: readonly string[]): unknown {
  let value: unknown = JSON.parse(node);
  for (const key of pointer) {
    if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

function dumpStep(part: Part, node: string | null): ChainStep | null {
  const pointer = pointerOf(part);
  if (pointer === null || node === null) return null;
  const value = inNode(node, pointer);
  if (value === undefined) return null;
  return {
    key: `${part.id}@config_dump`,
    station: 'config-dump',
    place: `configs[0].bootstrap.node.${pointer.join('.')}`,
    text: typeof value === 'string' ? value : JSON.stringify(value),
    range: null,
    partId: part.id,
    rule: null,
  };
}

function withoutText(part: Part, station: ChainStep['station'], text: string): ChainStep {
  return { key: `${part.id}@${station}`, station, place: '', text, range: null, partId: part.id, rule: null };
}

function stepsOfPart(part: Part, rule: LinkRule | null, files: ChainFiles): ChainStep[] {
  const steps: ChainStep[] = [];
  const add = (range: SourceRange, text: string, at = station(range.file, files)) =>
    steps.push({
      key: `${range.file}:${range.line}:${range.column}-${range.endLine}:${range.endColumn}`,
      station: at,
      place: `${range.line}:${range.column}`,
      text,
      range,
      partId: part.id,
      rule: null,
    });
  if (part.original !== undefined)
    add(part.original, part.before === undefined ? words(part) : `${part.label}: ${part.before}`);
  for (const { range, path, holdsIt } of part.settings ?? [])
    add(range, holdsIt ? `${path}: holds just this` : `${path}: named by the template`, 'setting');
  const program = programRule(part);
  if (program !== null) steps.push(withoutText(part, 'program', program));
  if (part.template !== undefined) add(part.template, part.label, 'template');
  const places = part.templateOneOf ?? [];
  for (const place of places) add(place, `one of ${places.length} places: ${part.label}`, 'template');
  if (part.source !== null) add(part.source, words(part));
  else steps.push(withoutText(part, 'no-text', part.detail ?? words(part)));
  const last = steps.at(-1);
  if (last !== undefined) steps[steps.length - 1] = { ...last, rule };
  return steps;
}

/**
 * Where a part comes from and what it becomes, in the order in which it happens. `node` is the node of the running
 * Envoy's config_dump as JSON, null when none runs; a step of the dump is given only for what the dump really holds.
 */
export function chainSteps(
  anatomy: WorkloadAnatomy,
  partId: string,
  files: ChainFiles,
  node: string | null,
): readonly ChainStep[] {
  const byId = new Map(anatomy.parts.map((part) => [part.id, part]));
  const before = upstream(anatomy, partId).slice(0, MOST).toReversed();
  const after = downstream(anatomy, partId).slice(0, MOST);
  const chain = [...before, partId, ...after];
  const inChain = new Set(chain);
  const steps: ChainStep[] = [];
  const keys = new Set<string>();
  for (const id of chain) {
    const part = byId.get(id);
    if (part === undefined) continue;
    const rule = linksOf(anatomy, id).find((link) => link.from === id && inChain.has(link.to))?.rule ?? null;
    const own = stepsOfPart(part, rule, files);
    const dump = dumpStep(part, node);
    for (const step of dump === null ? own : [...own, dump]) {
      if (keys.has(step.key)) continue;
      keys.add(step.key);
      steps.push(step);
    }
  }
  return steps;
}
