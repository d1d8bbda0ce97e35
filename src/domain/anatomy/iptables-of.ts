import type { Part } from './model.ts';

/** What the arguments of istio-init say of the traffic that is intercepted: the values of its flags, as parts. */
export interface Iptables {
  readonly outbound: Part | undefined;
  readonly inbound: Part | undefined;
  /** Inbound ports that are intercepted (`*` for all), and those that are not. */
  readonly included: Part | undefined;
  readonly excluded: Part | undefined;
}

/** The container whose first argument is istio-iptables, and the flags that follow. */
export function iptablesOf(parts: readonly Part[]): Iptables {
  const program = parts.find(({ kind, label }) => kind === 'arg' && label === 'istio-iptables');
  const args =
    program === undefined
      ? []
      : parts.filter((part) => part.kind === 'arg' && part.parent === program.parent);
  const after = (flag: string): Part | undefined => {
    const at = args.findIndex(({ value }) => value === flag);
    return at < 0 ? undefined : args[at + 1];
  };
  return { outbound: after('-p'), inbound: after('-z'), included: after('-b'), excluded: after('-d') };
}

/** Whether traffic that comes to a port is intercepted; null where no arguments tell. */
export function isCaptured({ inbound, included, excluded }: Iptables, port: number): boolean | null {
  if (inbound === undefined || included === undefined) return null;
  const lists = (part: Part | undefined): readonly string[] =>
    (part?.value ?? '').split(',').map((text) => text.trim());
  if (lists(excluded).includes(String(port))) return false;
  return lists(included).includes('*') || lists(included).includes(String(port));
}
