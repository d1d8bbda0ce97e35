import type { StartValues } from '../../anatomy/model.ts';
import type { WorkloadPlace } from '../../anatomy/workloads.ts';
import { isObject, type Json } from '../../bootstrap/json.ts';
import { labBootstrap, XDS_CLUSTER } from '../../bootstrap/lab.ts';
import { nodeIdFields, type ProxyInput, readProxy } from '../../bootstrap/proxy.ts';
import { type StartChoice, startValues } from '../../bootstrap/start-values.ts';
import { InputFault } from '../../fault.ts';
import type { SourceDocument } from '../../yaml/document.ts';
import { LAB_PORT } from '../model.ts';
import type { Entry } from './entry.ts';
import { isNamed, isPortNamed, type ReportLine } from './report-lines.ts';

/** The proxy of a workload as the lab's bootstrap is written for it: towards the address of step 3. */
export function labProxy(
  place: WorkloadPlace,
  mesh: SourceDocument | null,
  start: StartValues,
  discoveryAddress: string | null,
): ProxyInput | null {
  const proxy = readProxy(place, mesh, start, true);
  return proxy === null || discoveryAddress === null ? proxy : { ...proxy, discoveryAddress };
}

/** What the node of the lab's bootstrap has to say. */
export interface ExpectedNode {
  /** Role, address, pod with namespace, domain. */
  readonly id: readonly { readonly name: string; readonly value: string }[];
  /** What pilot-agent takes, then the workload's own name, which the lab's wording allows as well. */
  readonly cluster: readonly string[];
  /** The keys that the workload has a value for. */
  readonly metadata: { readonly [key: string]: Json };
}

const FIELD_NAMES = {
  role: 'the role',
  ip: 'the address of the pod',
  pod: 'the pod and its namespace',
  domain: 'the domain',
} as const;

export function expectedNode(proxy: ProxyInput): ExpectedNode {
  const { node } = labBootstrap({ ...proxy, discoveryAddress: 'any:1' }, XDS_CLUSTER);
  const { cluster = '', metadata = {} } = isObject(node) ? node : {};
  const workload = proxy.variables.get('ISTIO_META_WORKLOAD_NAME')?.value ?? '';
  const byName = workload === '' ? [] : [`${workload}.${proxy.namespace}`];
  return {
    id: nodeIdFields(proxy).map(([field, value]) => ({ name: FIELD_NAMES[field], value })),
    cluster: [...new Set([String(cluster), ...byName])],
    metadata: isObject(metadata) ? metadata : {},
  };
}

/** What a file of the folder says of the start: a bootstrap, or the node that Envoy showed. */
export interface WrittenStart {
  readonly adminPort: string;
  readonly ip: string;
  readonly pod: string;
  readonly namespace: string;
}

/** The start as a bootstrap has it; empty where it has nothing of the kind. */
export function writtenStart(bootstrap: Entry): WrittenStart {
  const fields = (bootstrap.at('node', 'id').text ?? '').split('~');
  const pod = fields[2] ?? '';
  const dot = pod.lastIndexOf('.');
  return {
    adminPort: bootstrap.at('admin', 'address', 'socket_address', 'port_value').text ?? '',
    ip: fields[1] ?? '',
    pod: dot < 0 ? pod : pod.slice(0, dot),
    namespace: dot < 0 ? '' : pod.slice(dot + 1),
  };
}

export interface ChosenStart {
  readonly choice: StartChoice;
  /** What differs from the lab's own values, and who says so. */
  readonly notes: readonly string[];
}

const NAMESPACE_WORDS = /namespace|네임스페이스|ネームスペース|名前空間/i;

/** Beside the name of a pod; the line that names the workload, which may be a Pod, is about no name of a pod. */
const POD_WORDS = /^(?!Workload: ).*(?:\bpod|파드|포드|ポッド)/i;

/**
 * The values that only a start knows, where they are not the lab's: as whoever checks says, else as one of the files has
 * them, best first, when a line of explanation in the report names that value.
 */
export function chooseStart(
  place: WorkloadPlace | null,
  written: readonly WrittenStart[],
  lines: readonly ReportLine[],
  options: StartChoice,
): ChosenStart {
  const lab = place === null ? null : startValues(place, {});
  const notes: string[] = [];
  const named = (
    key: keyof WrittenStart,
    what: string,
    preset: string,
    isNamedHere: (value: string) => boolean,
  ): string | undefined => {
    const found = written.map((one) => one[key]).find((value) => value !== preset && isNamedHere(value));
    if (found === undefined) return undefined;
    notes.push(`${what} is ${found}, as 08-report.md says, and not the lab's ${preset}.`);
    return found;
  };
  const port =
    options.adminPort === undefined
      ? named('adminPort', 'The admin port', String(LAB_PORT), (value) => isPortNamed(lines, value))
      : undefined;
  const byWord = (beside?: RegExp) => (value: string) => isNamed(lines, value, beside);
  const choice = {
    adminPort: options.adminPort ?? (port === undefined ? undefined : Number(port)),
    ip: options.ip ?? (lab === null ? undefined : named('ip', 'The address of the pod', lab.ip, byWord())),
    pod:
      options.pod ??
      (lab === null ? undefined : named('pod', 'The name of the pod', lab.pod, byWord(POD_WORDS))),
    namespace:
      options.namespace ??
      (lab === null
        ? undefined
        : named('namespace', 'The namespace', lab.namespace, byWord(NAMESPACE_WORDS))),
  };
  return isPossible(place, choice) ? { choice, notes } : { choice: options, notes: [] };
}

/** A name that no pod could have is no choice. */
function isPossible(place: WorkloadPlace | null, choice: StartChoice): boolean {
  if (place === null) return true;
  try {
    startValues(place, choice);
    return true;
  } catch (error) {
    if (error instanceof InputFault) return false;
    throw error;
  }
}
