import type { StartValues } from '../../anatomy/model.ts';
import { type Json, pointerOf } from '../../bootstrap/json.ts';
import { labBootstrap, TYPO_CLUSTER, XDS_CLUSTER } from '../../bootstrap/lab.ts';
import type { ProxyInput } from '../../bootstrap/proxy.ts';
import { bootstrapText } from '../../bootstrap/text.ts';
import type { Path, YamlValue } from '../../yaml/document.ts';
import { caAddressOf, type LabValues, type WorkloadFacts, writtenValues } from './facts.ts';
import { keyValueText } from './key-values.ts';
import type { MeshFacts } from './mesh.ts';
import { shown, workloadWords } from './report-lines.ts';
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

/** Everything that `08-report.md` tells; data only, so that another thread may read it. */
export interface ReportInput {
  /** `Deployment payments`. */
  readonly workload: string;
  readonly facts: WorkloadFacts;
  /** Of the mesh: what step 3 says. */
  readonly discoveryAddress: string;
  /** What only a start knows, as it was chosen, and as the lab has it. */
  readonly start: StartValues;
  readonly labStart: StartValues;
  /** What pilot-agent itself would go to, where the workload says something else than the mesh. */
  readonly ownAddress: string | null;
  readonly typo: { readonly exitCode: number; readonly reason: string | null };
  readonly ready: ReadySeen;
  /** The port on which the admin endpoint was opened; null where Envoy was not run now. */
  readonly openedPort: number | null;
}

/** `08-report.md`: four values of the steps before, and below them symptoms with their causes, from this run. */
export function reportFileText(input: ReportInput): string {
  const { discoveryAddress, typo, ready } = input;
  const values = keyValueText([
    ['xds_address', discoveryAddress],
    ['xds_cluster', XDS_CLUSTER],
    ['typo_rc', String(typo.exitCode)],
    ['ready_without_istiod', ready.body],
  ]);
  const lines = [
    workloadLine(input),
    ...startLines(input),
    ...symptoms(input),
    ...identityLines(input),
    `In a real sidecar ${XDS_CLUSTER} leads to a Unix socket of pilot-agent, which dials istiod: the bootstrap here, straight to ${shown(discoveryAddress)}, is a simplification.`,
  ];
  return `${values}\n${lines.map((line) => `- ${line}\n`).join('')}`;
}

function workloadLine({ workload }: ReportInput): string {
  return `Workload: ${workloadWords(workload)} in inject.yaml.`;
}

/** One line for each value that is not the lab's own. */
function startLines({ start, labStart: lab, openedPort }: ReportInput): readonly string[] {
  const line = (what: string, key: keyof StartValues, more = ''): readonly string[] =>
    start[key] === lab[key]
      ? []
      : [`${what}: ${String(start[key])} instead of the lab's ${String(lab[key])}${more}.`];
  const opened =
    start.adminPort === 0 && openedPort !== null ? `; the system chose ${openedPort} for this run` : '';
  return [
    ...line('Admin port', 'adminPort', opened),
    ...line('Address of the pod', 'ip'),
    ...line('Name of the pod', 'pod'),
    ...line('Namespace of the pod', 'namespace'),
  ];
}

function symptoms({ discoveryAddress, typo, ready, ownAddress }: ReportInput): readonly string[] {
  const address = shown(discoveryAddress);
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

function identityLines({ facts, discoveryAddress }: ReportInput): readonly string[] {
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
    caAnswer(ca, discoveryAddress) === 'yes'
      ? `Certificates and configuration come from one address, ${shown(ca)}: when both fail, look there first.`
      : `Certificates come from ${shown(ca)} (CA_ADDR), and configuration from ${shown(discoveryAddress)}: one can fail without the other.`;
  return [`No certificate: ${token}.`, `istiod is not trusted: ${root}.`, same];
}
