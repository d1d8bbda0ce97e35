import type { Part } from '../../anatomy/model.ts';
import {
  ANALYZE_NOTE_FORM,
  INJECTION_NOTE_FORM,
  namespacesFile,
  READINESS_FORM,
  SIDECAR_FORM,
} from './forms.ts';
import type { GuideNames, Look, StepGuide } from './guide.ts';
import { homePath, INJECTION_FILES, kubeInject, podSpec, proxy, quoted } from './shell.ts';

function matching(words: string, match: (part: Part) => boolean): Look {
  return { words, match };
}

const isProxy = (name: string): Look => matching(`container ${name}`, ({ id }) => id === `container/${name}`);

/** kubectl and istioctl go to the cluster that was chosen, and to no other that a terminal may know. */
function inCluster({ kubeconfig }: Pick<GuideNames, 'kubeconfig'>): readonly string[] {
  return kubeconfig === null ? [] : [`export KUBECONFIG=${homePath(kubeconfig)}`];
}

/** The install lab: what an installation brings into a cluster, and what an injected pod has that it had not before. */
export const INSTALL_GUIDE: Readonly<Record<string, StepGuide>> = {
  version: {
    title: 'Which istioctl, and may it be installed',
    goal: 'out/version.txt holds the version, out/precheck.txt all that the check before an installation says, its errors too.',
    why: 'A sidecar is made by a version: templates and defaults differ from release to release. An error of precheck is a result as well: without a cluster it says that none answered.',
    scene: 'overview',
    variant: null,
    look: [],
    board: 'program',
    byHand: (names) => [
      'mkdir -p out',
      ...inCluster(names),
      `istioctl version${names.kubeconfig === null ? ' --remote=false' : ''} > out/version.txt`,
      'istioctl x precheck > out/precheck.txt 2>&1',
    ],
  },
  manifest: {
    title: 'What an installation would apply',
    goal: 'manifest.yaml holds everything that would be applied; out/manifest-kinds.txt how many there are of each kind.',
    why: 'istioctl install is one line and some forty objects: types, webhooks, ConfigMaps, workloads. A manifest that is generated first can be read, kept in a repository, and compared at the next upgrade.',
    scene: 'overview',
    variant: null,
    look: [],
    board: 'manifest',
    byHand: ({ sets, manifest }) => [
      manifest === null
        ? `istioctl manifest generate${sets.map((set) => ` --set ${quoted(set)}`).join('')} > manifest.yaml`
        : `cp ${homePath(manifest)} manifest.yaml`,
      `grep '^kind:' manifest.yaml | sort | uniq -c | sort -rn > out/manifest-kinds.txt`,
    ],
  },
  crds: {
    title: 'The types of the mesh',
    goal: 'VirtualService, DestinationRule, Gateway, PeerAuthentication and AuthorizationPolicy are registered, and five or more types of istio.io in all.',
    why: 'The API server knows a VirtualService only when its CustomResourceDefinition is there.',
    scene: 'overview',
    variant: null,
    look: [],
    board: 'crds',
    byHand: (names) =>
      names.kubeconfig !== null
        ? [
            ...inCluster(names),
            'kubectl create namespace istio-system',
            'kubectl apply --server-side -f manifest.yaml',
            'kubectl get crd -o name | grep istio.io',
          ]
        : [`yq 'select(.kind == "CustomResourceDefinition") | .metadata.name' manifest.yaml`],
  },
  namespaces: {
    title: 'One namespace with the label, one without',
    goal: 'One namespace bears istio-injection=enabled, a second one no label for injection; out/injection-note.txt says when the label takes effect.',
    why: 'The label lets the webhook see new pods. Pods that exist stay as they are: only a rollout, which makes new ones, brings them a sidecar. The second namespace shows what happens without the label.',
    scene: 'overview',
    variant: null,
    look: [matching('what a new pod gets', ({ id }) => id === 'container/istio-proxy')],
    forms: () => ({ 'out/injection-note.txt': INJECTION_NOTE_FORM }),
    byHand: ({ namespace, control, kubeconfig }) => [
      ...(kubeconfig !== null
        ? [
            ...inCluster({ kubeconfig }),
            `kubectl create namespace ${quoted(namespace)} && kubectl label namespace ${quoted(namespace)} istio-injection=enabled`,
            `kubectl create namespace ${quoted(control)}`,
          ]
        : [namespacesFile(namespace, control)]),
      `echo 'The label changes nothing for existing pods: only a rollout recreates them with a sidecar.' > out/injection-note.txt`,
    ],
  },
  inject: {
    title: 'A sidecar for the workload',
    goal: 'injected.yaml holds the workload with its own containers and istio-proxy, an init container istio-init or istio-validation, and the annotation sidecar.istio.io/status.',
    why: 'kube-inject does with a file what the webhook does with a pod: nothing of yours may be lost, and what is new can be pointed at.',
    scene: 'pod',
    variant: null,
    look: [
      isProxy('istio-proxy'),
      matching('what prepares the traffic', ({ id }) => /^container\/istio-(init|validation)$/.test(id)),
      matching('what the injector wrote down', ({ id }) => id === 'annotation/sidecar.istio.io~1status'),
    ],
    byHand: (names) => [...INJECTION_FILES, kubeInject(names, 'injected.yaml')],
  },
  analyze: {
    title: 'Reading the configuration, not the traffic',
    goal: 'out/analyze.txt holds what analyze found, without an Error; out/analyze-note.txt, in two lines: configuration, statically, before or after it is applied, and no traffic.',
    why: 'analyze reads objects and finds what does not fit together, before they are applied or after. It sends nothing through the mesh: no finding is no proof that traffic flows.',
    scene: 'overview',
    variant: null,
    look: [],
    forms: () => ({ 'out/analyze-note.txt': ANALYZE_NOTE_FORM }),
    byHand: ({ namespace, kubeconfig }) => [
      ...inCluster({ kubeconfig }),
      kubeconfig !== null
        ? `istioctl analyze -n ${quoted(namespace)} > out/analyze.txt 2>&1`
        : `istioctl analyze --use-kube=false -n ${quoted(namespace)} namespaces.yaml manifest.yaml injected.yaml > out/analyze.txt 2>&1`,
      `printf '%s\\n' 'analyze checks configuration statically, before it is applied or after.' 'It looks at no traffic: no finding is no proof that requests get through.' > out/analyze-note.txt`,
    ],
  },
  sidecar: {
    title: 'The injected pod in five values',
    goal: 'out/sidecar.json holds containers, init_containers, container_count, proxy_image and one sentence on interception.',
    why: 'Read from the file, not remembered: one character in an image’s name is another image. A native istio-proxy stands among the init containers and keeps running: it counts as a container, too.',
    scene: 'pod',
    variant: null,
    look: [
      matching('containers', ({ kind }) => kind === 'container' || kind === 'init-container'),
      matching('the proxy’s image', ({ id }) => id === 'container/istio-proxy/image'),
      {
        ...matching(
          'how traffic is intercepted',
          ({ id, kind }) => kind === 'arg' && id.startsWith('container/istio-init/'),
        ),
        apart: true,
      },
    ],
    forms: () => ({ 'out/sidecar.json': SIDECAR_FORM }),
    byHand: (names) => [
      // A native sidecar is an init container that keeps running: the lab counts it among the containers.
      names.workload.sidecar === 'native'
        ? `yq '${podSpec(names)} | (.containers + [.initContainers[] | select(.restartPolicy == "Always")])[].name' injected.yaml`
        : `yq '${podSpec(names)}.containers[].name' injected.yaml`,
      `yq '${podSpec(names)}.initContainers[].name' injected.yaml`,
      `yq '${proxy(names)} | .image' injected.yaml`,
    ],
  },
  readiness: {
    title: 'Is the mesh ready?',
    goal: 'out/mesh-readiness.json holds istio_crds, injection_namespaces and analyze_errors, counted again; out/validate.txt what validate says of injected.yaml.',
    why: 'A summary is worth what its numbers are: they are counted from the cluster (or, without one, from the files), not copied.',
    scene: 'overview',
    variant: null,
    look: [],
    forms: () => ({ 'out/mesh-readiness.json': READINESS_FORM }),
    byHand: ({ kubeconfig }) => [
      ...(kubeconfig !== null
        ? [
            ...inCluster({ kubeconfig }),
            `kubectl get crd -o json | jq '[.items[] | select(.spec.group | test("istio.io"))] | length'`,
            `kubectl get namespaces -l istio-injection=enabled -o json | jq '[.items[].metadata.name]'`,
          ]
        : [
            `yq 'select(.kind == "CustomResourceDefinition") | .spec.group' manifest.yaml | grep -c istio.io`,
            `yq 'select(.metadata.labels.istio-injection == "enabled") | .metadata.name' namespaces.yaml`,
          ]),
      `grep -c 'Error \\[' out/analyze.txt`,
      'istioctl validate -f injected.yaml > out/validate.txt 2>&1',
    ],
  },
};
