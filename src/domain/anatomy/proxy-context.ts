import type { Bootstrap } from '../bootstrap/build.ts';
import type { ProxyInput } from '../bootstrap/proxy.ts';
import type { SourceDocument } from '../yaml/document.ts';
import type { AnatomyBuilder } from './builder.ts';
import { idOf } from './identifiers.ts';
import type { BootstrapVariant, SourceRange } from './model.ts';
import { PROXY_CONTAINER } from './sidecar.ts';

/** What is needed to draw the proxy's side of a pod. */
export interface ProxyContext {
  readonly builder: AnatomyBuilder;
  readonly variant: BootstrapVariant;
  /** The proxy as pilot-agent sees it. */
  readonly proxy: ProxyInput;
  readonly bootstrap: Bootstrap;
  readonly mesh: SourceDocument | null;
}

export const PROXY_ID = idOf('container', PROXY_CONTAINER);

/** Id of the variable of istio-proxy that counts: the last of its name. Undefined where there is none. */
export function variableId({ builder }: ProxyContext, name: string): string | undefined {
  return builder
    .parts()
    .findLast(
      ({ kind, parent, label, change }) =>
        kind === 'env' && parent === PROXY_ID && label === name && change !== 'removed',
    )?.id;
}

/** Id of the argument of istio-proxy at a position. */
export function argumentId(index: number): string {
  return `${PROXY_ID}/arg/${index}`;
}

/** The argument that gives a flag's value: the next one, or the one that holds both. */
export function flagId({ builder }: ProxyContext, flag: string): string | undefined {
  const args = builder.parts().filter(({ kind, parent }) => kind === 'arg' && parent === PROXY_ID);
  return args.findLast(({ label, value, detail }) =>
    value === flag ? false : label === flag || detail === `value of ${flag}`,
  )?.id;
}

/** Range in the bootstrap's text, and why there is none. */
export function bootstrapSource(
  { bootstrap, variant }: ProxyContext,
  pointer: string,
): { readonly source: SourceRange | null; readonly absent: string | null } {
  const source = bootstrap.range(pointer);
  if (source !== null) return { source, absent: null };
  return {
    source,
    absent:
      variant === 'sidecar'
        ? 'not in the bootstrap'
        : "in a real sidecar's bootstrap; the lab's leaves it out",
  };
}

/** The fields by which a part says that the bootstrap shown leaves it out; none where `why` is null. */
export function absence(why: string | null): { absent?: true } {
  return why === null ? {} : { absent: true };
}

/** Details joined to one phrase; undefined where there is none, so that it can be spread. */
export function phrase(...parts: readonly (string | null | undefined)[]): { detail?: string } {
  const said = parts.filter((part): part is string => part !== null && part !== undefined && part !== '');
  return said.length === 0 ? {} : { detail: said.join(' · ') };
}
