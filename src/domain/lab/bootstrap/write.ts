import type { StartValues } from '../../anatomy/model.ts';
import type { WorkloadPlace } from '../../anatomy/workloads.ts';
import { type Json, pointerOf } from '../../bootstrap/json.ts';
import { labBootstrap, TYPO_CLUSTER, XDS_CLUSTER } from '../../bootstrap/lab.ts';
import type { ProxyInput } from '../../bootstrap/proxy.ts';
import { startValues } from '../../bootstrap/start-values.ts';
import { bootstrapText } from '../../bootstrap/text.ts';
import type { Path, YamlValue } from '../../yaml/document.ts';
import { caAddressOf, type LabValues, type WorkloadFacts, writtenValues } from './facts.ts';
import { quote } from './findings.ts';
import { keyValueText } from './key-values.ts';
import type { MeshFacts } from './mesh.ts';
import type { KnownBootstraps } from './step-bootstrap.ts';
import { caAnswer, MESH_KEYS } from './step-mesh.ts';

/** `01-args.txt`, `02-env.txt`, `07-identity.txt`. */
export function valuesText(values: LabValues): string {
  return keyValueText(writtenValues(values));
}

/** `03-mesh.txt`. */
export function meshText(mesh: MeshFacts, facts: WorkloadFacts): string {
  const { discoveryAddress, rootNamespace, trustDomain } = mesh;
  const same = caAnswer(caAddressOf(facts), discoveryAddress);
  const values = [discoveryAddress, rootNamespace, trustDomain, same];
  return keyValueText(MESH_KEYS.map((key, index) => [key, values[index] ?? '']));
}

/** `bootstrap.yaml` and its copy with the wrong name, and what they say. */
export interface BootstrapTexts {
  readonly lab: string;
  readonly typo: string;
  /** Of the former. */
  readonly value: Json;
  readonly known: KnownBootstraps;
}

/**
 * Throws InputFault when the address is no host:port.
 * @param proxy as `labProxy` gives it
 */
export function bootstrapTexts(proxy: ProxyInput): BootstrapTexts {
  const write = (cluster: string) => {
    const value = labBootstrap(proxy, cluster);
    const { yaml, range } = bootstrapText('bootstrap.yaml', value);
    return { yaml, document: { value, entryRange: (path: Path) => range(pointerOf(...path)) } };
  };
  const [lab, typo] = [write(XDS_CLUSTER), write(TYPO_CLUSTER)];
  const known = new Map([lab, typo].map(({ yaml, document }) => [yaml, document]));
  return { lab: lab.yaml, typo: typo.yaml, value: lab.document.value, known };
}

/** `04-validate.txt`, `05-typo.txt`: what a program wrote, and its exit code in a line of its own. */
export function outputText(output: string, exitCode: number): string {
  const lines = output === '' || output.endsWith('\n') ? output : `${output}\n`;
  return `${lines}rc=${exitCode}\n`;
}

/** What Envoy showed while it ran. */
export interface ReadySeen {
  readonly code: number;
  readonly body: string;
  readonly connectedState: number;
}

/** `06-ready.txt`. */
export function readyText({ code, body, connectedState }: ReadySeen): string {
  return keyValueText([
    ['ready_code', String(code)],
    ['ready_body', body],
    ['connected_state', String(connectedState)],
  ]);
}

/** `06-node.json`: three fields of the node as Envoy showed it, in the layout of `jq`. */
export function nodeFileText(node: { readonly [key: string]: YamlValue }): string {
  const { id = null, cluster = null, metadata = null } = node;
  return `${JSON.stringify({ id, cluster, metadata }, null, 2)}\n`;
}

/** Everything that `08-report.md` tells. */
export interface ReportInput {
  readonly place: WorkloadPlace;
  readonly facts: WorkloadFacts;
  readonly mesh: MeshFacts;
  readonly proxy: ProxyInput;
  /** What pilot-agent itself would go to, where the workload says something else than the mesh. */
  readonly ownAddress: string | null;
  readonly typo: { readonly exitCode: number; readonly reason: string | null };
  readonly ready: ReadySeen;
  /** The port on which the admin endpoint was opened; null where Envoy was not run now. */
  readonly openedPort: number | null;
}

/** `08-report.md`: four values of the steps before, and below them symptoms with their causes, from this run. */
export function reportFileText(input: ReportInput): string {
  const { mesh, typo, ready } = input;
  const values = keyValueText([
    ['xds_address', mesh.discoveryAddress],
    ['xds_cluster', XDS_CLUSTER],
    ['typo_rc', String(typo.exitCode)],
    ['ready_without_istiod', ready.body],
  ]);
  const lines = [
    workloadLine(input),
    ...startLines(input),
    ...symptoms(input),
    ...identityLines(input),
    `In a real sidecar ${XDS_CLUSTER} leads to a Unix socket of pilot-agent, which dials istiod: the bootstrap here, straight to ${shown(mesh.discoveryAddress)}, is a simplification.`,
  ];
  return `${values}\n${lines.map((line) => `- ${line}\n`).join('')}`;
}

/** A value in a line of text, whatever it holds. */
function shown(text: string): string {
  return text === ''
    ? 'nothing'
    : /^[\w.:/~@[\]\u00c0-\u1fff\u3040-\ud7ff-]{1,200}$/.test(text)
      ? text
      : quote(text);
}

function workloadLine({ place }: ReportInput): string {
  return `Workload: ${place.kind} ${shown(place.name)} in inject.yaml.`;
}

/** One line for each value that is not the lab's own. */
function startLines({ place, proxy, openedPort }: ReportInput): readonly string[] {
  const lab = startValues(place, {});
  const line = (what: string, key: keyof StartValues, more = ''): readonly string[] =>
    proxy.start[key] === lab[key]
      ? []
      : [`${what}: ${String(proxy.start[key])} instead of the lab's ${String(lab[key])}${more}.`];
  const opened =
    proxy.start.adminPort === 0 && openedPort !== null ? `; the system chose ${openedPort} for this run` : '';
  return [
    ...line('Admin port', 'adminPort', opened),
    ...line('Address of the pod', 'ip'),
    ...line('Name of the pod', 'pod'),
    ...line('Namespace of the pod', 'namespace'),
  ];
}

function symptoms({ mesh, typo, ready, ownAddress }: ReportInput): readonly string[] {
  const address = shown(mesh.discoveryAddress);
  const reason = typo.reason === null ? '' : `, and said “${typo.reason.replace(/\s+/g, ' ').trim()}”`;
  return [
    `CrashLoopBackOff: the bootstrap was refused. With cluster_name ${TYPO_CLUSTER} in ads_config, and ${XDS_CLUSTER} as the only static cluster, Envoy ended with exit code ${typo.exitCode} before it opened its admin port${reason}.`,
    `Running, but not Ready: no configuration came from istiod. Nothing answered at ${address}: /ready was ${ready.code} ${ready.body}, control_plane.connected_state ${ready.connectedState}, and with initial_fetch_timeout 0s Envoy waits for ever.`,
    ...(ownAddress === null
      ? []
      : [
          `The proxy of this workload is told another address, ${shown(ownAddress)}: a real one would go there, and not to ${address} of the mesh.`,
        ]),
  ];
}

function identityLines({ facts, mesh }: ReportInput): readonly string[] {
  const of = (key: string): string | null => facts.identity.find(([name]) => name === key)?.[1] ?? null;
  const ca = caAddressOf(facts);
  const token =
    of('token_volume') === null
      ? 'no volume of this pod projects a token for istio-proxy, so its identity comes from somewhere else (first-party tokens, or a CA of its own)'
      : `look at the token of volume ${shown(of('token_volume') ?? '')} (audience ${shown(of('token_audience') ?? '')}, mounted at ${shown(of('token_mount') ?? '')}): with another audience istiod refuses it`;
  const root =
    of('ca_configmap') === null
      ? 'no volume istiod-ca-cert reads a ConfigMap here, so what istiod is checked with comes from somewhere else'
      : `look at ConfigMap ${shown(of('ca_configmap') ?? '')}, mounted at ${shown(of('ca_mount') ?? '')}: without it pilot-agent cannot check whom it speaks to, and ends`;
  const same =
    caAnswer(ca, mesh.discoveryAddress) === 'yes'
      ? `Certificates and configuration come from one address, ${shown(ca)}: when both fail, look there first.`
      : `Certificates come from ${shown(ca)} (CA_ADDR), and configuration from ${shown(mesh.discoveryAddress)}: one can fail without the other.`;
  return [`No certificate: ${token}.`, `istiod is not trusted: ${root}.`, same];
}
