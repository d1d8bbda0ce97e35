import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LAB_WORKLOAD } from '../../../test/helpers/lab-node.ts';
import { readAnatomy } from './anatomy.ts';
import type { BootstrapVariant } from './model.ts';

const read = (name: string) => ({
  name,
  text: readFileSync(new URL(`../../../test/fixtures/payments/${name}`, import.meta.url), 'utf8'),
});
const anatomy = readAnatomy({
  original: { ...read('original.yaml'), name: 'payments.yaml' },
  injected: read('injected.yaml'),
  injectConfig: read('inject-config.yaml'),
  meshConfig: read('mesh-config.yaml'),
  values: read('values.yaml'),
});
const workload = (variant: BootstrapVariant = 'lab') => anatomy.workload(0, { variant, start: {} });
const part = (id: string, variant: BootstrapVariant = 'lab') => {
  const found = workload(variant).parts.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no part ${id}`);
  return found;
};
const rules = (id: string, variant: BootstrapVariant = 'lab') =>
  workload(variant)
    .links.filter(({ from }) => from === id)
    .map(({ to, rule }) => `${rule} ${to}`);

describe('readAnatomy of the sample workload', () => {
  it('summarizes a classic sidecar with its containers in order', () => {
    expect(anatomy.summaries).toEqual([LAB_WORKLOAD]);
  });

  it('gives every id once and only links between parts that are there', () => {
    for (const variant of ['lab', 'sidecar', 'typo'] as const) {
      const { parts, links } = workload(variant);
      const ids = new Set(parts.map(({ id }) => id));
      expect(ids.size).toBe(parts.length);
      for (const { from, to } of links) expect(ids.has(from) && ids.has(to)).toBe(true);
      for (const { parent } of parts) expect(parent === null || ids.has(parent)).toBe(true);
    }
  });

  it('says of every part where it was read, or why it cannot', () => {
    for (const variant of ['lab', 'sidecar', 'typo'] as const)
      for (const { id, source, detail } of workload(variant).parts)
        expect(source !== null || detail !== undefined, `${variant} ${id}`).toBe(true);
  });

  it('accounts for every variable, argument, mount, label, annotation and static cluster', () => {
    for (const variant of ['lab', 'sidecar', 'typo'] as const) {
      const { parts, links } = workload(variant);
      const ends = new Set(links.flatMap(({ from, to }) => [from, to]));
      for (const { id, kind } of parts)
        if (['env', 'arg', 'mount', 'label', 'annotation', 'static-cluster'].includes(kind))
          expect(ends.has(id), `${variant} ${id}`).toBe(true);
    }
  });

  it('tells a rewritten probe of the app from what it was, with both places', () => {
    expect(part('container/payments/probe/readiness')).toMatchObject({
      value: 'httpGet /app-health/payments/readyz :15020',
      origin: 'changed',
      change: 'changed',
      before: 'httpGet /healthz :8080',
      source: { file: 'injected.yaml', line: 41 },
      original: { file: 'payments.yaml', line: 28 },
    });
    expect(rules('container/payments/probe/readiness')).toEqual([
      'probes container/istio-proxy/env/ISTIO_KUBE_APP_PROBERS',
    ]);
  });

  it('keeps variables fixed at injection apart from those filled in at start', () => {
    expect(part('container/istio-proxy/env/CA_ADDR')).toMatchObject({
      value: 'istiod.istio-system.svc:15012',
      origin: 'injected',
    });
    expect(part('container/istio-proxy/env/POD_NAME')).toMatchObject({
      value: null,
      origin: 'start',
      change: 'added',
      detail: 'fieldRef:metadata.name',
    });
  });

  it('draws all nine volumes, three of them without a source key', () => {
    const volumes = workload().parts.filter(({ kind }) => kind === 'volume');
    expect(volumes).toHaveLength(9);
    expect(
      volumes.filter(({ detail }) => detail === 'emptyDir (no source key)').map(({ label }) => label),
    ).toEqual(['workload-socket', 'credential-socket', 'workload-certs']);
    expect(part('volume/istio-envoy').detail).toBe('emptyDir · memory');
    expect(part('volume/istio-token/source/0')).toMatchObject({ value: 'istio-ca' });
    expect(part('container/istio-proxy/mount/istiod-ca-cert').value).toBe('/var/run/secrets/istio');
  });

  it('follows the prefix cut from variable to metadata', () => {
    expect(rules('container/istio-proxy/env/ISTIO_META_WORKLOAD_NAME')).toEqual([
      'prefix-cut node/metadata/WORKLOAD_NAME',
    ]);
    expect(part('node/metadata/WORKLOAD_NAME')).toMatchObject({
      value: 'payments',
      origin: 'injected',
      source: { file: 'bootstrap.yaml', line: 13 },
    });
    expect(part('node/metadata/ENVOY_STATUS_PORT').origin).toBe('agent');
  });

  it('takes node.id apart into its four fields and says where each came from', () => {
    const fields = workload().parts.filter(({ kind }) => kind === 'node-id-field');
    expect(fields.map(({ value }) => value)).toEqual([
      'sidecar',
      '10.0.0.7',
      'payments-6d5f9.default',
      'default.svc.cluster.local',
    ]);
    expect(rules('container/istio-proxy/arg/3')).toEqual(['written-by-pilot-agent node/id/domain']);
    expect(rules('container/istio-proxy/env/POD_NAMESPACE')).toContain(
      'expanded-by-kubelet container/istio-proxy/arg/3',
    );
  });

  it('takes discoveryAddress from the mesh configuration and shows its line', () => {
    expect(part('node/metadata/PROXY_CONFIG/discoveryAddress')).toMatchObject({
      origin: 'mesh',
      source: { file: 'mesh-config.yaml', line: 2 },
    });
  });

  it('sends the lab straight to istiod and a sidecar through the socket of pilot-agent', () => {
    expect(rules('bootstrap/cluster/xds-grpc', 'lab')).toEqual(['endpoint xds-target']);
    expect(rules('bootstrap/cluster/xds-grpc', 'sidecar')).toEqual(['endpoint agent-socket']);
    expect(rules('agent-socket', 'sidecar')).toEqual(['proxied-by-pilot-agent xds-target']);
    expect(part('agent-socket', 'sidecar').value).toBe('/etc/istio/proxy/XDS');
  });

  it('tells ADS and the static clusters field by field, each with its line in the bootstrap', () => {
    const fieldsOf = (parent: string, variant: BootstrapVariant) =>
      workload(variant)
        .parts.filter((field) => field.kind === 'field' && field.parent === parent)
        .map(({ label, value }) => `${label} ${value}`);
    expect(fieldsOf('bootstrap/ads', 'lab')).toEqual([
      'cluster_name xds-grpc',
      'api_type GRPC',
      'transport_api_version V3',
      'cds_config 0s',
      'lds_config 0s',
    ]);
    expect(fieldsOf('bootstrap/cluster/xds-grpc', 'lab')).toEqual([
      'type STRICT_DNS',
      'typed_extension_protocol_options HTTP/2',
    ]);
    expect(fieldsOf('bootstrap/cluster/xds-grpc', 'sidecar')).toContain('connect_timeout 1s');
    const fields = workload('sidecar').parts.filter(({ parent }) => parent === 'bootstrap/ads');
    expect(fields).toHaveLength(6);
    for (const { source } of fields) expect(source).toMatchObject({ file: 'bootstrap.yaml' });
  });

  it('shows the cluster that ADS names by mistake as one that is not there', () => {
    expect(rules('bootstrap/ads', 'typo')).toEqual(['ads-cluster-missing bootstrap/cluster/istiod-xds']);
    expect(part('bootstrap/cluster/istiod-xds', 'typo').detail).toContain('Envoy refuses');
  });

  it('shows the line of the template that wrote a variable, where exactly one can have', () => {
    const line = (id: string) => {
      const range = part(id).template;
      return range === undefined
        ? undefined
        : read('inject-config.yaml').text.split('\n')[range.line - 1]?.trim();
    };
    expect(line('container/istio-proxy/env/CA_ADDR')).toBe('- name: CA_ADDR');
    expect(line('label/security.istio.io~1tlsMode')).toMatch(/^security\.istio\.io\/tlsMode: /);
    expect(line('container/istio-init')).toBe('- name: istio-init');
    expect(line('container/istio-proxy/mount/istio-token')).toBe('- mountPath: /var/run/secrets/tokens');
    // A line counts where it stands: the same text names other things elsewhere.
    expect(line('container/istio-proxy/mount/workload-certs')).toMatch(/^mountPath: .*spiffe-credentials$/);
    expect(line('volume/istio-token')).toBe('- name: istio-token');
    expect(part('container/istio-init/arg/17').template?.line).toBe(144);
    expect(part('container/istio-proxy/arg/6').template?.line).toBe(216);
    expect(line('container/istio-init/arg/2')).toMatch(/^- \{\{ \.MeshConfig\.ProxyListenPort /);
    // Of the user's, and of the injector's own code, no template tells.
    expect(line('label/app')).toBeUndefined();
    expect(line('annotation/prometheus.io~1port')).toBeUndefined();
    expect(rules('template/sidecar')).toContain('template container/istio-proxy/env/CA_ADDR');
  });

  it('shows every line of the template that can have written a part, and calls none of them the one', () => {
    const lines = (id: string) => {
      const { template, templateOneOf = [] } = part(id);
      const text = read('inject-config.yaml').text.split('\n');
      return [template, ...templateOneOf.map(({ line }) => text[line - 1]?.trim())];
    };
    const meshId = '- name: ISTIO_META_MESH_ID';
    expect(lines('container/istio-proxy/env/ISTIO_META_MESH_ID')).toEqual([undefined, meshId, meshId]);
    expect(lines('container/istio-proxy/image')).toEqual([
      undefined,
      expect.stringMatching(/^image: /),
      expect.stringMatching(/^image: /),
    ]);
    expect(rules('template/sidecar')).toContain('template container/istio-proxy/env/ISTIO_META_MESH_ID');
    expect(lines('container/istio-proxy/env/CA_ADDR')).toEqual([
      expect.objectContaining({ file: 'inject-config.yaml' }),
    ]);
  });

  it('gives the role of node.id to the argument that says it, else to pilot-agent, whose default it is', () => {
    const roleOf = (args: string) => {
      const container = `{name: istio-proxy, image: proxyv2, args: ${args}}`;
      const text = `kind: Pod\nmetadata: {name: a}\nspec: {containers: [${container}]}\n`;
      const alone = readAnatomy({
        original: null,
        injected: { name: 'pod.yaml', text },
        injectConfig: null,
        meshConfig: null,
        values: null,
      });
      const { parts, links } = alone.workload(0, { variant: 'sidecar', start: {} });
      const role = parts.find(({ id }) => id === 'node/id/role');
      const from = links.filter(({ to }) => to === 'node/id/role').map((link) => link.from);
      return { origin: role?.origin, value: role?.value, detail: role?.detail, from };
    };
    const ofPilotAgent = {
      origin: 'agent',
      value: 'sidecar',
      detail: 'pilot-agent’s default: no argument says another',
      from: [],
    };
    expect(roleOf('[]')).toEqual(ofPilotAgent);
    expect(roleOf('[proxy]')).toEqual(ofPilotAgent);
    expect(roleOf('[proxy, --domain, a.svc]')).toEqual(ofPilotAgent);
    const given = { detail: undefined, from: ['container/istio-proxy/arg/1'] };
    expect(roleOf('[proxy, sidecar]')).toMatchObject({ ...given, origin: 'injected', value: 'sidecar' });
    expect(part('node/id/role').origin).toBe('injected');
  });

  it('gives the bootstrap a name that no other text bears', () => {
    const named = readAnatomy({
      original: { ...read('original.yaml'), name: 'bootstrap.yaml' },
      injected: read('injected.yaml'),
      injectConfig: null,
      meshConfig: null,
      values: null,
    });
    const { parts } = named.workload(0, { variant: 'lab', start: {} });
    expect(named.bootstrapFile).toBe('bootstrap-2.yaml');
    expect(parts.find(({ id }) => id === 'node/id')?.source?.file).toBe('bootstrap-2.yaml');
    expect(anatomy.bootstrapFile).toBe('bootstrap.yaml');
  });

  it('ends the readiness probe of a sidecar at its static listener', () => {
    expect(rules('container/istio-proxy/probe/readiness', 'sidecar')).toEqual([
      'probes bootstrap/listener/0.0.0.0_15021',
    ]);
    expect(rules('bootstrap/listener/0.0.0.0_15021', 'sidecar')).toEqual(['probes bootstrap/cluster/agent']);
  });
});
