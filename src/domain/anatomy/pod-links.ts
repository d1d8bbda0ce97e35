import type { YamlValue } from '../yaml/document.ts';
import type { AnatomyBuilder } from './builder.ts';
import { field, textAt } from './fields.ts';
import { idOf } from './identifiers.ts';
import type { Part } from './model.ts';
import { containersOf, initContainersOf } from './sidecar.ts';
import { postStartId } from './start-waits.ts';
import type { WorkloadPlace } from './workloads.ts';

/** Start order, as the kubelet keeps it: init containers one after another, then the containers in their order. */
export function startOrderLinks(containers: readonly string[], builder: AnatomyBuilder): void {
  const there = containers.filter((id) => builder.part(id)?.change !== 'removed');
  for (const [index, id] of there.entries()) {
    const next = there[index + 1];
    if (next !== undefined) builder.link(id, next, hasHook(id, builder) ? 'waited-for' : 'starts-before');
  }
}

function hasHook(id: string, builder: AnatomyBuilder): boolean {
  const hook = builder.part(postStartId(id));
  return hook !== undefined && hook.change !== 'removed';
}

interface StartedWith {
  readonly variables: Part[];
  readonly args: Part[];
}
const NOTHING: StartedWith = { variables: [], args: [] };

/** Variables and arguments that are in force, by the container they are in. */
function startedWith(parts: readonly Part[]): ReadonlyMap<string, StartedWith> {
  const inside = new Map<string, StartedWith>();
  for (const part of parts) {
    const { kind, parent, change } = part;
    if (parent === null || change === 'removed' || (kind !== 'env' && kind !== 'arg')) continue;
    const found = inside.get(parent) ?? { variables: [], args: [] };
    inside.set(parent, found);
    (kind === 'env' ? found.variables : found.args).push(part);
  }
  return inside;
}

/** Links from what the kubelet reads to the variables and arguments it fills. */
export function downwardLinks(place: WorkloadPlace, builder: AnatomyBuilder): void {
  const inside = startedWith(builder.parts());
  for (const container of [...initContainersOf(place), ...containersOf(place)]) {
    const id = idOf('container', textAt(container, 'name') ?? '');
    const { variables, args } = inside.get(id) ?? NOTHING;
    for (const variable of variables) downwardLink(variable, id, container, builder);
    // Of several variables with one name the last one counts.
    const named = new Map(variables.map((variable) => [variable.label, variable]));
    for (const argument of args)
      for (const name of referencedNames(argument.value ?? '')) {
        const variable = named.get(name);
        if (variable !== undefined) builder.link(variable.id, argument.id, 'expanded-by-kubelet');
      }
  }
}

/**
 * Names in `$(NAME)` that the kubelet expands; `$$(NAME)` stays as it is
 * (k8s.io/kubernetes/third_party/forked/golang/expansion).
 */
export function referencedNames(text: string): readonly string[] {
  return [...text.matchAll(/\$\$|\$\(([^()]*)\)/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

function downwardLink(variable: Part, container: string, value: YamlValue, builder: AnatomyBuilder): void {
  const detail = variable.detail ?? '';
  const [, path] = /^fieldRef:(.*)$/.exec(detail) ?? [];
  if (path !== undefined) {
    builder.link(partOfField(path, builder), variable.id, 'downward-api');
    return;
  }
  const [, other] = /^resourceFieldRef:\S+(?: of (.*))?$/.exec(detail) ?? [];
  if (detail.startsWith('resourceFieldRef:')) {
    const owner = other === undefined ? container : idOf('container', other);
    const resources = `${owner}/resources`;
    builder.link(
      field(value, 'resources') !== undefined && builder.part(resources) !== undefined ? resources : 'pod',
      variable.id,
      'downward-api',
    );
  }
}

/** The part a `fieldPath` reads; the pod itself where it is known only when the pod runs. */
function partOfField(path: string, builder: AnatomyBuilder): string {
  const [, kind, key] = /^metadata\.(labels|annotations)\['(.*)'\]$/.exec(path) ?? [];
  const wanted =
    kind === undefined || key === undefined
      ? path === 'spec.serviceAccountName'
        ? 'pod/field/serviceAccountName'
        : path === 'spec.nodeName'
          ? 'pod/field/nodeName'
          : 'pod'
      : idOf(kind === 'labels' ? 'label' : 'annotation', key);
  return builder.part(wanted) === undefined ? 'pod' : wanted;
}
