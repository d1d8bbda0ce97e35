import { asMap, field, keysOf, textEntries } from '../anatomy/fields.ts';
import { readYaml, type SourceDocument, type YamlValue } from '../yaml/document.ts';
import { type Json, object, sortedKeys } from './json.ts';
import type { Variable } from './variables.ts';

/** Who set a field of the proxy's configuration; the later ones win. */
export type ProxyConfigOrigin =
  /** built into pilot-agent */
  | 'built-in'
  /** `defaultConfig` of the mesh configuration */
  | 'mesh'
  /** the variable PROXY_CONFIG, written by the injector from mesh and pod */
  | 'variable'
  /** an annotation of the pod, read by pilot-agent from the podinfo volume */
  | 'annotation'
  /** the CPU limit, or an argument of pilot-agent */
  | 'agent';

export interface ProxyConfigField {
  readonly key: string;
  readonly value: Json;
  readonly origin: ProxyConfigOrigin;
  /** `defaultConfig` of the mesh says the same: then that is where the value comes from. */
  readonly saidByMesh: boolean;
  /** It stands in place of a built-in value that is another. */
  readonly overBuiltIn: boolean;
  /** The annotation, argument or variable that set it. */
  readonly by: string | null;
}

/**
 * What pilot-agent starts from (istio.io/istio/pkg/config/mesh, DefaultProxyConfig). Its own text for `configPath` is
 * `./etc/istio/proxy`; in the image it runs in `/`, and the place is written in full here, so that the bootstrap names
 * the same file wherever it is read.
 */
const BUILT_IN: readonly (readonly [string, Json])[] = [
  ['binaryPath', '/usr/local/bin/envoy'],
  ['configPath', '/etc/istio/proxy'],
  ['controlPlaneAuthPolicy', 'MUTUAL_TLS'],
  ['discoveryAddress', 'istiod.istio-system.svc:15012'],
  ['drainDuration', '45s'],
  ['proxyAdminPort', 15000],
  ['serviceCluster', 'istio-proxy'],
  ['statNameLength', 189],
  ['statusPort', 15020],
  ['terminationDrainDuration', '5s'],
];

/** Fields of ProxyConfig that are no wrappers: their zero values are not written (protobuf's JSON form). */
const ZERO_IS_ABSENT: ReadonlySet<string> = new Set([
  'statusPort',
  'proxyAdminPort',
  'statNameLength',
  'discoveryAddress',
  'configPath',
  'binaryPath',
  'customConfigFile',
]);

export interface ProxyConfigInput {
  readonly mesh: SourceDocument | null;
  readonly variables: ReadonlyMap<string, Variable>;
  /** Annotations pilot-agent reads from the podinfo volume; null when it is not mounted. */
  readonly annotations: ReadonlyMap<string, string> | null;
  /** `--templateFile` of pilot-agent. */
  readonly templateFile: string | null;
}

/**
 * The configuration pilot-agent ends up with, by key: built-in values, under the mesh's `defaultConfig`, under
 * PROXY_CONFIG, under the pod's annotations; fields are replaced whole, only `proxyMetadata` is merged
 * (pilot/cmd/pilot-agent/config, ConstructProxyConfig).
 */
export function effectiveProxyConfig(input: ProxyConfigInput): readonly ProxyConfigField[] {
  const fields = new Map<string, ProxyConfigField>();
  const mesh = layer(field(input.mesh?.value, 'defaultConfig'));
  const set = (key: string, value: Json, origin: ProxyConfigOrigin, by: string | null): void => {
    const previous = fields.get(key);
    const merged =
      key === 'proxyMetadata' && previous !== undefined && isMergeable(previous.value) && isMergeable(value)
        ? object([...Object.entries(previous.value), ...Object.entries(value)])
        : value;
    const said = mesh.get(key) ?? null;
    const same = said !== null && JSON.stringify(said) === JSON.stringify(merged);
    const preset = BUILT_IN.find(([name]) => name === key)?.[1];
    const overBuiltIn = JSON.stringify(preset) !== JSON.stringify(merged);
    fields.set(key, { key, value: merged, origin, by, saidByMesh: same, overBuiltIn });
  };
  for (const [key, value] of BUILT_IN) set(key, value, 'built-in', null);
  for (const [key, value] of mesh) set(key, value, 'mesh', null);
  const variable = input.variables.get('PROXY_CONFIG')?.value ?? '';
  for (const [key, value] of layer(parse(variable))) set(key, value, 'variable', 'PROXY_CONFIG');
  const annotation = input.annotations?.get('proxy.istio.io/config') ?? '';
  for (const [key, value] of layer(parse(annotation))) set(key, value, 'annotation', 'proxy.istio.io/config');
  fromLimits(input, fields, set);
  const discovery = input.annotations?.get('sidecar.istio.io/discoveryAddress');
  if (discovery !== undefined)
    set('discoveryAddress', discovery, 'annotation', 'sidecar.istio.io/discoveryAddress');
  const statusPort = input.annotations?.get('status.sidecar.istio.io/port');
  if (statusPort !== undefined && /^\d+$/.test(statusPort))
    set('statusPort', Number(statusPort), 'annotation', 'status.sidecar.istio.io/port');
  return sortedKeys(fields.keys()).flatMap((key) => {
    const found = fields.get(key);
    return found === undefined || isAbsent(found) ? [] : [found];
  });
}

function fromLimits(
  input: ProxyConfigInput,
  fields: ReadonlyMap<string, ProxyConfigField>,
  set: (key: string, value: Json, origin: ProxyConfigOrigin, by: string | null) => void,
): void {
  const limit = Number(input.variables.get('ISTIO_CPU_LIMIT')?.value ?? '0');
  if (!fields.has('concurrency') && Number.isInteger(limit) && limit > 0)
    set('concurrency', limit, 'agent', 'ISTIO_CPU_LIMIT');
  if (input.templateFile !== null && !fields.has('customConfigFile'))
    set('proxyBootstrapTemplatePath', input.templateFile, 'agent', '--templateFile');
}

function isAbsent({ key, value }: ProxyConfigField): boolean {
  if (key === 'controlPlaneAuthPolicy') return value === 'NONE' || value === 0;
  return value === null || (ZERO_IS_ABSENT.has(key) && (value === 0 || value === ''));
}

function isMergeable(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text of YAML or JSON; nothing for an empty one or one that is no map. */
function parse(text: string): YamlValue | undefined {
  if (text.trim() === '') return undefined;
  try {
    return readYaml('PROXY_CONFIG', text).documents[0]?.value;
  } catch {
    // pilot-agent itself refuses to start with it; the notes say so.
    return undefined;
  }
}

/** Fields of one layer; protobuf's JSON form takes `discovery_address` for `discoveryAddress`. */
function layer(value: YamlValue | undefined): ReadonlyMap<string, Json> {
  return new Map(
    keysOf(value).map((key) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      key === 'proxyMetadata' || key === 'proxy_metadata'
        ? object(textEntries(field(value, key)))
        : toJson(field(value, key) ?? null),
    ]),
  );
}

/** YAML data as JSON; whole numbers beyond a double's reach become texts rather than other numbers. */
export function toJson(value: YamlValue): Json {
  if (Array.isArray(value)) return value.map(toJson);
  const map = asMap(value);
  if (map !== null) return object(Object.keys(map).map((key) => [key, toJson(map[key] ?? null)] as const));
  return typeof value === 'bigint' ? String(value) : (value as Json);
}
