import type { WorkloadPlace } from '../anatomy/workloads.ts';
import { isYamlMap, type Path, type YamlMap, type YamlValue } from '../yaml/document.ts';
import { KUBERNETES_FIELDS } from './kubernetes-fields.ts';
import { nearest } from './nearest.ts';

export interface DroppedField {
  /** In the document of the input. */
  readonly path: Path;
  readonly key: string;
  /** The field that is probably meant; null when none is close. */
  readonly nearest: string | null;
}

/** What the injector itself writes anew when it moves a probe behind pilot-agent (15020, `/app-health/…`). */
const REWRITTEN = new Set(['tcpSocket', 'grpc', 'scheme']);
const PROBES = new Set(['livenessProbe', 'readinessProbe', 'startupProbe', 'postStart', 'preStop']);

const KNOWN = new Set([...KUBERNETES_FIELDS].map((name) => name.toLowerCase()));

/**
 * Fields of the input that are not in the output: kube-inject reads a workload into the types of the Kubernetes API
 * and drops every field these do not have, without a word. Values may have changed; that is not looked at.
 */
export function droppedFields(input: WorkloadPlace, output: WorkloadPlace): DroppedField[] {
  const dropped = [...inMap(input.value, output.value, input.path, false)];
  // `x-…` at the top is how people keep what only anchors need; it is meant to be dropped.
  return dropped.filter(({ path, key }) => path.length > input.path.length + 1 || !key.startsWith('x-'));
}

function* inMap(input: YamlValue, output: YamlValue, path: Path, probe: boolean): Generator<DroppedField> {
  if (!isYamlMap(input) || !isYamlMap(output)) return;
  for (const [key, value] of Object.entries(input)) {
    const kept = sameKey(output, key);
    const here = [...path, key];
    if (kept === undefined) {
      if (!leftOut(key, value, probe)) yield { path: here, key, nearest: nearest(key, KUBERNETES_FIELDS) };
      continue;
    }
    const inProbe = probe || PROBES.has(key);
    if (Array.isArray(value) && Array.isArray(kept)) yield* inList(value, kept, here, inProbe);
    else yield* inMap(value, kept, here, inProbe);
  }
}

function* inList(
  input: readonly YamlValue[],
  output: readonly YamlValue[],
  path: Path,
  probe: boolean,
): Generator<DroppedField> {
  const partners = new Partners(output);
  for (const [index, item] of input.entries()) {
    const partner = partners.take(item, index);
    if (partner !== null) yield* inMap(item, partner, [...path, index], probe);
  }
}

const MARKS = ['name', 'mountPath', 'key', 'path', 'ip'] as const;

/** Items of the output that have no partner in the input yet. */
class Partners {
  private readonly taken = new Set<number>();
  /** For each mark that was asked for: where the items with each of its values stand, in order. */
  private readonly places = new Map<string, Map<YamlValue, number[]>>();

  constructor(private readonly output: readonly YamlValue[]) {}

  /** Items with a name are found by it: the injector puts its own containers and volumes between them. */
  take(item: YamlValue, index: number): YamlValue | null {
    const at = isYamlMap(item) ? this.find(item, index) : null;
    if (at === null || at >= this.output.length || this.taken.has(at)) return null;
    this.taken.add(at);
    return this.output[at] ?? null;
  }

  private find(item: YamlMap, index: number): number | null {
    const mark = MARKS.find((key) => typeof item[key] === 'string');
    if (mark === undefined) return index;
    const same = this.placesOf(mark).get(item[mark] ?? null) ?? [];
    const found = same.findIndex((place) => !this.taken.has(place));
    // What is in front of it was taken by another mark.
    return same.splice(0, found + 1).at(-1) ?? null;
  }

  private placesOf(mark: (typeof MARKS)[number]): Map<YamlValue, number[]> {
    const known = this.places.get(mark);
    if (known !== undefined) return known;
    const places = new Map<YamlValue, number[]>();
    for (const [at, item] of this.output.entries()) {
      if (!isYamlMap(item)) continue;
      const value = item[mark];
      if (typeof value !== 'string') continue;
      const same = places.get(value);
      if (same === undefined) places.set(value, [at]);
      else same.push(at);
    }
    this.places.set(mark, places);
    return places;
  }
}

/** Go's JSON reader takes a field by its name in any case when none has the exact one. */
function sameKey(map: YamlMap, key: string): YamlValue | undefined {
  if (Object.hasOwn(map, key)) return map[key];
  const lower = key.toLowerCase();
  const other = Object.keys(map).find((one) => one.toLowerCase() === lower);
  return other === undefined ? undefined : map[other];
}

/** Whether a field is missing because it says nothing, or because the injector writes it in another way. */
function leftOut(key: string, value: YamlValue, probe: boolean): boolean {
  if (probe && REWRITTEN.has(key)) return true;
  if (value === null) return true;
  const empty =
    value === '' ||
    value === 0 ||
    value === false ||
    (typeof value === 'object' && Object.keys(value).length === 0);
  return empty && KNOWN.has(key.toLowerCase());
}
