import type { Part } from './model.ts';
import { NO_NAMESPACE } from './pod-parts.ts';
import { PROXY_ID } from './proxy-context.ts';

/** The name that a sidecar's certificate would hold, as far as the texts tell. */
export interface ExpectedIdentity {
  /**
   * `spiffe://cluster.local/ns/default/sa/payments` (istio.io/istio/pkg/spiffe); null unless all of its fields were read.
   */
  readonly uri: string | null;
  /** Fields that no text holds, each with why. */
  readonly unknown: readonly string[];
  /** Ids of the parts that its fields were read from. */
  readonly from: readonly string[];
}

/** Id of the setting that names the pod's service account. */
export const ACCOUNT_ID = 'pod/field/serviceAccountName';
const TRUST_DOMAIN_ID = `${PROXY_ID}/env/TRUST_DOMAIN`;

const written = (value: string | null | undefined): value is string =>
  value !== undefined && value !== null && value !== '';

/**
 * What a workload's certificate would call it. Kubernetes and istiod fill in what a file leaves out; what they would
 * fill in was not read, and so no name is made of it.
 */
export function expectedIdentity(parts: readonly Part[], namespace: string): ExpectedIdentity {
  const byId = new Map(parts.map((part) => [part.id, part]));
  const domain = byId.get(TRUST_DOMAIN_ID);
  const account = byId.get(ACCOUNT_ID);
  const workload = byId.get('workload');
  const named = workload?.detail?.includes(NO_NAMESPACE) === false;
  const unknown = [
    ...(written(domain?.value) ? [] : ['trust domain: istio-proxy has no TRUST_DOMAIN']),
    ...(named ? [] : ['namespace: none is written']),
    ...(written(account?.value) ? [] : ['service account: none is written']),
  ];
  const from = [domain, workload, account].flatMap((part) => (part === undefined ? [] : [part.id]));
  if (unknown.length > 0 || !written(domain?.value) || !written(account?.value))
    return { uri: null, unknown, from };
  return { uri: `spiffe://${domain.value}/ns/${namespace}/sa/${account.value}`, unknown, from };
}
