import { isAgentVariable } from './agent-variables.ts';
import type { AnatomyBuilder } from './builder.ts';
import type { LinkRule, PartKind } from './model.ts';
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

/** Kinds that anyone may read who asks the API server for the object that carries them. */
const METADATA: ReadonlySet<PartKind> = new Set(['label', 'annotation']);

/** Kinds that a container's program is started with. */
const GIVEN_TO_PROGRAM: ReadonlySet<PartKind> = new Set(['env', 'env-from', 'arg']);

/**
 * Says of everything that no other rule has spoken for what becomes of it: used by pilot-agent itself, read by the
 * program of its container (whose doings no text here tells), or on which object it stands: who reads a label is not
 * written anywhere.
 */
export function lastLinks(builder: AnatomyBuilder): void {
  // A link leads on from its start; for a mount the volume behind it is enough, for a missing cluster who names it.
  const spokenFor = new Set(
    builder
      .links()
      .flatMap(({ from, to, rule }) =>
        rule === 'mount' || rule === 'ads-cluster-missing' ? [from, to] : [from],
      ),
  );
  for (const { id, kind, label, parent, change } of builder.parts()) {
    if (!ACCOUNTABLE.has(kind) || parent === null || change === 'removed' || spokenFor.has(id)) continue;
    builder.link(id, parent, lastRule(kind, label, parent));
  }
}

function lastRule(kind: PartKind, label: string, parent: string): LinkRule {
  if (METADATA.has(kind)) return 'set-on';
  if (!GIVEN_TO_PROGRAM.has(kind)) return 'unknown';
  const agents = parent === PROXY_ID && (kind === 'arg' || (kind === 'env' && isAgentVariable(label)));
  return agents ? 'stays-in-pilot-agent' : 'read-by-program';
}
