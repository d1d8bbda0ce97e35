import { asList, asText, field, textAt } from '../../anatomy/fields.ts';
import { INIT_CONTAINERS, initContainersOf } from '../../anatomy/sidecar.ts';
import type { InjectedPod } from './injected-pod.ts';

/** Both spellings of a flag (istio.io/istio/tools/istio-iptables/pkg/cmd/root.go). */
const FLAGS = {
  /** Port of Envoy for what the pod sends. */
  outboundPort: ['-p', '--envoy-port'],
  /** Port of Envoy for what comes to the pod. */
  inboundPort: ['-z', '--inbound-capture-port'],
  /** User of the proxy. */
  user: ['-u', '--proxy-uid'],
  /** REDIRECT or TPROXY. */
  mode: ['-m', '--istio-inbound-interception-mode'],
  /** Outbound addresses that are taken, `*` for all; of all, those that are not. */
  addresses: ['-i', '--istio-service-cidr'],
  otherAddresses: ['-x', '--istio-service-exclude-cidr'],
  /** Outbound ports that are taken whatever the address, and that are not. */
  outboundPorts: ['-q', '--istio-outbound-ports'],
  otherOutboundPorts: ['-o', '--istio-local-outbound-ports-exclude'],
  /** Inbound ports that are taken, `*` for all; of all, those that are not. */
  inboundPorts: ['-b', '--istio-inbound-ports'],
  otherInboundPorts: ['-d', '--istio-local-exclude-ports'],
} as const;

type Told = Readonly<Record<keyof typeof FLAGS, string | undefined>>;

/** What istio-iptables is told, by its flags. */
function toldBy(args: readonly string[]): Told {
  const value = ([short, long]: readonly [string, string]): string | undefined => {
    const at = args.findIndex((word) => word === short || word === long);
    const joined = args.find((word) => word.startsWith(`${long}=`))?.slice(long.length + 1);
    return at >= 0 ? args[at + 1] : joined;
  };
  const entries = Object.entries(FLAGS).map(([name, flag]) => [name, value(flag)]);
  return Object.fromEntries(entries) as Told;
}

/** `outbound TCP traffic`, or the part of it that is taken. */
function outboundWords({ addresses = '*', otherAddresses, outboundPorts, otherOutboundPorts }: Told): string {
  const ports = outboundPorts ? `to ports ${outboundPorts}` : null;
  const only =
    addresses === '*' ? null : [addresses && `to ${addresses}`, ports].filter(Boolean).join(' or ');
  return trafficWords('outbound', only, [
    only === null && otherAddresses && `to ${otherAddresses}`,
    otherOutboundPorts && `to ports ${otherOutboundPorts}`,
  ]);
}

function inboundWords({ inboundPorts = '*', otherInboundPorts }: Told): string {
  const only = inboundPorts === '*' ? null : inboundPorts && `to ports ${inboundPorts}`;
  return trafficWords('inbound', only, [
    only === null && otherInboundPorts && `to ports ${otherInboundPorts}`,
  ]);
}

/** `only`: null for all of it, empty for none. */
function trafficWords(
  way: string,
  only: string | null,
  without: readonly (string | false | undefined)[],
): string {
  if (only === '') return `no ${way} TCP traffic`;
  const but = without.filter(Boolean).join(' and ');
  return `${way} TCP traffic${only === null ? '' : ` ${only}`}${but === '' ? '' : ` (not that ${but})`}`;
}

/** How the traffic of a pod is taken to Envoy, in one sentence made of the arguments of its istio-init or istio-validation. */
export function interceptionSentence(pod: InjectedPod): string {
  const init = initContainersOf(pod.place).find((one) => INIT_CONTAINERS.has(textAt(one, 'name') ?? ''));
  const name = textAt(init, 'name');
  if (name === null)
    return `In the pod of ${pod.title}, no init container sets iptables rules, so no traffic is intercepted by them.`;
  const args = asList(field(init, 'args')).flatMap((word) => asText(word) ?? []);
  const told = toldBy(args);
  const { outboundPort, inboundPort, user, mode } = told;
  const nftables = args.some((word) => /^--native-nftables(?:=true)?$/.test(word));
  const rules = nftables ? 'nftables rules in place of iptables rules' : 'iptables rules';
  const who =
    name === 'istio-init'
      ? `istio-init runs ${args[0] ?? 'its image'} before the containers start and sets ${rules}`
      : `istio-cni sets ${rules} when the pod is created, and the init container istio-validation checks them`;
  const ways = [
    outboundPort === undefined ? null : `${outboundWords(told)} goes to port ${outboundPort}`,
    inboundPort === undefined ? null : `${inboundWords(told)} goes to port ${inboundPort}`,
  ].filter((one) => one !== null);
  const to = ways.length === 0 ? 'TCP traffic goes to Envoy' : `${ways.join(' and ')} of Envoy`;
  const by = mode === undefined ? '' : ` (${mode})`;
  const own = user === undefined ? '' : `, but not what the proxy itself sends (uid ${user})`;
  return `In the pod of ${pod.title}, ${who}: ${to} in istio-proxy${by}${own}.`;
}
