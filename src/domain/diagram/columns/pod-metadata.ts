import { JOB_ID } from '../../anatomy/identifiers.ts';
import type { Part } from '../../anatomy/model.ts';
import type { Plan } from '../plan.ts';
import { plural } from '../words.ts';
import { type ColumnContext, counted, foldable, partRow } from './context.ts';

/**
 * Labels and annotations of the pod, then those of a CronJob's Jobs, which its pods do not carry: one row with their
 * number until it is opened, or what changed in the difference.
 */
export function metadataPlans(context: ColumnContext): readonly Plan[] {
  return [...metadataOf(context, 'pod', ''), ...metadataOf(context, JOB_ID, ' on the Job')];
}

function metadataOf(context: ColumnContext, holder: string, where: string): readonly Plan[] {
  const { index, mode } = context;
  return (['label', 'annotation'] as const).flatMap((kind) => {
    const parts = index.childrenOf(holder, kind);
    const group = where === '' ? `${kind}s` : `${holder}-${kind}s`;
    if (parts.length === 0 || mode === 'context') return [];
    const rows = parts.map((part) => partRow(context, part));
    const roomy = context.index.proxy === undefined;
    return [
      ...(roomy ? counted(`group/${group}`, `${kind}s${where}`, parts.length, 'neutral') : []),
      foldable(context, `more/${group}`, rows, {
        least: 0,
        late: mode === 'full',
        ...(roomy ? {} : { over: `${kind}s${where}` }),
        preferred: (row) => row.mark !== '',
        rest: (hidden) =>
          hidden === rows.length
            ? `${plural(hidden, kind)}${where}${tally(context, parts)}`
            : `+ ${plural(hidden, kind)} more`.replace(/(\d+) (\w+) more/, '$1 more $2'),
      }),
    ];
  });
}

/** `  + 4  ~ 1`: what the difference did to a folded group. */
function tally(context: ColumnContext, parts: readonly Part[]): string {
  if (context.input.view !== 'difference') return '';
  const count = (change: Part['change']): number => parts.filter((part) => part.change === change).length;
  return (['added', 'changed', 'removed'] as const)
    .filter((change) => count(change) > 0)
    .map((change) => ` · ${change === 'added' ? '+' : change === 'changed' ? '~' : '−'} ${count(change)}`)
    .join('');
}
