import { xdsSocket } from '../bootstrap/sidecar-clusters.ts';
import { idOf } from './identifiers.ts';
import { configId, said } from './proxy-config-parts.ts';
import { PROXY_ID, type ProxyContext, phrase, variableId } from './proxy-context.ts';

const XDS = idOf('bootstrap', 'cluster', 'xds-grpc');
const SDS = idOf('bootstrap', 'cluster', 'sds-grpc');
/** Where pilot-agent reads the token it shows to the CA (istio.io/istio/pkg/config/constants, ThirdPartyJwtPath). */
const TOKEN_FOLDER = '/var/run/secrets/tokens';

/** Where it reads the root certificate of istiod (istio.io/istio/pkg/istio-agent/agent.go, CitadelCACertPath). */
const ROOT_FOLDER = '/var/run/secrets/istio';

/** Adds the way out: pilot-agent's sockets in a real sidecar, istiod's discovery and its CA. */
export function wayOutParts(context: ProxyContext): void {
  const { builder, proxy, variant } = context;
  const discovery = builder.part(configId('discoveryAddress'));
  builder.add({
    id: 'xds-target',
    kind: 'xds-target',
    label: 'istiod · xDS',
    value: proxy.discoveryAddress,
    source: discovery?.source ?? null,
    origin: 'control-plane',
    parent: null,
    change: 'added',
    ...phrase('discoveryAddress', configOrigin(proxy)),
  });
  if (discovery !== undefined) builder.link(discovery.id, 'xds-target', 'written-by-pilot-agent');
  if (variant === 'sidecar') sockets(context);
  else builder.link(XDS, 'xds-target', 'endpoint');
  certificateParts(context);
  proxyPortLinks(context);
}

/** Who set discoveryAddress; null where nobody did. */
function configOrigin({ proxyConfig }: ProxyContext['proxy']): string | null {
  const field = proxyConfig.find(({ key }) => key === 'discoveryAddress');
  return field === undefined ? null : said(field);
}

function sockets(context: ProxyContext): void {
  const { builder, proxy } = context;
  const socket = (id: string, cluster: string, label: string, value: string | null, detail: string): void => {
    builder.add({
      id,
      kind: 'agent-socket',
      label,
      value,
      source: builder.part(cluster)?.source ?? null,
      origin: 'agent',
      parent: PROXY_ID,
      change: 'added',
      detail,
    });
    builder.link(cluster, id, 'endpoint');
  };
  socket(
    'agent-socket',
    XDS,
    'XDS',
    xdsSocket(proxy),
    'Unix socket of pilot-agent, which dials istiod itself',
  );
  socket(
    'agent-socket/sds',
    SDS,
    'SDS',
    builder.part(SDS)?.value ?? null,
    'Unix socket of pilot-agent for keys and certificates',
  );
  builder.link('agent-socket', 'xds-target', 'proxied-by-pilot-agent');
  builder.link('agent-socket/sds', 'ca-target', 'proxied-by-pilot-agent');
  builder.link(idOf('bootstrap', 'cluster', 'agent'), PROXY_ID, 'endpoint');
}

/** The CA, what asks it, and the token shown to it. */
function certificateParts(context: ProxyContext): void {
  const { builder, proxy, variant } = context;
  const variable = proxy.variables.get('CA_ADDR')?.value ? variableId(context, 'CA_ADDR') : undefined;
  const from = variable ?? configId('discoveryAddress');
  builder.add({
    id: 'ca-target',
    kind: 'ca-target',
    label: 'istiod · CA',
    value: proxy.caAddress,
    source: builder.part(from)?.source ?? null,
    origin: 'control-plane',
    parent: null,
    change: 'added',
    detail: variable === undefined ? 'no CA_ADDR: the discovery address' : 'CA_ADDR',
  });
  builder.link(from, 'ca-target', 'certificate-request');
  const token = proxyMount(context, TOKEN_FOLDER);
  if (token !== undefined) builder.link(token, 'ca-target', 'projected-token');
  const root = proxyMount(context, ROOT_FOLDER);
  if (root === undefined) return;
  builder.link(root, 'ca-target', 'trusted-root');
  // The lab's Envoy dials istiod itself, in plain text.
  if (variant === 'sidecar') builder.link(root, 'xds-target', 'trusted-root');
}

/** What istio-proxy has mounted at a folder. */
function proxyMount({ builder }: ProxyContext, folder: string): string | undefined {
  return builder
    .parts()
    .find(
      ({ kind, parent, value }) =>
        kind === 'mount' && parent === PROXY_ID && value?.replace(/\/+$/, '') === folder,
    )?.id;
}

/** Ports and probes of istio-proxy end at the listeners of the bootstrap; where there are none, at the container. */
function proxyPortLinks({ builder, proxy }: ProxyContext): void {
  const listeners = builder.parts().filter(({ kind }) => kind === 'static-listener');
  const ending = (port: string) => listeners.find(({ value }) => value?.endsWith(`:${port}`))?.id ?? PROXY_ID;
  for (const { id, kind, parent, value, change } of builder.parts()) {
    if (parent !== PROXY_ID || change === 'removed') continue;
    const port =
      kind === 'port' ? value?.split('/')[0] : kind === 'probe' ? value?.split(':').at(-1) : undefined;
    if (port !== undefined) builder.link(id, ending(port), 'probes');
  }
  const statusPort = proxy.proxyConfig.find(({ key }) => key === 'statusPort')?.value;
  const probers = builder
    .parts()
    .find(
      ({ kind, label, parent }) =>
        kind === 'env' && parent === PROXY_ID && label === 'ISTIO_KUBE_APP_PROBERS',
    )?.id;
  for (const { id, kind, parent, value, change } of builder.parts())
    if ((kind === 'probe' || kind === 'lifecycle') && parent !== PROXY_ID && change !== 'removed')
      if (value?.endsWith(`:${String(statusPort)}`)) builder.link(id, probers ?? PROXY_ID, 'probes');
}
