import type { Json } from './json.ts';
import type { ProxyInput } from './proxy.ts';

/** A setting of the effective proxy configuration. */
export function setting(proxy: ProxyInput, key: string): Json {
  return proxy.proxyConfig.find((candidate) => candidate.key === key)?.value ?? null;
}

export function adminPort(proxy: ProxyInput): number {
  return Number(setting(proxy, 'proxyAdminPort') ?? 0);
}

/** Whether all known addresses of the pod are IPv6: then pilot-agent speaks IPv6 to itself. */
function onlyIpv6(proxy: ProxyInput): boolean {
  return proxy.ips.length > 0 && proxy.ips.every((ip) => ip.includes(':'));
}

export function loopback(proxy: ProxyInput): string {
  return onlyIpv6(proxy) ? '::1' : '127.0.0.1';
}

export function wildcard(proxy: ProxyInput): string {
  return onlyIpv6(proxy) ? '::' : '0.0.0.0';
}
