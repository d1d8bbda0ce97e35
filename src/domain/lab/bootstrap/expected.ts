import type { StartValues } from '../../anatomy/model.ts';
import type { WorkloadPlace } from '../../anatomy/workloads.ts';
import { isObject, type Json } from '../../bootstrap/json.ts';
import { labBootstrap, XDS_CLUSTER } from '../../bootstrap/lab.ts';
import { nodeIdFields, type ProxyInput, readProxy } from '../../bootstrap/proxy.ts';
import { type StartChoice, startValues } from '../../bootstrap/start-values.ts';
import { InputFault } from '../../fault.ts';
import type { SourceDocument } from '../../yaml/document.ts';
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

/** The node as a bootstrap has it. */
export function writtenNode(bootstrap: Entry) {
  const fields = (bootstrap.at('node', 'id').text ?? '').split('~');
  const pod = fields[2] ?? '';
  const dot = pod.lastIndexOf('.');
  return {
    ip: fields[1] ?? '',
    pod: dot < 0 ? pod : pod.slice(0, dot),
    namespace: dot < 0 ? '' : pod.slice(dot + 1),
  };
}

export interface ChosenStart {
  readonly start: StartValues;
  /** What differs from the lab's own values, and who says so. */
  readonly notes: readonly string[];
}

const NAMESPACE_WORDS = /namespace|네임스페이스|ネームスペース|名前空間/i;

/**
 * The values that only a start knows, as the lab asks for them; another one counts where whoever checks says it, or where a
 * line of explanation in the report names it.
 */
export function chooseStart(
  place: WorkloadPlace,
  bootstrap: Entry | null,
  lines: readonly ReportLine[],
  options: StartChoice,
): ChosenStart {
  const lab = startValues(place, options);
  if (bootstrap === null) return { start: lab, notes: [] };
  const { ip, pod, namespace } = writtenNode(bootstrap);
  const port = bootstrap.at('admin', 'address', 'socket_address', 'port_value').text ?? '';
  const choice: { -readonly [K in keyof StartChoice]: StartChoice[K] } = { ...options };
  const notes: string[] = [];
  const take = (what: string, said: string, preset: string, isSaid: boolean): boolean => {
    if (said === preset || !isSaid) return false;
    notes.push(`${what} is ${said}, as 08-report.md says, and not the lab's ${preset}.`);
    return true;
  };
  const names = (word: string, beside?: RegExp): boolean => isNamed(lines, word, beside);
  if (options.adminPort === undefined && /^\d{1,5}$/.test(port))
    if (take('The admin port', port, String(lab.adminPort), isPortNamed(lines, port)))
      choice.adminPort = Number(port);
  if (options.ip === undefined && take('The address of the pod', ip, lab.ip, names(ip))) choice.ip = ip;
  if (options.pod === undefined && take('The name of the pod', pod, lab.pod, names(pod))) choice.pod = pod;
  if (options.namespace === undefined)
    if (take('The namespace', namespace, lab.namespace, names(namespace, NAMESPACE_WORDS)))
      choice.namespace = namespace;
  try {
    return { start: startValues(place, choice), notes };
  } catch (error) {
    // A name that no pod could have is no choice.
    if (!(error instanceof InputFault)) throw error;
    return { start: lab, notes: [] };
  }
}
