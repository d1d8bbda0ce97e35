import { asList, asText, field, textAt } from '../../anatomy/fields.ts';
import { INIT_CONTAINERS, initContainersOf } from '../../anatomy/sidecar.ts';
import type { InjectedPod } from './injected-pod.ts';

/** What istio-iptables is told, as far as the lab says it. */
interface Redirection {
  /** Port of Envoy for what the pod sends, `-p`. */
  readonly outbound: string | undefined;
  /** Port of Envoy for what comes to the pod, `-z`. */
  readonly inbound: string | undefined;
  /** User of the proxy, `-u`. */
  readonly user: string | undefined;
  /** `REDIRECT` or `TPROXY`, `-m`. */
  readonly mode: string | undefined;
  /** Whether it is told to use nftables in place of iptables. */
  readonly nftables: boolean;
}

/** Both spellings of a flag (istio.io/istio/tools/istio-iptables/pkg/cmd/root.go). */
const FLAGS = {
  outbound: ['-p', '--envoy-port'],
  inbound: ['-z', '--inbound-capture-port'],
  user: ['-u', '--proxy-uid'],
  mode: ['-m', '--istio-inbound-interception-mode'],
} as const;

function redirectionOf(args: readonly string[]): Redirection {
  const value = ([short, long]: readonly [string, string]): string | undefined => {
    const at = args.findIndex((word) => word === short || word === long);
    const joined = args.find((word) => word.startsWith(`${long}=`))?.slice(long.length + 1);
    return at >= 0 ? args[at + 1] : joined;
  };
  return {
    outbound: value(FLAGS.outbound),
    inbound: value(FLAGS.inbound),
    user: value(FLAGS.user),
    mode: value(FLAGS.mode),
    nftables: args.some((word) => /^--native-nftables(?:=true)?$/.test(word)),
  };
}

/** How the traffic of a pod is taken to Envoy, in one sentence made of the arguments of its istio-init or istio-validation. */
export function interceptionSentence(pod: InjectedPod): string {
  const init = initContainersOf(pod.place).find((one) => INIT_CONTAINERS.has(textAt(one, 'name') ?? ''));
  const name = textAt(init, 'name');
  if (name === null)
    return `In the pod of ${pod.title}, no init container sets iptables rules, so no traffic is intercepted by them.`;
  const args = asList(field(init, 'args')).flatMap((word) => asText(word) ?? []);
  const { outbound, inbound, user, mode, nftables } = redirectionOf(args);
  const rules = nftables ? 'nftables rules in place of iptables rules' : 'iptables rules';
  const who =
    name === 'istio-init'
      ? `istio-init runs ${args[0] ?? 'its image'} before the containers start and sets ${rules}`
      : `istio-cni sets ${rules} when the pod is created, and the init container istio-validation checks them`;
  const ways = [
    outbound === undefined ? null : `outbound TCP traffic goes to port ${outbound}`,
    inbound === undefined ? null : `inbound TCP traffic goes to port ${inbound}`,
  ].filter((one) => one !== null);
  const to = ways.length === 0 ? 'TCP traffic goes to Envoy' : `${ways.join(' and ')} of Envoy`;
  const by = mode === undefined ? '' : ` (${mode})`;
  const own = user === undefined ? '' : `, but not what the proxy itself sends (uid ${user})`;
  return `In the pod of ${pod.title}, ${who}: ${to} in istio-proxy${by}${own}.`;
}
