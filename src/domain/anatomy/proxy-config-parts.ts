import { pointerOf } from '../bootstrap/json.ts';
import type { ProxyConfigField } from '../bootstrap/proxy-config.ts';
import { idOf } from './identifiers.ts';
import type { Origin, SourceRange } from './model.ts';
import { absence, bootstrapSource, type ProxyContext, phrase, variableId } from './proxy-context.ts';

/** Adds each field of the proxy's effective configuration under PROXY_CONFIG, with who set it. */
export function configParts(context: ProxyContext): void {
  const { builder, proxy } = context;
  for (const field of proxy.proxyConfig) {
    const id = configId(field.key);
    const place = configSource(field, context);
    builder.add({
      id,
      kind: 'field',
      label: field.key,
      value: typeof field.value === 'string' ? field.value : JSON.stringify(field.value),
      source: place.source,
      origin: configOrigin(field, context),
      parent: 'node/metadata/PROXY_CONFIG',
      change: 'added',
      ...phrase(said(field), place.absent),
      ...absence(place.absent),
    });
    const by = setBy(field, context);
    if (by !== undefined)
      builder.link(by, id, field.origin === 'agent' ? 'written-by-pilot-agent' : 'mesh-default-merged');
  }
  if (builder.part('node/metadata/PILOT_SAN') !== undefined)
    builder.link(configId('discoveryAddress'), 'node/metadata/PILOT_SAN', 'written-by-pilot-agent');
}

export function configId(key: string): string {
  return idOf('node', 'metadata', 'PROXY_CONFIG', key);
}

/** Who set a field, in a few words. */
export function said({ origin, saidByMesh, by }: ProxyConfigField): string {
  if (saidByMesh) return 'mesh default';
  switch (origin) {
    case 'built-in':
      return 'built into pilot-agent';
    case 'mesh':
      return 'mesh default';
    case 'variable':
      return 'set in PROXY_CONFIG';
    case 'annotation':
      return `annotation ${by ?? ''}`;
    case 'agent':
      return `pilot-agent, from ${by ?? ''}`;
  }
}

function configOrigin({ origin, saidByMesh }: ProxyConfigField, context: ProxyContext): Origin {
  if (saidByMesh) return 'mesh';
  switch (origin) {
    case 'built-in':
    case 'agent':
      return 'agent';
    case 'mesh':
      return 'mesh';
    case 'annotation':
      return 'user';
    case 'variable': {
      const id = variableId(context, 'PROXY_CONFIG');
      return (id === undefined ? undefined : context.builder.part(id)?.origin) ?? 'injected';
    }
  }
}

/** The part that set a field: the annotation, the variable, the argument. */
function setBy({ origin, by }: ProxyConfigField, context: ProxyContext): string | undefined {
  if (by === null) return undefined;
  return origin === 'annotation' ? idOf('annotation', by) : variableId(context, by);
}

/** Where a field stands: in the mesh configuration, else in the bootstrap, else where it was set. */
export function configSource(
  field: ProxyConfigField,
  context: ProxyContext,
): { readonly source: SourceRange | null; readonly absent: string | null } {
  const inMesh = field.saidByMesh ? (context.mesh?.entryRange(['defaultConfig', field.key]) ?? null) : null;
  if (inMesh !== null) return { source: inMesh, absent: null };
  const inBootstrap = bootstrapSource(context, pointerOf('node', 'metadata', 'PROXY_CONFIG', field.key));
  if (inBootstrap.source !== null) return inBootstrap;
  const by = setBy(field, context);
  const source = by === undefined ? null : (context.builder.part(by)?.source ?? null);
  return { source, absent: source === null ? inBootstrap.absent : null };
}
