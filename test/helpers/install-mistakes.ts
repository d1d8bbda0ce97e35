import { edit, type Mistake, write } from './install-edits.ts';
import { JSON_MISTAKES } from './install-json-mistakes.ts';
import type { LabTexts } from './install-lab.ts';

/** What the mistakes are made in: an export of the sample payments, whatever cluster it had. */
export const MISTAKES: readonly Mistake[] = [
  {
    name: 'a version that is no number',
    steps: [1],
    says: /no version number of istioctl .*, but “client version: unknown”/,
    make: write('out/version.txt', 'client version: unknown\n'),
  },
  {
    name: 'an error with an address in place of the version',
    steps: [1],
    says: /no version number/,
    make: write('out/version.txt', 'Error: dial tcp 127.0.0.1:9: connection refused\n'),
  },
  {
    name: 'the version of Envoy',
    steps: [1],
    says: /no version number of istioctl .*, but “envoy {2}version: /,
    make: write('out/version.txt', 'envoy  version: e8b0/1.35.0/Clean/RELEASE/BoringSSL\n'),
  },
  {
    name: 'the version of kubectl',
    steps: [1],
    says: /no version number of istioctl/,
    make: write('out/version.txt', 'Client Version: v1.34.1\nKustomize Version: v5.7.1\n'),
  },
  {
    name: 'a shell that has no istioctl in place of precheck',
    steps: [1],
    says: /no result of istioctl x precheck .*, but “bash: istioctl: command not found”/,
    make: write('out/precheck.txt', 'bash: istioctl: command not found\n'),
  },
  {
    name: 'a command that istioctl does not know in place of precheck',
    steps: [1],
    says: /no result of istioctl x precheck .*unknown command/,
    make: write('out/precheck.txt', 'Error: unknown command "precheck" for "istioctl"\n'),
  },
  {
    name: 'a precheck that says the contrary of itself',
    steps: [1],
    says: /It says that there are no issues, and beside it “Error: failed to get the Kubernetes version/,
    make: write(
      'out/precheck.txt',
      '✔ No issues found when checking the cluster. Istio is safe to install or upgrade!\nError: failed to get the Kubernetes version: refused\n',
    ),
  },
  {
    name: 'precheck without standard error',
    steps: [1],
    says: /precheck\.txt It is empty.*2>&1/,
    make: write('out/precheck.txt', '\n'),
  },
  {
    name: 'a wrong count of one kind',
    steps: [2],
    says: /manifest-kinds\.txt:\d+ CustomResourceDefinition is given with 99; manifest\.yaml has \d+/,
    make: edit('out/manifest-kinds.txt', (text) =>
      text.replace(/\d+( kind: CustomResourceDefinition)/, '99$1'),
    ),
  },
  {
    name: 'a kind that is left out of the table',
    steps: [2],
    says: /ServiceAccount is missing: manifest\.yaml has \d+/,
    make: edit('out/manifest-kinds.txt', (text) => text.replace(/.*ServiceAccount\n/, '')),
  },
  {
    name: 'a kind that is not in the manifest',
    steps: [2],
    says: /EnvoyFilter is given with 1; manifest\.yaml has none/,
    make: edit('out/manifest-kinds.txt', (text) => `${text}      1 kind: EnvoyFilter\n`),
  },
  {
    name: 'a kind twice in the table',
    steps: [2],
    says: /ServiceAccount stands here a second time/,
    make: edit('out/manifest-kinds.txt', (text) => `${text}${/.*ServiceAccount\n/.exec(text)?.[0] ?? ''}`),
  },
  {
    name: 'a CRD that is removed from the manifest',
    steps: [3, 2, 8],
    says: /manifest\.yaml has no gateways\.networking\.istio\.io/,
    make: edit('manifest.yaml', (text) =>
      text
        .split(/^---\n/m)
        .filter((document) => !/^ {2}name: gateways\.networking\.istio\.io$/m.test(document))
        .join('---\n'),
    ),
  },
  {
    name: 'a manifest without istiod',
    steps: [2],
    says: /Nothing in it is called istiod/,
    make: edit('manifest.yaml', (text) => text.replace(/^( *name: )istiod/gm, '$1pilot')),
  },
  {
    name: 'a manifest that ends in an error',
    steps: [2],
    says: /manifest\.yaml:\d+ It is not whole: “Error: failed to generate” stands in it/,
    make: edit('manifest.yaml', (text) => `${text}Error: failed to generate\n`),
  },
  {
    name: 'a CRD of the manifest that defines something else',
    steps: [3],
    says: /manifest\.yaml has a gateways\.networking\.istio\.io which defines gates\.networking\.istio\.io \(line \d+\)/,
    make: edit('manifest.yaml', (text) => text.replace('plural: gateways', 'plural: gates')),
  },
  {
    name: 'the control namespace labelled',
    steps: [4],
    says: /legacy has istio-injection=enabled, where no label/,
    make: edit('namespaces.yaml', (text) => `${text}  labels:\n    istio-injection: enabled\n`),
  },
  {
    name: 'the control namespace labelled with a revision',
    steps: [4],
    says: /legacy has istio\.io\/rev=default/,
    make: edit('namespaces.yaml', (text) => `${text}  labels:\n    istio.io/rev: default\n`),
  },
  {
    name: 'no control namespace at all',
    steps: [4],
    says: /has no namespace legacy/,
    make: edit('namespaces.yaml', (text) => text.split('---\n')[0] ?? ''),
  },
  {
    name: 'a label of another value',
    steps: [4],
    says: /mesh-lab has istio-injection=true, where istio-injection=enabled/,
    make: edit('namespaces.yaml', (text) =>
      text.replace('istio-injection: enabled', 'istio-injection: "true"'),
    ),
  },
  {
    name: 'a note without a rollout',
    steps: [4],
    says: /does not say that a rollout recreates them/,
    make: write('out/injection-note.txt', '라벨을 붙여도 기존 파드는 그대로이다.\n'),
  },
  {
    name: 'a note without the pods that exist',
    steps: [4],
    says: /does not say that it is about pods that exist already/,
    make: write('out/injection-note.txt', 'The sidecar comes in with a rollout.\n'),
  },
  {
    name: 'a note on something else',
    steps: [4],
    says: /does not say that these stay as they are/,
    make: write('out/injection-note.txt', 'Istio is a service mesh.\n'),
  },
  {
    name: 'a note that says that no rollout is needed',
    steps: [4],
    says: /It says that a rollout is not needed/,
    make: write(
      'out/injection-note.txt',
      '기존 파드는 그대로 두어도 사이드카가 들어가고 롤아웃은 필요 없다.\n',
    ),
  },
  {
    name: 'an injected workload without its own container',
    steps: [5, 7],
    says: /has lost its own container “payments”/,
    make: edit('injected.yaml', (text) =>
      text.replace(/^( *)- args:\n *- netexec\n[\s\S]*?(?=^\1- args:\n)/m, ''),
    ),
  },
  {
    name: 'an injected workload whose annotation was removed',
    steps: [5],
    says: /no annotation sidecar\.istio\.io\/status on its pod template/,
    make: edit('injected.yaml', (text) => text.replace(/^ *sidecar\.istio\.io\/status: .*\n/m, '')),
  },
  {
    name: 'an injected workload without an init container',
    steps: [5, 7],
    says: /no init container istio-init or istio-validation/,
    make: edit('injected.yaml', (text) => text.replace(/^( *)name: istio-init$/m, '$1name: setup')),
  },
  {
    name: 'a workload that was never injected',
    steps: [5, 7],
    says: /Deployment payments has no container istio-proxy/,
    make: write(
      'injected.yaml',
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: payments}\nspec: {template: {spec: {containers: [{name: payments, image: a}]}}}\n',
    ),
  },
  {
    name: 'an error left in the analysis',
    steps: [6],
    says: /analyze\.txt:1 An error is left: “Error \[IST0101\]/,
    make: write(
      'out/analyze.txt',
      'Error [IST0101] (VirtualService mesh-lab/a) Referenced gateway not found\n',
    ),
  },
  {
    name: 'an error left in the analysis, in colours',
    steps: [6],
    says: /An error is left/,
    make: write('out/analyze.txt', '\u001b[1;31mError\u001b[0m [IST0101] (VirtualService a) Referenced\n'),
  },
  {
    name: 'an analysis of another file',
    steps: [6],
    says: /It is about “foo\.yaml”, and neither about mesh-lab in a cluster nor about namespaces\.yaml/,
    make: write('out/analyze.txt', '✔ No validation issues found when analyzing foo.yaml.\n'),
  },
  {
    name: 'an analysis of other files',
    steps: [6],
    says: /It is about “a\.yaml” and “b\.yaml”/,
    make: write('out/analyze.txt', '✔ No validation issues found when analyzing:\n  - a.yaml\n  - b.yaml\n'),
  },
  {
    name: 'an analysis that never took place',
    steps: [6],
    says: /no result of istioctl analyze .*connection refused/,
    make: write('out/analyze.txt', 'Error: Get "https://127.0.0.1:9": connection refused\n'),
  },
  {
    name: 'an analysis that found nothing and failed',
    steps: [6],
    says: /the analysis was done, and beside it “Error: Get .*localhost/,
    make: write(
      'out/analyze.txt',
      '✔ No validation issues found when analyzing namespace: mesh-lab.\nError: Get "http://localhost:8080/api": refused\n',
    ),
  },
  {
    name: 'an analysis of which only standard output was kept',
    steps: [6],
    says: /analyze\.txt It is empty.*2>&1/,
    make: write('out/analyze.txt', '\n'),
  },
  {
    name: 'a note on analyze in one line',
    steps: [6],
    says: /It has 1 line, where 2/,
    make: write('out/analyze-note.txt', '트래픽이 아니라 설정을 적용 전/후에 정적으로 검사한다.\n'),
  },
  {
    name: 'a note on analyze that takes it for a look at traffic',
    steps: [6],
    says: /does not say that it is not about traffic/,
    make: write(
      'out/analyze-note.txt',
      'analyze statically checks the configuration before it is applied.\nIt looks at the traffic of the mesh.\n',
    ),
  },
  {
    name: 'a note on analyze whose second line says nothing',
    steps: [6],
    says: /It has 1 line, where 2 are asked for/,
    make: write('out/analyze-note.txt', '트래픽이 아니라 설정을 적용 전/후에 정적으로 검사한다.\n.\n'),
  },
  {
    name: 'an analysis of another namespace',
    steps: [6],
    says: /about the namespace default, where mesh-lab was to be analyzed/,
    make: write('out/analyze.txt', '✔ No validation issues found when analyzing namespace: default.\n'),
  },
  {
    name: 'the shell in place of istioctl validate',
    steps: [8],
    says: /no result of istioctl validate, but “bash: istioctl: command not found”/,
    make: write('out/validate.txt', 'bash: istioctl: command not found\n'),
  },
  {
    name: 'what validate says of another file',
    steps: [8],
    says: /about “other\.yaml”, and not about injected\.yaml/,
    make: write('out/validate.txt', '"other.yaml" is valid\n'),
  },
  {
    name: 'what validate says beside the contrary',
    steps: [8],
    says: /It also says: “Error: exit status 1”/,
    make: write('out/validate.txt', '"injected.yaml" is valid\nError: exit status 1\n'),
  },
  ...JSON_MISTAKES,
];

/** A folder with one mistake in it. */
export function withMistake(texts: LabTexts, { make }: Mistake): Map<string, string> {
  const changed = new Map(texts);
  make(changed);
  return changed;
}
