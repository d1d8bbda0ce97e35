import type { YamlValue } from '../yaml/document.ts';
import type { AnatomyBuilder } from './builder.ts';
import { field, textAt } from './fields.ts';
import type { Place, Provenance } from './places.ts';
import type { Untold } from './untold.ts';

/** The lists of a pod that hold containers. */
export type ContainerList = 'containers' | 'initContainers' | 'ephemeralContainers';

/** What is known of a container beside its place. */
export interface ContainerContext {
  readonly builder: AnatomyBuilder;
  readonly list: ContainerList;
  /** What the kubelet waits for in an earlier container before it starts this one: `once istio-proxy is ready`. */
  readonly waits: string | null;
  /** Without an input to compare with: whether the pod tells that the injector put it there. */
  readonly injected: boolean;
  readonly untold: Untold;
  /** Without an input to compare with: the user's own settings for it (`proxy.istio.io/overrides`). */
  readonly overrides: YamlValue | undefined;
}

/**
 * Without an input to compare with, a setting inside an injected container is the user's when the overrides
 * annotation holds it.
 */
export function userSetting(
  found: Provenance,
  place: Place,
  context: ContainerContext,
  item?: string,
): Provenance {
  if (place.compared || context.overrides === undefined) return found;
  const key = place.now?.path.findLast((step): step is string => typeof step === 'string') ?? '';
  const overridden = field(context.overrides, key);
  const listed =
    item === undefined
      ? overridden !== undefined
      : Array.isArray(overridden) && overridden.some((entry) => textAt(entry, 'name') === item);
  return listed ? { ...found, origin: item === undefined ? 'changed' : 'user', change: 'kept' } : found;
}
