import type { BootstrapVariant, SourceRange } from '../anatomy/model.ts';
import { type BootstrapDifference, differences } from './differences.ts';
import type { Json } from './json.ts';
import { labBootstrap, TYPO_CLUSTER, XDS_CLUSTER } from './lab.ts';
import type { ProxyInput } from './proxy.ts';
import { sidecarBootstrap } from './sidecar.ts';
import { bootstrapText } from './text.ts';
import { unwritten } from './unwritten.ts';

export interface BootstrapOptions {
  readonly variant: BootstrapVariant;
  /** The name under which ranges are given. */
  readonly file: string;
}

export interface Bootstrap {
  readonly variant: BootstrapVariant;
  readonly yaml: string;
  readonly value: Json;
  /** Range of the entry at a JSON pointer; null where there is none. */
  range(pointer: string): SourceRange | null;
  /** How the lab's bootstrap and a real sidecar's differ for this pod, and why. Worked out when asked. */
  differences(): readonly BootstrapDifference[];
  /** What a real sidecar's bootstrap would hold and this one does not, one sentence each. */
  readonly unwritten: readonly string[];
}

/**
 * Writes the bootstrap of a pod: `lab` by hand as the lab asks, `typo` the same with a wrong ADS cluster name, `sidecar`
 * as pilot-agent writes it. `byHand` is the proxy as read for the lab, `byAgent` as pilot-agent sees it.
 * Throws InputFault when discoveryAddress is no address.
 */
export function buildBootstrap(
  byHand: ProxyInput,
  byAgent: ProxyInput,
  { variant, file }: BootstrapOptions,
): Bootstrap {
  const value = write(byHand, byAgent, variant);
  return {
    variant,
    value,
    ...bootstrapText(file, value),
    differences: () => differences(labBootstrap(byHand, XDS_CLUSTER), sidecarBootstrap(byAgent), byAgent),
    unwritten: variant === 'sidecar' ? unwritten(byAgent) : [],
  };
}

function write(byHand: ProxyInput, byAgent: ProxyInput, variant: BootstrapVariant): Json {
  switch (variant) {
    case 'lab':
      return labBootstrap(byHand, XDS_CLUSTER);
    case 'typo':
      return labBootstrap(byHand, TYPO_CLUSTER);
    case 'sidecar':
      return sidecarBootstrap(byAgent);
  }
}
