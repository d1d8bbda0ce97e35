import { isAgentVariable } from './agent-variables.ts';
import type { AnatomyBuilder } from './builder.ts';
import type { PartKind } from './model.ts';
import { PROXY_ID } from './proxy-context.ts';

/** Kinds of part that must say where they go, be it that we do not know. */
const ACCOUNTABLE: ReadonlySet<PartKind> = new Set([
  'env',
  'env-from',
  'arg',
  'mount',
  'label',
  'annotation',
  'static-cluster',
]);

/**
 * Says of everything that no other rule has spoken for what becomes of it: used by pilot-agent itself, or unknown (a
 * program of the user's reads its own variables).
 */
export function lastLinks(builder: AnatomyBuilder): void {
  for (const { id, kind, label, parent, change } of builder.parts()) {
    if (!ACCOUNTABLE.has(kind) || parent === null || change === 'removed') continue;
    const agents = parent === PROXY_ID && (kind === 'arg' || (kind === 'env' && isAgentVariable(label)));
    if (agents && !goesOn(id, builder)) builder.link(id, parent, 'stays-in-pilot-agent');
    else if (!goesOn(id, builder)) builder.link(id, parent, 'unknown');
  }
}

/** Whether a link leads on from a part; for a mount the volume behind it is enough. */
function goesOn(id: string, builder: AnatomyBuilder): boolean {
  return builder
    .links()
    .some(
      ({ from, to, rule }) =>
        from === id || (to === id && (rule === 'mount' || rule === 'ads-cluster-missing')),
    );
}
