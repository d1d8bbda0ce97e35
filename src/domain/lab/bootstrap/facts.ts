import { valueFromText } from '../../anatomy/env-parts.ts';
import { asList, asText, field, textAt } from '../../anatomy/fields.ts';
import { podSpecOf, proxyContainer } from '../../anatomy/sidecar.ts';
import type { WorkloadPlace } from '../../anatomy/workloads.ts';
import type { YamlValue } from '../../yaml/document.ts';

/** What the lab's files of lines say, by key and in the lab's order; null where the workload has no such thing. */
export type LabValues = readonly (readonly [key: string, value: string | null])[];

/** What steps 1, 2 and 7 read out of an injected workload. */
export interface WorkloadFacts {
  /** `01-args.txt`. */
  readonly args: LabValues;
  /** `02-env.txt`. */
  readonly env: LabValues;
  /** `07-identity.txt`. */
  readonly identity: LabValues;
}

/** What steps 1 and 7 ask for, and the variables of step 2. */
export const ARGUMENT_KEYS = ['role', 'domain', 'proxy_log_level', 'component_log_level'] as const;
export const IDENTITY_KEYS = [
  'token_volume',
  'token_audience',
  'token_mount',
  'ca_configmap',
  'ca_mount',
] as const;
export const ENV_NAMES = [
  'CA_ADDR',
  'PILOT_CERT_PROVIDER',
  'ISTIO_META_CLUSTER_ID',
  'TRUST_DOMAIN',
  'ISTIO_META_WORKLOAD_NAME',
  'POD_NAMESPACE',
  'SERVICE_ACCOUNT',
] as const;

const CA_VOLUME = 'istiod-ca-cert';
/** Where pilot-agent looks for the token (istio.io/istio/pkg/config/constants), and what the injector calls its volume. */
const TOKEN_VOLUME = 'istio-token';

/** Reads what the lab asks for, letter by letter as inject.yaml has it; null without an istio-proxy. */
export function readWorkloadFacts(place: WorkloadPlace): WorkloadFacts | null {
  const proxy = proxyContainer(place);
  if (proxy === null) return null;
  return {
    args: readArgs(place, proxy.path),
    env: readEnv(place, proxy),
    identity: readIdentity(place, proxy.value),
  };
}

/** The text that a field of type string gets from the scalar at a path: `0123` stays `0123` where it is quoted. */
function textsAt(place: WorkloadPlace, path: readonly (string | number)[], count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => place.document.text([...path, index]) ?? '');
}

function readArgs(place: WorkloadPlace, path: readonly (string | number)[]): LabValues {
  const at = [...path, 'args'];
  const args = textsAt(place, at, asList(field(place.document.value, ...at)).length);
  const behind = (flag: string): string | null => {
    const index = args.indexOf(flag);
    return index < 0 ? valueBehind(args, flag) : (args[index + 1] ?? null);
  };
  return [
    ['role', args[1] ?? null],
    ['domain', behind('--domain')],
    ['proxy_log_level', valueBehind(args, '--proxyLogLevel')],
    ['component_log_level', valueBehind(args, '--proxyComponentLogLevel')],
  ];
}

/** Of `--flag=value`; of several the last counts, as for pilot-agent. */
function valueBehind(args: readonly string[], flag: string): string | null {
  return args.findLast((arg) => arg.startsWith(`${flag}=`))?.slice(flag.length + 1) ?? null;
}

function readEnv(
  place: WorkloadPlace,
  { value, path }: { readonly value: YamlValue; readonly path: readonly (string | number)[] },
): LabValues {
  const env = asList(field(value, 'env'));
  return ENV_NAMES.map((name) => {
    const index = env.findLastIndex((entry) => textAt(entry, 'name') === name);
    const entry = env[index];
    if (entry === undefined) return [name, null] as const;
    const from = valueFromText(entry);
    return [
      name,
      from === '' ? (place.document.text([...path, 'env', index, 'value']) ?? '') : from,
    ] as const;
  });
}

function readIdentity(place: WorkloadPlace, container: YamlValue): LabValues {
  const volumes = asList(field(podSpecOf(place), 'volumes'));
  const mountOf = (name: string | null): string | null => {
    const mounts = asList(field(container, 'volumeMounts'));
    return name === null
      ? null
      : textAt(
          mounts.find((mount) => textAt(mount, 'name') === name),
          'mountPath',
        );
  };
  const tokens = volumes.flatMap((volume) => {
    const name = textAt(volume, 'name');
    const token = tokenOf(volume);
    return name === null || token === undefined ? [] : [{ name, token }];
  });
  // A workload may have tokens of its own, for its own containers: the proxy's is the one that is mounted there.
  const mounted = tokens.filter(({ name }) => mountOf(name) !== null);
  const token =
    mounted.find(({ name }) => name === TOKEN_VOLUME) ??
    mounted[0] ??
    tokens.find(({ name }) => name === TOKEN_VOLUME);
  const ca = volumes.find((volume) => textAt(volume, 'name') === CA_VOLUME);
  return [
    ['token_volume', token?.name ?? null],
    ['token_audience', asText(field(token?.token, 'audience'))],
    ['token_mount', mountOf(token?.name ?? null)],
    ['ca_configmap', textAt(ca, 'configMap', 'name')],
    ['ca_mount', ca === undefined ? null : mountOf(CA_VOLUME)],
  ];
}

function tokenOf(volume: YamlValue): YamlValue | undefined {
  return asList(field(volume, 'projected', 'sources'))
    .map((source) => field(source, 'serviceAccountToken'))
    .find((found) => found !== undefined && found !== null);
}

/** Values as lines: what the workload does not have is written as nothing, as `yq` and `sed` would give it. */
export function writtenValues(values: LabValues): readonly (readonly [string, string])[] {
  return values.map(([key, value]) => [key, value ?? '']);
}

/** Keys for which the workload has nothing, in one sentence; null when it has all. */
export function lacking(values: LabValues, what: string): string | null {
  const keys = values.flatMap(([key, value]) => (value === null ? [key] : []));
  if (keys.length === 0) return null;
  return `This workload has no ${what} for ${keys.join(', ')}: ${keys.length === 1 ? 'its line holds' : 'their lines hold'} nothing behind the =.`;
}

/** CA_ADDR as inject.yaml has it; empty where it has none. */
export const caAddressOf = (facts: WorkloadFacts): string =>
  facts.env.find(([key]) => key === 'CA_ADDR')?.[1] ?? '';
