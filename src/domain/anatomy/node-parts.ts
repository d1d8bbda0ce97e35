import { atPointer, isObject, type Json, pointerOf } from '../bootstrap/json.ts';
import { type MetadataKey, type MetadataSource, nodeMetadata } from '../bootstrap/metadata.ts';
import { nodeCluster, nodeId, nodeIdFields } from '../bootstrap/proxy.ts';
import { idOf } from './identifiers.ts';
import type { Origin } from './model.ts';
import { isMissingVolume } from './mount-parts.ts';
import { configParts } from './proxy-config-parts.ts';
import {
  absence,
  argumentId,
  bootstrapSource,
  flagId,
  PROXY_ID,
  type ProxyContext,
  phrase,
  variableId,
} from './proxy-context.ts';

const METADATA = pointerOf('node', 'metadata');

/** Adds the node as Envoy will send it: id in its four fields, cluster, every metadata key, and where each came from. */
export function nodeParts(context: ProxyContext): void {
  idParts(context);
  clusterPart(context);
  const keys = nodeMetadata(context.proxy);
  for (const key of keys) metadataPart(key, context);
  handWrittenParts(context);
  configParts(context);
  podInfoLinks(keys, context);
}

function idParts(context: ProxyContext): void {
  const { builder, proxy } = context;
  const { source } = bootstrapSource(context, '/node/id');
  builder.add({
    id: 'node/id',
    kind: 'node-id',
    label: 'id',
    value: nodeId(proxy),
    source,
    origin: 'agent',
    parent: 'bootstrap',
    change: 'added',
    detail: 'role ~ address ~ pod.namespace ~ domain',
  });
  const role = proxy.roleGiven ? builder.part(argumentId(1)) : undefined;
  for (const [name, value] of nodeIdFields(proxy)) {
    const byDefault = name === 'role' && role === undefined;
    builder.add({
      id: `node/id/${name}`,
      kind: 'node-id-field',
      label: name,
      value,
      source,
      origin: name === 'role' ? (role?.origin ?? 'agent') : 'start',
      parent: 'node/id',
      change: 'added',
      ...phrase(byDefault ? 'pilot-agent’s default: no argument says another' : null),
    });
  }
  const from = (id: string | undefined, to: string): void => {
    if (id !== undefined) builder.link(id, to, 'written-by-pilot-agent');
  };
  from(role?.id, 'node/id/role');
  from(variableId(context, 'INSTANCE_IP'), 'node/id/ip');
  from(variableId(context, 'POD_NAME'), 'node/id/pod');
  from(variableId(context, 'POD_NAMESPACE'), 'node/id/pod');
  from(flagId(context, '--domain') ?? variableId(context, 'POD_NAMESPACE'), 'node/id/domain');
}

function clusterPart(context: ProxyContext): void {
  const { builder, proxy } = context;
  const cluster = nodeCluster(proxy);
  builder.add({
    id: 'node/cluster',
    kind: 'node-cluster',
    label: 'cluster',
    value: cluster.value,
    source: bootstrapSource(context, '/node/cluster').source,
    origin: 'agent',
    parent: 'bootstrap',
    change: 'added',
    detail: cluster.name === null ? 'no label and no workload name: the namespace' : `from ${cluster.name}`,
  });
  const namespace = variableId(context, 'POD_NAMESPACE');
  if (namespace !== undefined && cluster.from !== 'proxy-config')
    builder.link(namespace, 'node/cluster', 'written-by-pilot-agent');
  switch (cluster.from) {
    case 'label':
      builder.link(idOf('label', cluster.name ?? ''), 'node/cluster', 'podinfo');
      return;
    case 'workload-name': {
      const variable = variableId(context, cluster.name ?? '');
      if (variable !== undefined) builder.link(variable, 'node/cluster', 'written-by-pilot-agent');
      return;
    }
    case 'proxy-config':
      builder.link('node/metadata/PROXY_CONFIG', 'node/cluster', 'written-by-pilot-agent');
      return;
    case 'namespace':
      return;
  }
}

function metadataPart(key: MetadataKey, context: ProxyContext): void {
  const { builder } = context;
  const id = idOf('node', 'metadata', key.key);
  const { source, absent } = bootstrapSource(context, METADATA + pointerOf(key.key));
  builder.add({
    id,
    kind: 'node-metadata',
    label: key.key,
    value: textOf(key.value),
    source,
    origin: originOf(key, context),
    parent: 'bootstrap',
    change: 'added',
    ...phrase(key.detail, absent),
    ...absence(absent),
  });
  for (const source of key.sources) {
    const from = sourceId(source, context);
    if (from !== undefined) builder.link(from, id, key.rule);
  }
}

/** Keys that the bootstrap shown holds although no variable gives them to a real sidecar: the lab writes NAMESPACE itself. */
function handWrittenParts(context: ProxyContext): void {
  const { builder, bootstrap, variant } = context;
  const metadata = atPointer(bootstrap.value, METADATA);
  for (const [key, value] of isObject(metadata) ? Object.entries(metadata) : []) {
    const id = idOf('node', 'metadata', key);
    if (builder.part(id) !== undefined) continue;
    builder.add({
      id,
      kind: 'node-metadata',
      label: key,
      value: textOf(value),
      source: bootstrapSource(context, METADATA + pointerOf(key)).source,
      origin: variant === 'sidecar' ? 'agent' : 'lab',
      parent: 'bootstrap',
      change: 'added',
      detail: 'written by the lab; no variable here gives it to a real sidecar',
    });
  }
}

function textOf(value: Json): string | null {
  return value === null || typeof value === 'string' ? value : JSON.stringify(value);
}

function sourceId(source: MetadataSource, context: ProxyContext): string | undefined {
  switch (source.kind) {
    case 'variable':
      return variableId(context, source.name);
    case 'argument':
      return flagId(context, source.flag);
    case 'podinfo':
      return podInfoVolume(context);
    case 'proxy-config':
    case 'proxy-metadata':
      return variableId(context, 'PROXY_CONFIG');
  }
}

/** A key is of the kind its variable is; what comes from no variable is pilot-agent's. */
function originOf(key: MetadataKey, context: ProxyContext): Origin {
  const [first] = key.sources;
  if (first === undefined || first.kind === 'proxy-config') return 'agent';
  if (first.kind === 'podinfo') return 'start';
  const from = sourceId(first, context);
  return (from === undefined ? undefined : context.builder.part(from)?.origin) ?? 'agent';
}

/** The volume mounted where pilot-agent looks for labels and annotations. */
function podInfoVolume({ builder }: ProxyContext): string | undefined {
  const mount = builder
    .parts()
    .find(({ kind, parent, value }) => kind === 'mount' && parent === PROXY_ID && value === '/etc/istio/pod');
  const volume = mount === undefined ? undefined : builder.part(idOf('volume', mount.label));
  return isMissingVolume(volume) ? undefined : volume?.id;
}

/** Every label and annotation of the pod goes through the podinfo volume into LABELS and ANNOTATIONS. */
function podInfoLinks(keys: readonly MetadataKey[], { builder }: ProxyContext): void {
  const there = new Set(keys.map(({ key }) => key));
  for (const { id, kind, parent, change } of builder.parts()) {
    if (parent !== 'pod' || change === 'removed') continue;
    if (kind === 'label' && there.has('LABELS')) builder.link(id, 'node/metadata/LABELS', 'podinfo');
    if (kind === 'annotation' && there.has('ANNOTATIONS'))
      builder.link(id, 'node/metadata/ANNOTATIONS', 'podinfo');
  }
}
