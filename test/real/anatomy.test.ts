import { describe, expect, it } from 'vitest';
import { readAnatomy } from '../../src/domain/anatomy/anatomy.ts';
import { visibleText } from '../../src/domain/anatomy/visible-text.ts';
import { anatomyAsIs, anatomyOf, linksFrom, noteOf, partOf, workloadOf } from './anatomy.ts';
import { filesWith, inject, payments } from './injecting.ts';

describe('the anatomy of what the real istioctl injects', () => {
  it('takes the title of a pod without name from generateName, and keeps its volume (06)', async () => {
    const anatomy = await anatomyOf('06-bare-pod-two-containers.yaml');
    expect(anatomy.summaries).toEqual([
      {
        kind: 'Pod',
        name: 'pair-',
        namespace: 'default',
        injected: true,
        sidecar: 'classic',
        containers: ['web', 'helper', 'istio-proxy'],
        initContainers: ['istio-init'],
      },
    ]);
    const workload = workloadOf(anatomy);
    expect(partOf(workload, 'volume/conf')).toMatchObject({
      detail: 'configMap helper-conf',
      origin: 'user',
      change: 'kept',
    });
    expect(partOf(workload, 'container/helper/mount/conf')).toMatchObject({
      value: '/etc/helper/helper.conf',
      detail: 'subPath helper.conf',
    });
    expect(partOf(workload, 'node/id/pod').value).toBe('pair-6d5f9.default');
  });

  it('shows proxyMetadata as metadata texts, and what pilot-agent keeps to itself (37b)', async () => {
    const workload = workloadOf(await anatomyOf('37b-proxy-metadata-strings.yaml'), 'sidecar');
    const env = (name: string) => `container/istio-proxy/env/${name}`;
    expect(partOf(workload, 'node/metadata/DNS_CAPTURE').value).toBe('true');
    expect(partOf(workload, 'node/metadata/RATE').value).toBe('10');
    expect(linksFrom(workload, env('ISTIO_META_RATE'))).toEqual(['prefix-cut node/metadata/RATE']);
    expect(linksFrom(workload, env('OUTPUT_CERTS'))).toEqual(['stays-in-pilot-agent container/istio-proxy']);
    expect(workload.parts.some(({ id }) => id === 'node/metadata/OUTPUT_CERTS')).toBe(false);
    const bootstrap = (await anatomyOf('37b-proxy-metadata-strings.yaml')).bootstrap(0, {
      variant: 'sidecar',
      start: {},
    });
    expect(bootstrap?.yaml).toMatch(/^ {4}RATE: "10"$/m);
  });

  it("marks what came from the user's own istio-proxy (40)", async () => {
    const anatomy = await anatomyOf('40-user-proxy-container.yaml');
    const workload = workloadOf(anatomy);
    const part = (step: string) => partOf(workload, `container/istio-proxy/${step}`);
    expect(anatomy.summaries[0]?.containers).toEqual(['cart', 'istio-proxy']);
    expect(part('image')).toMatchObject({ origin: 'changed', change: 'changed', before: 'auto' });
    expect(part('env/GREETING')).toMatchObject({ origin: 'user', change: 'kept', value: 'hi' });
    expect(part('mount/certs')).toMatchObject({ origin: 'user', value: '/etc/certs' });
    expect(part('resources')).toMatchObject({
      origin: 'changed',
      before: 'requests: {cpu: 250m, memory: 300Mi}',
      value: 'limits: {cpu: 2, memory: 1Gi}, requests: {cpu: 250m, memory: 300Mi}',
    });
    expect(part('env/CA_ADDR').origin).toBe('injected');
    expect(noteOf(anatomy, 'user-proxy-container').message).toContain('proxy.istio.io/overrides');
  });

  it('loses no variable, whatever it is made from (49)', async () => {
    const workload = workloadOf(await anatomyOf('49-env-valuefrom.yaml'));
    const children = workload.parts.filter(({ parent }) => parent === 'container/envy');
    expect(
      children.filter(({ kind }) => kind === 'env').map(({ label, value, detail }) => [label, value, detail]),
    ).toEqual([
      ['POD_NAMESPACE', null, 'fieldRef:metadata.namespace'],
      ['DB_PASSWORD', null, 'secretKeyRef:db/password optional'],
      ['CPU', null, 'resourceFieldRef:limits.cpu'],
      ['EMPTY', '', 'written as "": empty'],
      ['NOVALUE', '', 'no value written: empty'],
      ['MULTILINE', 'line one\nline two: "quoted"\n', undefined],
    ]);
    expect(
      children.filter(({ kind }) => kind === 'env-from').map(({ label, detail }) => [label, detail]),
    ).toEqual([
      ['envy-conf', 'configMapRef'],
      ['envy-secret', 'secretRef · prefix S_'],
    ]);
    expect(children.filter(({ kind }) => kind === 'arg').map(({ value }) => value)).toEqual([
      '--ns=$(POD_NAMESPACE)',
      '--literal=$$(NOT_EXPANDED)',
      '--unknown=$(NO_SUCH_VAR)',
    ]);
    expect(linksFrom(workload, 'container/envy/env/POD_NAMESPACE')).toContain(
      'expanded-by-kubelet container/envy/arg/0',
    );
    expect(partOf(workload, 'node/metadata/NETWORK').value).toBe('net-b');
    expect(partOf(workload, 'node/metadata/SERVICE_ACCOUNT').value).toBe('envy-sa');
  });

  it('draws two targets where CA and discovery disagree (63)', () => {
    const mesh = 'defaultConfig: {discoveryAddress: istiod.istio-system.svc:15012}\n';
    const workload = workloadOf(anatomyAsIs('63-ca-and-discovery-disagree.yaml', mesh));
    expect(partOf(workload, 'ca-target').value).toBe('istiod-canary.istio-system.svc:15012');
    expect(partOf(workload, 'xds-target')).toMatchObject({
      value: 'istiod.istio-system.svc:15012',
      source: { file: 'mesh-config.yaml', line: 1 },
    });
  });

  it('takes hostile names and texts for nothing but text (75)', async () => {
    const anatomy = await anatomyOf('75-hostile-strings.yaml');
    const workload = workloadOf(anatomy, 'sidecar');
    const hostile = 'container/c<svg onload=alert(4)>';
    expect(partOf(workload, 'label/__proto__')).toMatchObject({ value: 'polluted', origin: 'user' });
    expect(partOf(workload, 'label/constructor').value).toBe('polluted');
    expect(partOf(workload, `${hostile}/env/__proto__`).value).toBe('</script><script>alert(6)</script>');
    const evil = partOf(workload, `${hostile}/env/toString`).value ?? '';
    expect(evil).toBe('\u202eevil\u0000\u001b[31m');
    expect(visibleText(evil)).toBe('\\u202eevil\\0\\e[31m');
    expect(partOf(workload, 'volume/constructor').detail).toBe('emptyDir');
    expect(new Set(workload.parts.map(({ id }) => id)).size).toBe(workload.parts.length);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(JSON.parse(partOf(workload, 'node/metadata/LABELS').value ?? '')).toHaveProperty(
      'constructor',
      'polluted',
    );
    const bootstrap = anatomy.bootstrap(0, { variant: 'sidecar', start: {} });
    expect(bootstrap?.yaml).toContain('__proto__: polluted');
  });

  it('tells changes of all kinds of probes and hooks, and of a CronJob what its pods do not carry', async () => {
    const text = `
apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly, namespace: shop}
spec:
  schedule: "0 0 * * *"
  jobTemplate:
    metadata: {labels: {job: x}}
    spec:
      template:
        metadata: {labels: {app: nightly}}
        spec:
          restartPolicy: Never
          initContainers:
          - {name: prep, image: "busybox:1"}
          - {name: helper, image: "busybox:1", restartPolicy: Always}
          containers:
          - name: nightly
            image: busybox:1
            livenessProbe: {grpc: {port: 9000}}
            startupProbe: {tcpSocket: {port: 9001}}
            lifecycle: {postStart: {httpGet: {path: /up, port: 80}}, preStop: {exec: {command: [sleep, "5"]}}}
`;
    const anatomy = readAnatomy(await inject('cron.yaml', text));
    expect(anatomy.summaries[0]).toMatchObject({
      kind: 'CronJob',
      sidecar: 'classic',
      initContainers: ['prep', 'helper', 'istio-init'],
    });
    const workload = workloadOf(anatomy, 'sidecar');
    const changed = (step: string) => {
      const { change, before, value } = partOf(workload, `container/nightly/${step}`);
      return [change, before, value];
    };
    expect(changed('probe/liveness')).toEqual([
      'changed',
      'grpc :9000',
      'httpGet /app-health/nightly/livez :15020',
    ]);
    expect(changed('probe/startup')).toEqual([
      'changed',
      'tcpSocket :9001',
      'httpGet /app-health/nightly/startupz :15020',
    ]);
    expect(changed('lifecycle/postStart')).toEqual([
      'changed',
      'httpGet /up :80',
      'httpGet /app-lifecycle/nightly/poststartz :15020',
    ]);
    expect(changed('lifecycle/preStop')).toEqual(['kept', undefined, 'exec [sleep, 5]']);
    expect(partOf(workload, 'container/prep').change).toBe('kept');
    expect(partOf(workload, 'container/helper').detail).toContain('native sidecar');
    expect(partOf(workload, 'job/annotation/sidecar.istio.io~1status').detail).toContain('not on its pods');
    expect(JSON.parse(partOf(workload, 'node/metadata/LABELS').value ?? '')).toEqual({ app: 'nightly' });
    expect(noteOf(anatomy, 'cron-job-metadata').severity).toBe('info');
  });

  it('follows a mesh of other addresses and settings to where they end', async () => {
    const mesh = `
defaultConfig:
  discoveryAddress: xds.example.org:15012
  concurrency: 3
  proxyMetadata: {ISTIO_META_DNS_CAPTURE: "true"}
trustDomain: td.example
`;
    const injection = await filesWith('mesh', 'mesh.yaml', Buffer.from(mesh));
    const anatomy = readAnatomy(await inject('payments.yaml', payments(), { injection }));
    const workload = workloadOf(anatomy);
    expect(partOf(workload, 'xds-target')).toMatchObject({
      value: 'xds.example.org:15012',
      source: { file: 'mesh.yaml', line: 3 },
    });
    expect(partOf(workload, 'bootstrap/cluster/xds-grpc').value).toBe('xds.example.org:15012');
    expect(partOf(workload, 'node/metadata/PROXY_CONFIG/concurrency')).toMatchObject({
      value: '3',
      origin: 'mesh',
    });
    expect(partOf(workload, 'node/metadata/PILOT_SAN').value).toBe('["xds.example.org"]');
    expect(partOf(workload, 'node/metadata/MESH_ID').value).toBe('td.example');
    expect(linksFrom(workload, 'container/istio-proxy/env/ISTIO_META_DNS_CAPTURE')).toEqual([
      'prefix-cut node/metadata/DNS_CAPTURE',
    ]);
    // The CA stays where the template puts it: two istiods, and it is said.
    expect(noteOf(anatomy, 'ca-and-discovery-disagree').source?.file).toBe('injected.yaml');
  });

  it('starts a native sidecar before the containers and after istio-init', async () => {
    const anatomy = readAnatomy(await inject('payments.yaml', payments(), { native: true }));
    expect(anatomy.summaries[0]).toMatchObject({
      sidecar: 'native',
      containers: ['payments'],
      initContainers: ['istio-init', 'istio-proxy'],
    });
    const workload = workloadOf(anatomy);
    expect(
      workload.links.filter(({ rule }) => rule === 'starts-before').map(({ from, to }) => `${from} ${to}`),
    ).toEqual(['container/istio-init container/istio-proxy', 'container/istio-proxy container/payments']);
    expect(partOf(workload, 'container/istio-proxy')).toMatchObject({
      kind: 'init-container',
      detail: expect.stringContaining('native sidecar'),
    });
    expect(partOf(workload, 'container/istio-proxy/lifecycle/preStop').value).toContain('drain');
  });

  it('is that of the input where hostNetwork keeps the injector away (14)', async () => {
    const anatomy = await anatomyOf('14-hostnetwork-daemonset.yaml');
    expect(anatomy.summaries[0]).toMatchObject({ injected: false, sidecar: 'none', containers: ['agent'] });
    const workload = workloadOf(anatomy);
    expect(partOf(workload, 'pod/field/hostNetwork')).toMatchObject({ value: 'true', origin: 'user' });
    expect(workload.parts.every(({ change }) => change === 'kept')).toBe(true);
  });

  it('reads every workload of a List, injected or not (05)', async () => {
    const anatomy = await anatomyOf('05-list-kind.yaml');
    expect(anatomy.summaries.map(({ kind, name, sidecar }) => [kind, name, sidecar])).toEqual([
      ['Deployment', 'cart', 'classic'],
      ['StatefulSet', 'store', 'none'],
    ]);
    expect(workloadOf(anatomy, 'lab', 1).parts.some(({ kind }) => kind === 'bootstrap')).toBe(false);
    expect(anatomy.bootstrap(1, { variant: 'lab', start: {} })).toBeNull();
  });

  it('draws the claim template of a StatefulSet as the volume its container mounts, at the lines of the input', async () => {
    const text = `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  template:
    spec:
      containers:
        - {name: postgres, image: "postgres:16", volumeMounts: [{name: data, mountPath: /var/lib/data}]}
  volumeClaimTemplates:
    - metadata: {name: data}
      spec: {resources: {requests: {storage: 1024Mi}}}
`;
    const workload = workloadOf(readAnatomy(await inject('db.yaml', text)));
    expect(partOf(workload, 'volume/data')).toMatchObject({
      detail: expect.stringMatching(/^volumeClaimTemplate · /),
      origin: 'user',
      change: 'kept',
      source: { file: 'injected.yaml' },
      original: { file: 'db.yaml', line: 10 },
    });
    expect(linksFrom(workload, 'volume/data')).toEqual(['mount container/postgres/mount/data']);
  });
});
