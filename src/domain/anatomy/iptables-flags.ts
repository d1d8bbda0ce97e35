/** What the flags of istio-iptables mean (istio.io/istio/tools/istio-iptables), for those that the injector writes. */
const FLAGS: ReadonlyMap<string, string> = new Map([
  ['-p', 'port of Envoy that outbound traffic is sent to'],
  ['-z', 'port of Envoy that inbound traffic is sent to'],
  ['-u', 'user of the proxy: its own traffic is let through, or it would go round in circles'],
  ['-m', 'how traffic is intercepted'],
  ['-i', 'outbound addresses that are intercepted'],
  ['-x', 'outbound addresses that are not intercepted'],
  ['-b', 'inbound ports that are intercepted'],
  ['-d', 'inbound ports that are not intercepted'],
  ['-q', 'outbound ports that are intercepted, whatever the address'],
  ['-o', 'outbound ports that are not intercepted'],
  ['-k', 'interfaces of virtual machines whose traffic counts as outbound'],
  ['-c', 'interfaces that are left alone'],
]);

/** What a flag of istio-init means; undefined where it is not known. */
export function iptablesFlag(flag: string): string | undefined {
  return FLAGS.get(flag);
}
