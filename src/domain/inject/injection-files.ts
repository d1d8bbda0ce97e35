import { textAt } from '../anatomy/fields.ts';
import { InputFault } from '../fault.ts';
import { isYamlMap, readYaml, type SourceFile, type YamlMap, type YamlValue } from '../yaml/document.ts';
import { meshLikeness } from './mesh-check.ts';

/** The three texts that kube-inject reads beside the workload. */
export type InjectionRole = 'config' | 'mesh' | 'values';

export type InjectionFileKind =
  /** `.data.config` of the injector's ConfigMap */
  | 'inject-config'
  /** `.data.mesh` of the mesh's ConfigMap */
  | 'mesh-config'
  /** `.data.values`: the complete, merged Helm values */
  | 'values'
  | 'injector-configmap'
  | 'mesh-configmap'
  /** what `istioctl manifest generate` or Helm prints, or a List with both ConfigMaps */
  | 'install-manifest'
  /** Helm values that a person wrote: only what differs from the defaults */
  | 'partial-values'
  /** Istio 1.8 and before: one `template`, no `templates` */
  | 'old-template'
  | 'workload'
  | 'unknown';

export interface ClassifiedFile {
  readonly name: string;
  readonly kind: InjectionFileKind;
  /** What the file is, to put behind “NAME is ”, without a full stop. */
  readonly sentence: string;
  /** What kube-inject can use of it. */
  readonly parts: Readonly<Partial<Record<InjectionRole, string>>>;
  /** Names of two ConfigMaps in it that differ in such a part, as those of two revisions do; `parts` has the first. */
  readonly rivals: Readonly<Partial<Record<InjectionRole, readonly [string, string]>>>;
  /** The revision that the ConfigMap of each part is labelled with (`istio.io/rev`). */
  readonly revisions: Readonly<Partial<Record<InjectionRole, string>>>;
}

/** Whether the whole file is one of the three texts, and not something that holds them. */
export function isBareText({ kind }: ClassifiedFile): boolean {
  return kind === 'inject-config' || kind === 'mesh-config' || kind === 'values';
}

const WORKLOAD_KINDS = new Set([
  'Pod',
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'ReplicaSet',
  'ReplicationController',
  'Job',
  'CronJob',
  'DeploymentConfig',
]);

/** Top-level keys of Istio's Helm values. */
const VALUES_KEYS = new Set([
  'global',
  'pilot',
  'gateways',
  'sidecarInjectorWebhook',
  'istio_cni',
  'meshConfig',
  'revision',
  'defaultRevision',
  'telemetry',
  'istiodRemote',
  'base',
  'cni',
  'profile',
]);

/**
 * Values that the shipped templates use without a default: a file without them is not the merged values. They are in
 * `.data.values` of every release that has `templates:` (1.9 and later).
 */
const NEEDED_VALUES = [
  'global.proxy.image',
  'global.proxy.statusPort',
  'global.proxy.clusterDomain',
  'global.proxy.readinessFailureThreshold',
  'global.proxy.readinessPeriodSeconds',
  'global.proxy.readinessInitialDelaySeconds',
  'global.proxy_init.image',
];

/** Tells what an injection file is from what is in it. Never throws: what cannot be read is `unknown` and says why. */
export function classifyInjectionFile(name: string, text: string): ClassifiedFile {
  let file: SourceFile;
  try {
    file = readYaml(name, text);
  } catch (thrown) {
    if (!(thrown instanceof InputFault)) throw thrown;
    return {
      name,
      kind: 'unknown',
      sentence: `no YAML that can be read: ${thrown.message.replace(/\.$/, '')}`,
      parts: {},
      rivals: {},
      revisions: {},
    };
  }
  return {
    name,
    ...classifyValues(
      file.documents.map(({ value }) => value),
      text,
    ),
  };
}

/** The same of documents that were read already; `text` is what the file gives when the whole of it is one of the texts. */
export function classifyValues(values: readonly YamlValue[], text: string): Omit<ClassifiedFile, 'name'> {
  const objects = values.flatMap((value) => [...objectsIn(value)]);
  const maps = configMapParts(objects);
  if (maps !== null) return maps;
  const [first] = values;
  const none = { rivals: {}, revisions: {} };
  if (first === undefined) return { kind: 'unknown', sentence: 'empty', parts: {}, ...none };
  return { ...none, ...bareFile(first, text, objects) };
}

type Found = Omit<ClassifiedFile, 'name' | 'rivals' | 'revisions'>;
type OfMaps = Pick<ClassifiedFile, 'parts' | 'rivals' | 'revisions'>;

/** Every object of a value, the items of Lists included. */
function* objectsIn(value: YamlValue): Generator<YamlValue> {
  if (isYamlMap(value) && value.kind === 'List' && Array.isArray(value.items)) yield* value.items;
  else yield value;
}

function configMapParts(objects: readonly YamlValue[]): (Found & OfMaps) | null {
  const found = partsOf(objects);
  const { parts } = found;
  if (parts.config !== undefined && parts.mesh !== undefined)
    return { kind: 'install-manifest', sentence: 'an install manifest with both ConfigMaps', ...found };
  if (parts.config !== undefined)
    return {
      kind: 'injector-configmap',
      sentence: 'the whole ConfigMap of the injector; its texts are under .data.config and .data.values',
      ...found,
    };
  if (parts.mesh === undefined) return null;
  return {
    kind: 'mesh-configmap',
    sentence: 'the whole ConfigMap of the mesh; the mesh configuration is its text under .data.mesh',
    ...found,
  };
}

function partsOf(objects: readonly YamlValue[]): OfMaps {
  const parts: Partial<Record<InjectionRole, string>> = {};
  const rivals: Partial<Record<InjectionRole, readonly [string, string]>> = {};
  const names: Partial<Record<InjectionRole, string>> = {};
  const revisions: Partial<Record<InjectionRole, string>> = {};
  const put = (role: InjectionRole, text: string, object: YamlMap): void => {
    const name = nameOf(object);
    const { [role]: before = text } = parts;
    if (before !== text) rivals[role] ??= [names[role] ?? '', name];
    parts[role] = before;
    if (names[role] !== undefined) return;
    names[role] = name;
    const revision = textAt(object, 'metadata', 'labels', 'istio.io/rev');
    if (revision !== null) revisions[role] = revision;
  };
  for (const object of objects) {
    if (!isYamlMap(object) || object.kind !== 'ConfigMap' || !isYamlMap(object.data)) continue;
    const { config, values, mesh } = object.data;
    if (typeof config === 'string' && typeof values === 'string') {
      put('config', config, object);
      put('values', values, object);
    }
    if (typeof mesh === 'string') put('mesh', mesh, object);
  }
  return { parts, rivals, revisions };
}

function nameOf({ metadata }: { readonly metadata?: YamlValue }): string {
  return isYamlMap(metadata) && typeof metadata.name === 'string' ? metadata.name : 'one without a name';
}

function bareFile(value: YamlValue, text: string, objects: readonly YamlValue[]): Found {
  const unknown = (sentence: string): Found => ({ kind: 'unknown', sentence, parts: {} });
  if (!isYamlMap(value)) return unknown('a file without keys');
  if (isYamlMap(value.templates))
    return { kind: 'inject-config', sentence: 'an injection configuration', parts: { config: text } };
  if (typeof value.template === 'string')
    return {
      kind: 'old-template',
      sentence: 'an injection configuration of Istio 1.8 or before (template:, not templates:)',
      parts: {},
    };
  if (typeof value.kind === 'string') return objectFile(value.kind, objects);
  if (Object.keys(value).some((key) => VALUES_KEYS.has(key))) return valuesFile(value, text);
  if (meshLikeness(value) > 0)
    return { kind: 'mesh-config', sentence: 'a mesh configuration', parts: { mesh: text } };
  return unknown(
    `neither an injection configuration nor a mesh configuration nor values: its first key is ${Object.keys(value)[0] ?? 'missing'}`,
  );
}

function objectFile(kind: string, objects: readonly YamlValue[]): Found {
  const kinds = objects.map((object) => (isYamlMap(object) ? String(object.kind) : ''));
  const workload = kinds.find((one) => WORKLOAD_KINDS.has(one));
  if (workload !== undefined)
    return { kind: 'workload', sentence: `a workload (${workload}), not a file for the injector`, parts: {} };
  const sentences: Readonly<Record<string, string>> = {
    IstioOperator: 'an IstioOperator; run `istioctl manifest generate -f` on it and give what that prints',
    ConfigMap: 'a ConfigMap without .data.config and .data.values, or .data.mesh',
  };
  const known = Object.hasOwn(sentences, kind) ? sentences[kind] : undefined;
  return { kind: 'unknown', sentence: known ?? `a Kubernetes object of kind ${kind}`, parts: {} };
}

function valuesFile(value: YamlValue, text: string): Found {
  const missing = missingValues(value);
  if (missing.length === 0) return { kind: 'values', sentence: 'the merged values', parts: { values: text } };
  return {
    kind: 'partial-values',
    sentence: `not the full merged values (${listed(missing)} missing)`,
    parts: {},
  };
}

function missingValues(value: YamlValue): string[] {
  return NEEDED_VALUES.filter((path) => {
    let at: YamlValue | undefined = value;
    for (const key of path.split('.')) at = isYamlMap(at) ? at[key] : undefined;
    return at === undefined;
  });
}

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).join(', ');
  return paths.length > 3 ? `${shown} and ${paths.length - 3} more` : shown;
}
