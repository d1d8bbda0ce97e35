import { isObject } from './json.ts';
import type { ProxyInput } from './proxy.ts';
import { setting } from './settings.ts';

/** Settings that add parts to a real bootstrap which are not written here, and what they add. */
const ADDED_BY_SETTING: readonly (readonly [key: string, adds: string])[] = [
  ['tracing', 'a static cluster for the tracer and the field tracing'],
  ['envoyMetricsService', 'the static cluster envoy_metrics_service and a stats sink'],
  ['envoyAccessLogService', 'the static cluster envoy_accesslog_service'],
  ['statsdUdpAddress', 'a stats sink for statsd'],
  ['customConfigFile', 'a template of its own in place of the usual one'],
];
const ADDED_BY_VARIABLE: readonly (readonly [name: string, adds: string])[] = [
  ['ENVOY_SECURE_METRICS_PORT', 'a listener for metrics over mTLS'],
  ['ENVOY_SECURE_MERGED_METRICS_PORT', 'a listener for merged metrics over mTLS'],
  ['ISTIO_META_ENABLE_SELF_DISCOVERY', 'the static cluster local_cluster'],
  ['ISTIO_META_LOAD_STATS_CONFIG_JSON', 'load_stats_config in cluster_manager'],
  ['ISTIO_BOOTSTRAP', 'a template of its own in place of the usual one'],
  ['ISTIO_BOOTSTRAP_OVERRIDE', 'a second file that Envoy merges over it'],
];

/**
 * What a real sidecar's bootstrap would hold beside what is written here, one sentence each. Always the first: the
 * variable that the image itself sets, whose value no text here holds.
 */
export function unwritten(proxy: ProxyInput): readonly string[] {
  const sentences = [
    "ISTIO_PROXY_SHA is left out: the proxy's image sets it, and no text here holds its value.",
  ];
  for (const [key, adds] of ADDED_BY_SETTING) {
    const value = setting(proxy, key);
    const empty = value === null || (isObject(value) && Object.keys(value).length === 0);
    if (!empty)
      sentences.push(`${key} is set in the proxy configuration: a real sidecar has ${adds} as well.`);
  }
  for (const [name, adds] of ADDED_BY_VARIABLE) {
    const value = proxy.variables.get(name)?.value ?? '';
    if (value !== '' && value !== 'false' && value !== '0')
      sentences.push(`${name} is set: a real sidecar has ${adds} as well.`);
  }
  if (proxy.annotations?.has('sidecar.istio.io/statsHistogramBuckets') === true)
    sentences.push(
      'sidecar.istio.io/statsHistogramBuckets is set: a real sidecar has histogram_bucket_settings as well.',
    );
  if (proxy.variables.get('ISTIO_META_ISTIO_PROXY_SHA') !== undefined) sentences.shift();
  return sentences;
}
