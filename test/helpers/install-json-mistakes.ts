import { edit, json, type Mistake, remove, write } from './install-edits.ts';

const SIDECAR = 'out/sidecar.json';
const READINESS = 'out/mesh-readiness.json';

/** Mistakes in steps 7 and 8. */
export const JSON_MISTAKES: readonly Mistake[] = [
  {
    name: 'an image that is remembered',
    steps: [7],
    says: /proxy_image is “docker\.io\/istio\/proxyv2:1\.24\.0”; injected\.yaml has “/,
    make: json(SIDECAR, (value) => ({ ...value, proxy_image: 'docker.io/istio/proxyv2:1.24.0' })),
  },
  {
    name: 'iptables in capitals',
    steps: [7],
    says: /interception does not say iptables/,
    make: json(SIDECAR, (value) => ({ ...value, interception: 'IPTABLES rules send all traffic to Envoy.' })),
  },
  {
    name: 'a count as a text',
    steps: [7],
    says: /container_count is the text “2”, where a number/,
    make: json(SIDECAR, (value) => ({ ...value, container_count: '2' })),
  },
  {
    name: 'a count that is wrong',
    steps: [7],
    says: /container_count is 3; injected\.yaml has in Deployment payments 2 containers/,
    make: json(SIDECAR, (value) => ({ ...value, container_count: 3 })),
  },
  {
    name: 'a key too many',
    steps: [7],
    says: /The key “node” is none of those/,
    make: json(SIDECAR, (value) => ({ ...value, node: 'x' })),
  },
  {
    name: 'a key twice',
    steps: [7],
    says: /sidecar\.json:3 A key stands in it twice/,
    make: edit(SIDECAR, (text) =>
      text.replace('{\n', '{\n  "container_count": 3,\n  "container_count": 3,\n'),
    ),
  },
  {
    name: 'a key that is missing',
    steps: [7],
    says: /The key init_containers is missing/,
    make: json(SIDECAR, ({ init_containers: _, ...value }) => value),
  },
  {
    name: 'values of another workload',
    steps: [7],
    says: /containers names “orders” and “istio-proxy”; injected\.yaml has in Deployment payments “payments” and/,
    make: json(SIDECAR, (value) => ({ ...value, containers: ['orders', 'istio-proxy'] })),
  },
  {
    name: 'containers without istio-proxy',
    steps: [7],
    says: /containers names “payments”;/,
    make: json(SIDECAR, (value) => ({ ...value, containers: ['payments'] })),
  },
  {
    name: 'no init containers',
    steps: [7],
    says: /init_containers is empty/,
    make: json(SIDECAR, (value) => ({ ...value, init_containers: [] })),
  },
  {
    name: 'an init container that is not there',
    steps: [7],
    says: /init_containers names “istio-validation”; .* “istio-init”/,
    make: json(SIDECAR, (value) => ({ ...value, init_containers: ['istio-validation'] })),
  },
  {
    name: 'an interception that says the contrary',
    steps: [7],
    says: /interception says that nothing is taken by iptables/,
    make: json(SIDECAR, (value) => ({
      ...value,
      interception: 'Traffic is not intercepted by iptables at all.',
    })),
  },
  {
    name: 'an interception that says the contrary in Korean',
    steps: [7],
    says: /interception says that nothing is taken by iptables/,
    make: json(SIDECAR, (value) => ({
      ...value,
      interception: 'iptables 없이 앱이 직접 트래픽을 Envoy 로 보낸다.',
    })),
  },
  {
    name: 'an interception without iptables',
    steps: [7],
    says: /interception does not say iptables/,
    make: json(SIDECAR, (value) => ({ ...value, interception: 'Envoy takes all traffic of the pod.' })),
  },
  {
    name: 'an interception that is a word',
    steps: [7],
    says: /interception is no sentence/,
    make: json(SIDECAR, (value) => ({ ...value, interception: 'iptables' })),
  },
  {
    name: 'JSON that is none',
    steps: [7],
    says: /sidecar\.json(:\d+)? It is no JSON/,
    make: edit(SIDECAR, (text) => text.replace('[', '')),
  },
  {
    name: 'a list in place of an object',
    steps: [7],
    says: /It holds a list, where one JSON object/,
    make: json(SIDECAR, (value) => [value]),
  },
  {
    name: 'a number of CRDs that was guessed',
    steps: [8],
    says: /mesh-readiness\.json:2 istio_crds is 23; .* has \d+ CustomResourceDefinitions/,
    make: json(READINESS, (value) => ({ ...value, istio_crds: 23 })),
  },
  {
    name: 'a number of CRDs as a text',
    steps: [8],
    says: /istio_crds is the text “6”, where a number/,
    make: json(READINESS, (value) => ({ ...value, istio_crds: '6' })),
  },
  {
    name: 'the control namespace in the list',
    steps: [8],
    says: /injection_namespaces names legacy/,
    make: json(READINESS, (value) => ({ ...value, injection_namespaces: ['mesh-lab', 'legacy'] })),
  },
  {
    name: 'a list without the labelled namespace',
    steps: [8],
    says: /injection_namespaces lacks mesh-lab; it names none/,
    make: json(READINESS, (value) => ({ ...value, injection_namespaces: [] })),
  },
  {
    name: 'a namespace in the list that has no label',
    steps: [8],
    says: /injection_namespaces names “default”; .* has no namespace of that name with a label/,
    make: json(READINESS, (value) => ({ ...value, injection_namespaces: ['mesh-lab', 'default'] })),
  },
  {
    name: 'a list as a text',
    steps: [8],
    says: /injection_namespaces is the text “mesh-lab”, where a list/,
    make: json(READINESS, (value) => ({ ...value, injection_namespaces: 'mesh-lab' })),
  },
  {
    name: 'errors that are owned up to',
    steps: [8],
    says: /analyze_errors is 2, where 0 is asked for; out\/analyze\.txt has 0/,
    make: json(READINESS, (value) => ({ ...value, analyze_errors: 2 })),
  },
  {
    name: 'a note that a cluster was asked, where none was',
    steps: [8],
    says: /note says that a cluster was asked, and none is/,
    make: json(READINESS, (value) => ({
      ...value,
      note: 'The cluster was asked, and everything was applied to it.',
    })),
  },
  {
    name: 'a note on nothing that was left undone',
    steps: [8],
    says: /note is only for what was not done/,
    make: json(READINESS, (value) => ({ ...value, note: 'Ready.' })),
  },
  {
    name: 'a validation without a word',
    steps: [8],
    says: /validate\.txt It is empty/,
    make: write('out/validate.txt', ''),
  },
  {
    name: 'a file that is not there',
    steps: [8],
    says: /There is no file out\/validate\.txt/,
    make: remove('out/validate.txt'),
  },
];
