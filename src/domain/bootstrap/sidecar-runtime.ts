import { type Json, object, sortedKeys } from './json.ts';
import type { ProxyInput } from './proxy.ts';

/** istio.io/istio/pkg/bootstrap, extractRuntimeFlags. */
const DEFAULTS: readonly (readonly [string, Json])[] = [
  ['re2.max_program_size.error_level', '32768'],
  [
    'envoy.deprecated_features:envoy.config.listener.v3.Listener.hidden_envoy_deprecated_use_original_dst',
    true,
  ],
  ['envoy.reloadable_features.http_reject_path_with_fragment', false],
  ['envoy.reloadable_features.fixed_heap_use_allocated', true],
  ['envoy.reloadable_features.coalesce_lb_rebuilds_on_batch_update', false],
];

/** Envoy's runtime flags: pilot-agent's own under `runtimeValues`, where an empty text takes a flag away. */
export function sidecarRuntime(proxy: ProxyInput): Json {
  const flags = new Map(DEFAULTS);
  const set = proxy.proxyConfig.find(({ key }) => key === 'runtimeValues')?.value;
  for (const [key, value] of Object.entries(set ?? {})) {
    const text = String(value);
    if (text === '') flags.delete(key);
    else flags.set(key, text === 'true' || text === 'false' ? text === 'true' : text);
  }
  return object(sortedKeys(flags.keys()).map((key) => [key, flags.get(key)] as const));
}
