import { asArray, asObject, asString, field, type JsonObject, own } from './json.ts';
import { jsonText } from './json-text.ts';

/** How many there are, and the names of the first of them. */
export interface Named {
  readonly count: number;
  /** At most {@link MAX_NAMES}, in the order of the dump. */
  readonly names: readonly string[];
}
/** A listener or cluster whose newest configuration Envoy refused. */
export interface RefusedResource {
  readonly name: string;
  /** Envoy's own words, on one line. */
  readonly details: string;
}
export interface ConfigDumpSummary {
  /** The bootstrap's node without `extensions` (the list of what is compiled in, most of a small dump), as JSON text; null when the dump has no bootstrap. */
  readonly node: string | null;
  readonly staticClusters: Named;
  readonly dynamicClusters: Named;
  readonly warmingClusters: Named;
  /** Listeners in service: static, and dynamic with an active state. Neither warming, draining nor refused ones. */
  readonly listeners: Named;
  readonly warmingListeners: Named;
  readonly refusedListeners: readonly RefusedResource[];
  readonly refusedClusters: readonly RefusedResource[];
  /** Names only: what is inside a secret never leaves the reader, redacted by Envoy or not. */
  readonly activeSecrets: Named;
  readonly warmingSecrets: Named;
  /** Secrets whose version is still `uninitialized`: asked for, never received. */
  readonly missingSecrets: Named;
  readonly clustersVersion: string | null;
  readonly listenersVersion: string | null;
}

export const MAX_NAMES = 200;
const MAX_REFUSED = 50;
const MAX_NODE_CHARACTERS = 256 * 1024;
const MAX_DETAILS = 2_000;

/** Thrown for bytes that are not a config_dump; the message is one sentence. */
export class ConfigDumpError extends Error {
  override readonly name = 'ConfigDumpError';
}

function named(names: Iterable<string>): Named {
  const first: string[] = [];
  let count = 0;
  for (const name of names) {
    count += 1;
    if (first.length < MAX_NAMES) first.push(name);
  }
  return { count, names: first };
}

function* clusterNames(entries: readonly unknown[]): Generator<string> {
  for (const entry of entries) yield asString(field(asObject(own(asObject(entry), 'cluster')), 'name')) ?? '';
}

function* listenerNames(entries: readonly unknown[], state: string): Generator<string> {
  for (const entry of entries) {
    const listener = asObject(entry);
    if (own(listener, state) !== undefined) yield asString(own(listener, 'name')) ?? '';
  }
}

function* staticListenerNames(entries: readonly unknown[]): Generator<string> {
  for (const entry of entries)
    yield asString(field(asObject(own(asObject(entry), 'listener')), 'name')) ?? '';
}

function* secretNames(entries: readonly unknown[], only: (version: string) => boolean): Generator<string> {
  for (const entry of entries) {
    const secret = asObject(entry);
    if (only(asString(own(secret, 'version_info')) ?? '')) yield asString(own(secret, 'name')) ?? '';
  }
}

function* both(first: Iterable<string>, second: Iterable<string>): Generator<string> {
  yield* first;
  yield* second;
}

/** Each refused resource once: Envoy lists a refused listener a second time without a name (facts of 1.40.0). */
function refused(entries: readonly unknown[]): readonly RefusedResource[] {
  const found = new Map<string, RefusedResource>();
  for (const entry of entries) {
    const resource = asObject(entry);
    const error = asObject(own(resource, 'error_state'));
    if (error === null || found.size >= MAX_REFUSED) continue;
    const failed = asObject(own(error, 'failed_configuration'));
    const name = asString(own(resource, 'name')) ?? asString(own(failed, 'name')) ?? '';
    const details = (asString(own(error, 'details')) ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_DETAILS);
    found.set(`${name}\n${details}`, { name, details });
  }
  return [...found.values()];
}

function nodeText(bootstrap: JsonObject | null): string | null {
  const node = asObject(own(asObject(own(bootstrap, 'bootstrap')), 'node'));
  if (node === null) return null;
  return jsonText(node, { without: new Set(['extensions']), maxCharacters: MAX_NODE_CHARACTERS });
}

/**
 * Reads the text of `/config_dump` (envoy.admin.v3.ConfigDump) into what the stage shows. Sections of unknown type are
 * passed over. Looks only at the top of each entry, so its time is that of JSON.parse, and depth does not matter.
 * @throws ConfigDumpError when the text is not JSON or holds no `configs`
 */
export function readConfigDump(text: string): ConfigDumpSummary {
  let dump: unknown;
  try {
    dump = JSON.parse(text);
  } catch (error) {
    throw new ConfigDumpError(
      `config_dump is not JSON (${text.length} characters): ${error instanceof Error ? error.message.slice(0, 200) : ''}`,
    );
  }
  const configs = own(asObject(dump), 'configs');
  if (!Array.isArray(configs))
    throw new ConfigDumpError('config_dump holds no "configs": this is another JSON file');
  const sections = new Map<string, JsonObject>();
  for (const config of configs) {
    const section = asObject(config);
    const type = asString(own(section, '@type'))?.split('.').at(-1);
    if (section !== null && type !== undefined && !sections.has(type)) sections.set(type, section);
  }
  return summarise(sections);
}

function summarise(sections: ReadonlyMap<string, JsonObject>): ConfigDumpSummary {
  const clusters = sections.get('ClustersConfigDump') ?? null;
  const listeners = sections.get('ListenersConfigDump') ?? null;
  const secrets = sections.get('SecretsConfigDump') ?? null;
  const dynamicListeners = asArray(own(listeners, 'dynamic_listeners'));
  const activeClusters = asArray(own(clusters, 'dynamic_active_clusters'));
  const warmingClusters = asArray(own(clusters, 'dynamic_warming_clusters'));
  const warmingSecrets = asArray(own(secrets, 'dynamic_warming_secrets'));
  const isMissing = (version: string): boolean => version === 'uninitialized';
  return {
    node: nodeText(sections.get('BootstrapConfigDump') ?? null),
    staticClusters: named(clusterNames(asArray(own(clusters, 'static_clusters')))),
    dynamicClusters: named(clusterNames(activeClusters)),
    warmingClusters: named(clusterNames(warmingClusters)),
    listeners: named(
      both(
        staticListenerNames(asArray(own(listeners, 'static_listeners'))),
        listenerNames(dynamicListeners, 'active_state'),
      ),
    ),
    warmingListeners: named(listenerNames(dynamicListeners, 'warming_state')),
    refusedListeners: refused(dynamicListeners),
    refusedClusters: refused([...activeClusters, ...warmingClusters]),
    activeSecrets: named(secretNames(asArray(own(secrets, 'dynamic_active_secrets')), (v) => !isMissing(v))),
    warmingSecrets: named(secretNames(warmingSecrets, () => true)),
    missingSecrets: named(secretNames(warmingSecrets, isMissing)),
    clustersVersion: asString(own(clusters, 'version_info')),
    listenersVersion: asString(own(listeners, 'version_info')),
  };
}
