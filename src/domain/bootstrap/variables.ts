import { valueFromText } from '../anatomy/env-parts.ts';
import { asList, asText, field, textAt, textEntries } from '../anatomy/fields.ts';
import type { StartValues } from '../anatomy/model.ts';
import { inDivisor } from '../anatomy/quantity.ts';
import { containersOf, initContainersOf, podSpecOf } from '../anatomy/sidecar.ts';
import type { WorkloadPlace } from '../anatomy/workloads.ts';
import type { YamlValue } from '../yaml/document.ts';

/** A variable as the process in the container sees it. */
export interface Variable {
  readonly name: string;
  /** Null when it cannot be known before the pod runs: `unknown` says why. */
  readonly value: string | null;
  readonly unknown: string | null;
  /** Filled in by the kubelet at start. */
  readonly atStart: boolean;
}

/** Variables of a container by name; of several with one name the last counts, as in Kubernetes. */
export function readVariables(
  place: WorkloadPlace,
  container: YamlValue,
  start: StartValues,
): ReadonlyMap<string, Variable> {
  const variables = new Map<string, Variable>();
  for (const entry of asList(field(container, 'env'))) {
    const name = textAt(entry, 'name') ?? '';
    const from = valueFromText(entry);
    variables.delete(name);
    variables.set(
      name,
      from === ''
        ? {
            name,
            value: expand(textAt(entry, 'value') ?? '', variables),
            unknown: null,
            atStart: false,
          }
        : { name, atStart: true, ...filledIn(place, container, field(entry, 'valueFrom'), from, start) },
    );
  }
  return variables;
}

/** `$(NAME)` of variables that are known, `$$` as `$`, as the kubelet does it; what it does not know stays. */
export function expand(text: string, variables: ReadonlyMap<string, Variable>): string {
  return text.replace(/\$\$|\$\(([^()]*)\)/g, (whole, name: string | undefined) =>
    name === undefined ? '$' : (variables.get(name)?.value ?? whole),
  );
}

type Filled = Pick<Variable, 'value' | 'unknown'>;
const known = (value: string | null, why: string): Filled =>
  value === null ? { value: null, unknown: why } : { value, unknown: null };

function filledIn(
  place: WorkloadPlace,
  container: YamlValue,
  from: YamlValue | undefined,
  text: string,
  start: StartValues,
): Filled {
  const path = textAt(from, 'fieldRef', 'fieldPath');
  if (path !== null) return known(fieldValue(place, path, start), `${path} is known only in the cluster`);
  const resource = textAt(from, 'resourceFieldRef', 'resource');
  if (resource !== null) {
    const named = textAt(from, 'resourceFieldRef', 'containerName');
    const owner =
      named === null
        ? container
        : [...containersOf(place), ...initContainersOf(place)].find(
            (candidate) => textAt(candidate, 'name') === named,
          );
    const quantity = textAt(owner, 'resources', ...resource.split('.'));
    const divisor = textAt(from, 'resourceFieldRef', 'divisor') ?? '1';
    return known(
      quantity === null ? null : inDivisor(quantity, divisor),
      `no ${resource} is set: the kubelet gives what the node can allocate`,
    );
  }
  return { value: null, unknown: `${text} is read in the cluster` };
}

function fieldValue(place: WorkloadPlace, path: string, start: StartValues): string | null {
  const spec = podSpecOf(place);
  switch (path) {
    case 'metadata.name':
      return start.pod;
    case 'metadata.namespace':
      return start.namespace;
    case 'status.podIP':
    case 'status.podIPs':
      return start.ip;
    case 'status.hostIP':
    case 'status.hostIPs':
      return start.hostIp ?? null;
    case 'spec.nodeName':
      return start.node ?? null;
    case 'spec.serviceAccountName':
      // The API server's ServiceAccount admission fills in `default`.
      return textAt(spec, 'serviceAccountName') ?? textAt(spec, 'serviceAccount') ?? 'default';
    default: {
      const [, kind, key] = /^metadata\.(labels|annotations)\['(.*)'\]$/.exec(path) ?? [];
      if (kind === undefined || key === undefined) return null;
      return new Map(podMetadata(place, kind === 'labels' ? 'labels' : 'annotations')).get(key) ?? '';
    }
  }
}

/** Labels or annotations as the pod will carry them. */
export function podMetadata(
  place: WorkloadPlace,
  kind: 'labels' | 'annotations',
): readonly (readonly [string, string])[] {
  return textEntries(field(place.document.value, ...place.pod, 'metadata', kind));
}

/** The container's arguments, `$(NAME)` expanded. */
export function readArguments(
  container: YamlValue,
  variables: ReadonlyMap<string, Variable>,
): readonly string[] {
  return asList(field(container, 'args')).map((argument) => expand(asText(argument) ?? '', variables));
}

/** The value of a flag, written `--flag value` or `--flag=value`; null when it is not there. */
export function flagValue(args: readonly string[], flag: string): string | null {
  const index = args.findLastIndex((argument) => argument === flag || argument.startsWith(`${flag}=`));
  const found = args[index];
  if (found === undefined) return null;
  return found === flag ? (args[index + 1] ?? null) : found.slice(flag.length + 1);
}
