import type { CheckName } from './model.ts';

/** What a check is and is not, each claim shown on the real program in `test/real/checks-scope.test.ts`. */
export interface CheckScope {
  readonly check: CheckName;
  /** What it is, in one sentence. */
  readonly what: string;
  readonly looksAt: readonly ClaimId[];
  readonly passesOver: readonly ClaimId[];
}

/** The claims, in words to stand in a list. */
export const claims = {
  'analyze-references':
    'whether Istio objects name each other rightly: the gateways of a VirtualService, the subsets it routes to',
  'analyze-schema': "fields and values of each of Istio's own objects",
  'analyze-cluster':
    'with a cluster, what is in it, too: names of Service ports, user 1337, namespaces not enabled for injection',
  'analyze-traffic':
    'traffic: it reads configuration, before or after it is applied, and needs neither a proxy nor a cluster',
  'analyze-kinds':
    'in files, Pods, Services, Namespaces, StatefulSets, DaemonSets, Jobs and CronJobs: whatever is in them, it says nothing',
  'analyze-template':
    'in files, what is in a Deployment: fields that do not exist, user 1337, image: auto; it only decodes it',
  'analyze-lists':
    'in files, a whole List in which a single object is of a kind that it does not know: of the others it says nothing, either',
  'analyze-injection':
    'whether a workload is injected: hostNetwork, values of injection labels, kube-system; in a cluster neither',
  'analyze-outside':
    'in files, what is only in the cluster: it counts as not there, so an error may be none once it is applied',
  'analyze-namespaces':
    'what is in other namespaces than the one of -n, or, without -n and -A, than default; this app always gives one of them',
  'analyze-endings':
    'files that do not end in .yaml, .yml or .json: it finds nothing wrong in them; this app adds .yaml',
  'validate-schema':
    "each of Istio's own objects by itself: unknown fields, wrong types, values out of range",
  'validate-ports': 'names of Service ports',
  'validate-labels': 'whether the pods of a Deployment have the labels app and version (a warning)',
  'validate-references': 'whether objects name each other rightly',
  'validate-rest': 'what stands behind a document that is no YAML, or holds no object: it stops there',
  'validate-kinds':
    'Pods, StatefulSets, DaemonSets, Jobs, CronJobs, Namespaces: it calls them valid, whatever is in them',
  'validate-lists':
    "of the items of a List all but Services and Deployments: it calls Istio's own objects in it valid, whatever is in them",
  'validate-template': 'the rest of a Deployment: unknown fields, hostNetwork, injection labels',
  'validate-system': 'Services and Deployments in istio-system',
  'precheck-version': 'the version of Kubernetes',
  'precheck-permissions':
    'whether this user may create what an installation creates; it asks with SelfSubjectAccessReviews',
  'precheck-gateway-api': "the versions of the Gateway API's CustomResourceDefinitions, where they are there",
  'precheck-files': 'files: without a cluster it can only say that there is none',
  'precheck-nodes':
    'whether anything could run: nodes, memory, network. An API server without a single node is “safe to install”',
  'precheck-workloads': 'workloads and injection: labels, hostNetwork, user 1337',
} as const;

export type ClaimId = keyof typeof claims;

export const checkScopes: readonly CheckScope[] = [
  {
    check: 'analyze',
    what: 'Compares the configuration with itself, as a whole: files, a cluster, or files laid over a cluster.',
    looksAt: ['analyze-references', 'analyze-schema', 'analyze-cluster'],
    passesOver: [
      'analyze-traffic',
      'analyze-injection',
      'analyze-kinds',
      'analyze-template',
      'analyze-lists',
      'analyze-outside',
      'analyze-namespaces',
      'analyze-endings',
    ],
  },
  {
    check: 'validate',
    what: 'Looks at one file, object by object, and needs no cluster.',
    looksAt: ['validate-schema', 'validate-ports', 'validate-labels'],
    passesOver: [
      'validate-references',
      'validate-kinds',
      'validate-lists',
      'validate-template',
      'validate-rest',
      'validate-system',
    ],
  },
  {
    check: 'precheck',
    what: 'Asks a cluster whether Istio could be installed or upgraded there.',
    looksAt: ['precheck-version', 'precheck-permissions', 'precheck-gateway-api'],
    passesOver: ['precheck-files', 'precheck-nodes', 'precheck-workloads'],
  },
];
