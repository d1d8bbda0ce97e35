import type { Part } from '../../anatomy/model.ts';
import {
  ARGUMENT_FORM,
  bootstrapForm,
  ENVIRONMENT_FORM,
  IDENTITY_FORM,
  MESH_FORM,
  NODE_FORM,
  OUTPUT_FORM,
  READY_FORM,
  reportForm,
} from './forms.ts';
import type { Look, StepGuide } from './guide.ts';
import { INJECTION_FILES, kubeInject, podSpec, proxy, quoted } from './shell.ts';

const PROXY = 'container/istio-proxy';

function parts(words: string, ...ids: readonly string[]): Look {
  return { words, match: ({ id }) => ids.includes(id) };
}

function variables(words: string, ...names: readonly string[]): Look {
  return parts(words, ...names.map((name) => `${PROXY}/env/${name}`));
}

function matching(words: string, match: (part: Part) => boolean): Look {
  return { words, match };
}

/** The bootstrap lab: from an injected pod to a bootstrap, and the two ways in which a sidecar does not come up. */
export const BOOTSTRAP_GUIDE: Readonly<Record<string, StepGuide>> = {
  arguments: {
    title: 'What istio-proxy starts',
    goal: 'inject.yaml holds the workload with its sidecar; 01-args.txt four of the arguments: role, domain and two log levels.',
    why: 'The container does not start Envoy but pilot-agent, which writes a bootstrap and then starts Envoy. What it is told stands in these arguments. $(POD_NAMESPACE) stays as written: the kubelet fills it in, no shell does.',
    scene: 'env-to-metadata',
    variant: null,
    look: [
      matching('arguments of istio-proxy', ({ id, kind }) => kind === 'arg' && id.startsWith(`${PROXY}/`)),
    ],
    forms: () => ({ '01-args.txt': ARGUMENT_FORM }),
    byHand: (names) => [
      ...(names.injection === null
        ? ['istioctl manifest generate > manifest.yaml', ...INJECTION_FILES]
        : [`cp ${quoted(names.injection.mesh)} mesh-config.yaml`]),
      kubeInject(names, 'inject.yaml', names.injection ?? undefined),
      `yq '${proxy(names)} | .args' inject.yaml`,
    ],
  },
  environment: {
    title: 'Names and addresses in the environment',
    goal: '02-env.txt holds seven variables as NAME=value; for the two that the pod fills in, the value is fieldRef:PATH.',
    why: 'Some values are fixed when the sidecar is injected; others (pod, namespace, service account) only the kubelet knows when the pod starts. pilot-agent cuts ISTIO_META_ off and the rest becomes node.metadata, by which istiod knows this proxy.',
    scene: 'env-to-metadata',
    variant: null,
    look: [
      variables(
        'fixed at injection',
        'CA_ADDR',
        'PILOT_CERT_PROVIDER',
        'ISTIO_META_CLUSTER_ID',
        'TRUST_DOMAIN',
        'ISTIO_META_WORKLOAD_NAME',
      ),
      variables('filled in at start', 'POD_NAMESPACE', 'SERVICE_ACCOUNT'),
    ],
    forms: () => ({ '02-env.txt': ENVIRONMENT_FORM }),
    byHand: (names) => [
      `yq '${proxy(names)} | .env[] | select(.name == "CA_ADDR") | .value' inject.yaml`,
      `yq '${proxy(names)} | .env[] | select(.name == "POD_NAMESPACE") | .valueFrom.fieldRef.fieldPath' inject.yaml`,
    ],
  },
  mesh: {
    title: 'Mesh defaults and the CA’s address',
    goal: '03-mesh.txt holds discovery_address, root_namespace and trust_domain of the mesh configuration, and ca_addr_same: yes or no.',
    why: 'defaultConfig.discoveryAddress is where configuration comes from, CA_ADDR where certificates come from. istiod does both, so in a default installation they are one address; they differ where an external CA signs.',
    scene: 'overview',
    variant: null,
    look: [
      variables('the CA’s address and the trust domain', 'CA_ADDR', 'TRUST_DOMAIN'),
      parts('where they lead', 'xds-target', 'ca-target', 'node/metadata/PROXY_CONFIG/discoveryAddress'),
    ],
    forms: () => ({ '03-mesh.txt': MESH_FORM }),
    byHand: () => [
      `yq '.defaultConfig.discoveryAddress' mesh-config.yaml`,
      `yq '.rootNamespace, .trustDomain' mesh-config.yaml`,
      `a=$(yq '.defaultConfig.discoveryAddress' mesh-config.yaml); b=$(sed -n 's/^CA_ADDR=//p' 02-env.txt)`,
      `[ "$a" = "$b" ] && echo ca_addr_same=yes || echo ca_addr_same=no`,
    ],
  },
  bootstrap: {
    title: 'A bootstrap, written by hand',
    goal: 'bootstrap.yaml holds admin port, node (id, cluster, four metadata keys), ADS for CDS and LDS, and the one static cluster xds-grpc; Envoy accepts it: 04-validate.txt ends with rc=0.',
    why: 'Of all that a sidecar does only the way to istiod is written down beforehand; listeners and clusters come over it. gRPC needs HTTP/2. initial_fetch_timeout 0s waits for the first configuration for ever, as Istio does. A simplification: a real sidecar’s xds-grpc is pilot-agent’s Unix socket.',
    scene: 'bootstrap',
    variant: 'lab',
    look: [
      matching('who this proxy is', ({ id }) => /^node\/(id|cluster)(\/|$)/.test(id)),
      parts(
        'four metadata keys',
        ...['CLUSTER_ID', 'MESH_ID', 'NAMESPACE', 'WORKLOAD_NAME'].map((key) => `node/metadata/${key}`),
      ),
      parts('how it asks, and whom', 'bootstrap/admin', 'bootstrap/ads', 'bootstrap/cluster/xds-grpc'),
    ],
    forms: (adminPort) => ({ 'bootstrap.yaml': bootstrapForm(adminPort), '04-validate.txt': OUTPUT_FORM }),
    byHand: () => [
      'envoy --mode validate -c bootstrap.yaml > 04-validate.txt 2>&1; echo "rc=$?" >> 04-validate.txt',
    ],
  },
  typo: {
    title: 'One wrong name: CrashLoopBackOff',
    goal: 'boot-typo.yaml is the same bootstrap but for ADS’s cluster_name, which says istiod-xds; Envoy refuses it: 05-typo.txt ends with its exit code.',
    why: 'ADS names the static cluster through which it speaks. A name that no cluster bears is a way to nowhere, and Envoy ends before it starts. In a cluster the container ends and is started again, over and over. The refusal names the wrong name: one line of log is enough.',
    scene: 'bootstrap',
    variant: 'typo',
    look: [
      parts('the broken link', 'bootstrap/ads', 'bootstrap/ads/cluster_name', 'bootstrap/cluster/xds-grpc'),
    ],
    forms: () => ({ '05-typo.txt': OUTPUT_FORM }),
    byHand: () => [
      `yq '.dynamic_resources.ads_config.grpc_services[0].envoy_grpc.cluster_name = "istiod-xds"' bootstrap.yaml > boot-typo.yaml`,
      'envoy --mode validate -c boot-typo.yaml > 05-typo.txt 2>&1; echo "rc=$?" >> 05-typo.txt',
    ],
  },
  run: {
    title: 'No istiod: running, never Ready',
    goal: '06-node.json holds id, cluster and metadata as the running Envoy has them; 06-ready.txt what /ready answers and control_plane.connected_state.',
    why: 'A proxy that cannot reach istiod runs all the same and waits. The admin port answers, so /config_dump shows what it was given, and /ready says that it is not. This is the other half of sidecar faults: not a crash, but never Ready.',
    scene: 'way-out',
    variant: 'lab',
    look: [parts('where it is stuck', 'xds-target', 'bootstrap/cluster/xds-grpc', 'bootstrap/admin')],
    forms: () => ({ '06-node.json': NODE_FORM, '06-ready.txt': READY_FORM }),
    byHand: ({ adminPort }) => [
      'envoy -c bootstrap.yaml --use-dynamic-base-id --log-level warn > envoy.log 2>&1 < /dev/null & envoy=$!',
      // Another program may answer at that port: what it says counts only while this Envoy runs.
      `until curl -s -o /dev/null localhost:${adminPort}/ready || ! kill -0 "$envoy"; do sleep 0.1; done; sleep 0.5`,
      'kill -0 "$envoy" || tail envoy.log # it is to run: else another program holds the port, and its answers are of another Envoy',
      `curl -s localhost:${adminPort}/config_dump | jq '.configs[0].bootstrap.node | {id, cluster, metadata}' > 06-node.json`,
      `curl -s -w '%{http_code}\\n' localhost:${adminPort}/ready`,
      `curl -s 'localhost:${adminPort}/stats?filter=control_plane.connected_state'`,
      'kill "$envoy"',
    ],
  },
  identity: {
    title: 'Two volumes, one identity',
    goal: '07-identity.txt holds the token’s volume, its audience and its mount, the root certificate’s ConfigMap and its mount.',
    why: 'At its start pilot-agent asks istiod to sign a certificate. The projected token, whose audience is istio-ca, says who asks; the root certificate out of the ConfigMap tells whether the one that answers is istiod.',
    scene: 'pod',
    variant: null,
    look: [
      matching('the token', ({ id }) => id === 'volume/istio-token' || id.startsWith('volume/istio-token/')),
      matching(
        'the root certificate',
        ({ id }) => id === 'volume/istiod-ca-cert' || id.startsWith('volume/istiod-ca-cert/'),
      ),
      parts(
        'where istio-proxy finds them',
        PROXY,
        `${PROXY}/mount/istio-token`,
        `${PROXY}/mount/istiod-ca-cert`,
      ),
    ],
    forms: () => ({ '07-identity.txt': IDENTITY_FORM }),
    byHand: (names) => [
      `yq '${podSpec(names)}.volumes[] | select(.projected.sources[].serviceAccountToken)' inject.yaml`,
      `yq '${podSpec(names)}.volumes[] | select(.name == "istiod-ca-cert") | .configMap.name' inject.yaml`,
      `yq '${proxy(names)} | .volumeMounts[] | select(.name == "istio-token" or .name == "istiod-ca-cert")' inject.yaml`,
    ],
  },
  report: {
    title: 'A checklist for the next outage',
    goal: '08-report.md holds xds_address, xds_cluster, typo_rc and ready_without_istiod, and under them four or more lines that begin with “- ” and pair a symptom with its cause.',
    why: 'CrashLoopBackOff or not Ready: whoever meets one of them next should know where to look first.',
    scene: 'overview',
    variant: 'lab',
    look: [parts('the whole way', 'bootstrap/ads', 'bootstrap/cluster/xds-grpc', 'xds-target')],
    forms: (adminPort) => ({ '08-report.md': reportForm(adminPort) }),
    byHand: () => [`grep -c '^- ' 08-report.md`],
  },
};
