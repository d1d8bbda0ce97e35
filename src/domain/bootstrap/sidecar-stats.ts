import { isObject, type Json, type JsonObject, json } from './json.ts';
import type { ProxyInput } from './proxy.ts';
import { setting } from './settings.ts';

/** Tags that Envoy cuts out of the names of its statistics, in the template's order. */
const TAGS_BEFORE: readonly (readonly [string, string])[] = [
  ['cluster_name', '^cluster(\\.(.+);)'],
  ['http_conn_manager_prefix', '^http\\.(((?:[_.[:digit:]\\w]*|[_\\[\\]aAbBcCdDeEfF[:digit:]\\w\\:]*));\\.)'],
  ['thread_name', '^server(\\.(.+))\\.watchdog'],
  ['tcp_prefix', '^tcp\\.((.*?)\\.)\\w+?$'],
  ['response_code', '_rq(_(\\d{3}))$'],
  ['response_code_class', '_rq(_(\\dxx))$'],
  [
    'http_conn_manager_listener_prefix',
    '^listener(?=\\.).*?\\.http\\.(((?:[_.[:digit:]]*|[_\\[\\]aAbBcCdDeEfF[:digit:]]*))\\.)',
  ],
  ['listener_address', '^listener\\.(((?:[_.[:digit:]]*|[_\\[\\]aAbBcCdDeEfF[:digit:]]*))\\.)'],
  ['mongo_prefix', '^mongo\\.(.+?)\\.(collection|cmd|cx_|op_|delays_|decoding_)(.*?)$'],
];
const TAGS_AFTER: readonly (readonly [string, string])[] = [
  ['cache', '(cache\\.(.+?)\\.)'],
  ['component', '(component\\.(.+?)\\.)'],
  ['tag', '(tag\\.(.+?);\\.)'],
  ['wasm_filter', '(wasm_filter\\.(.+?)\\.)'],
  ['authz_enforce_result', 'rbac(\\.(allowed|denied))'],
  ['authz_dry_run_action', '(\\.istio_dry_run_(allow|deny)_)'],
  ['authz_dry_run_result', '(\\.shadow_(allowed|denied))'],
];

/** Needed by pilot-agent's own readiness check. */
const REQUIRED_PREFIXES = ['cluster_manager', 'listener_manager', 'server', 'cluster.xds-grpc', 'wasm'];
const REQUIRED_SUFFIXES = ['rbac.allowed', 'rbac.denied', 'shadow_allowed', 'shadow_denied'];
const REQUIRED_REGEXES = ['vhost\\..*\\.route\\..*'];

/** What Envoy counts and how it names it (istio.io/istio/pkg/bootstrap, getStatsOptions). */
export function statsConfig(proxy: ProxyInput, metadata: JsonObject): Json {
  const drains = proxy.variables.get('EXIT_ON_ZERO_ACTIVE_CONNECTIONS')?.value === 'true';
  const matcher = setting(proxy, 'proxyStatsMatcher');
  const included = (annotation: string, key: string, required: readonly string[]): readonly string[] => {
    const wanted = proxy.annotations?.get(`sidecar.istio.io/${annotation}`) ?? '';
    const configured = isObject(matcher) ? matcher[key] : undefined;
    const own = wanted !== '' ? wanted.split(',') : Array.isArray(configured) ? configured.map(String) : [];
    return withAddresses([...own, ...required], proxy);
  };
  const prefixes = included('statsInclusionPrefixes', 'inclusionPrefixes', REQUIRED_PREFIXES);
  const suffixes = included('statsInclusionSuffixes', 'inclusionSuffixes', [
    ...REQUIRED_SUFFIXES,
    ...(drains ? ['downstream_cx_active'] : []),
  ]);
  const regexes = included('statsInclusionRegexps', 'inclusionRegexps', REQUIRED_REGEXES);
  return json({
    use_all_default_tags: false,
    stats_tags: [
      ...TAGS_BEFORE,
      ...extraTags(proxy).map((tag) => [tag, `(${tag}=\\.=(.*?);\\.;)`] as const),
      ...TAGS_AFTER,
    ].map(([name, regex]) => json({ tag_name: name, regex })),
    stats_matcher: json({
      inclusion_list: json({
        patterns: [
          json({ prefix: 'reporter=' }),
          ...(metadata.METADATA_DISCOVERY === 'true' ? [json({ prefix: 'workload_discovery' })] : []),
          ...prefixes.map((prefix) => json({ prefix })),
          ...suffixes.map((suffix) => json({ suffix })),
          ...regexes.map((regex) => json({ safe_regex: json({ regex }) })),
          json({ prefix: 'component' }),
          json({ prefix: 'istio' }),
        ],
      }),
    }),
  });
}

function withAddresses(patterns: readonly string[], proxy: ProxyInput): readonly string[] {
  return patterns.flatMap((pattern) =>
    pattern.includes('{pod_ip}') ? proxy.ips.map((ip) => pattern.replaceAll('{pod_ip}', ip)) : [pattern],
  );
}

function extraTags(proxy: ProxyInput): readonly string[] {
  const configured = setting(proxy, 'extraStatTags');
  const annotated = proxy.annotations?.get('sidecar.istio.io/extraStatTags') ?? '';
  const tags = [...(Array.isArray(configured) ? configured.map(String) : []), ...annotated.split(',')];
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

/** Only written when the pod asks for it; Envoy's own preset is 5 s. */
export function statsFlushInterval(proxy: ProxyInput): Json | undefined {
  return proxy.annotations?.get('sidecar.istio.io/statsFlushInterval');
}
