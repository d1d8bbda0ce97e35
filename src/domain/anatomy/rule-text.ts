import type { LinkRule } from './model.ts';

/** The rule of a link in a few words, as a label on the way from one part to the next. */
export const ruleWords: Readonly<Record<LinkRule, string>> = {
  'prefix-cut': 'prefix ISTIO_META_ cut off',
  'json-merged': 'JSON merged into metadata',
  'written-by-pilot-agent': 'written by pilot-agent',
  'mesh-default-merged': 'merged with mesh defaults',
  'downward-api': 'filled in by the kubelet',
  'expanded-by-kubelet': '$(NAME) expanded by the kubelet',
  mount: 'mounted',
  'projected-token': 'projected token',
  'trusted-root': 'root certificate trusted by pilot-agent',
  'volume-source': 'read by the volume',
  podinfo: 'read from the podinfo volume',
  template: 'written by the template',
  'ads-cluster': 'ADS speaks through this cluster',
  'ads-cluster-missing': 'ADS names a cluster that is not there',
  endpoint: 'endpoint',
  'proxied-by-pilot-agent': 'forwarded by pilot-agent',
  'certificate-request': 'certificate signing request',
  'stays-in-pilot-agent': 'stays in pilot-agent',
  'read-by-program': 'read by the container’s program',
  'starts-before': 'starts before',
  'waited-for': 'waited for by',
  probes: 'probes',
  'set-on': 'set on',
  unknown: 'linked, rule unknown',
};

/** The same rule as one sentence. */
export const ruleSentences: Readonly<Record<LinkRule, string>> = {
  'prefix-cut':
    'pilot-agent cuts off ISTIO_META_ and puts the rest into node.metadata; the value is always a string.',
  'json-merged':
    'pilot-agent merges the JSON of ISTIO_METAJSON_ variables at the top level of node.metadata.',
  'written-by-pilot-agent': 'pilot-agent copies the value into this field, under another name or format.',
  'mesh-default-merged':
    'pilot-agent merges the pod’s PROXY_CONFIG over the mesh configuration’s defaultConfig.',
  'downward-api': 'The value is unknown at injection; the kubelet fills it in from the pod when it starts.',
  'expanded-by-kubelet':
    'The kubelet, not a shell, replaces $(NAME) with the variable of that name before the container starts.',
  mount: 'The volume is mounted into the container at this path.',
  'projected-token': 'The kubelet projects a service account token that is valid for one audience only.',
  'trusted-root': 'pilot-agent checks against this root certificate that istiod is who answers.',
  'volume-source': 'The volume reads its files from this object.',
  podinfo: 'pilot-agent reads labels and annotations from files of the istio-podinfo volume.',
  template: 'The injector’s template wrote this.',
  'ads-cluster': 'ADS opens its gRPC stream through the static cluster of this name.',
  'ads-cluster-missing': 'No static cluster has this name, so Envoy refuses the bootstrap before it starts.',
  endpoint: 'The cluster sends its connections to this address.',
  'proxied-by-pilot-agent': 'pilot-agent answers on the socket, with what it gets from istiod.',
  'certificate-request': 'pilot-agent sends its certificate signing request there.',
  'stays-in-pilot-agent':
    'pilot-agent uses the value itself; it reaches neither node.metadata nor the bootstrap.',
  'read-by-program':
    'The container’s own program gets it when it starts; what the program does with it, no file here tells.',
  'starts-before': 'The kubelet starts one before the other.',
  'waited-for':
    'The kubelet starts containers in order; it starts the next only when the postStart of this one has ended.',
  probes: 'What asks at the port, the kubelet’s probe too, ends there.',
  'set-on': 'It stands in the metadata of this object, for whoever asks the API server for it.',
  unknown: 'They are linked, but the rule is not known.',
};
