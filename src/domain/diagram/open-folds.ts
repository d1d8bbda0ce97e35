import type { CardPlan, Plan } from './plan.ts';

/** The picture with every group folded, by the boxes that are in it. */
export interface Folded {
  readonly byId: ReadonlyMap<string, unknown>;
}

/**
 * Plans of a picture in which a group is open: every other group shows the rows that it showed when all were folded, no
 * more and no fewer. What a person opens takes its room from below the picture, never from rows that were there.
 */
export function asWhenFolded(plans: readonly Plan[], folded: Folded | null): readonly Plan[] {
  if (folded === null) return plans;
  return plans.map((plan) => {
    if (plan.kind === 'card') return { ...plan, body: asWhenFolded(plan.body, folded) };
    if (plan.kind !== 'rows' || plan.open) return plan;
    const preferred = new Set(plan.rows.map(({ id }) => id).filter((id) => folded.byId.has(id)));
    // A key that came to face its variable is in no group that folds.
    if (plan.rows.length === 1 && preferred.size === 0) return plan;
    return { ...plan, preferred, least: preferred.size, most: preferred.size };
  });
}

const withoutBody = (card: CardPlan, leaves: (plan: Plan) => boolean): CardPlan => ({
  ...card,
  body: card.body.filter((plan) => !leaves(plan)),
});

/** Without its spare cards, each with the space behind it, and without spare rows in those that stay: all of them, or those that the folded picture had no room for. */
export function withoutSpare(plans: readonly Plan[], folded: Folded | null): readonly Plan[] {
  const leaves = (plan: Plan | undefined): boolean =>
    (plan?.kind === 'card' || plan?.kind === 'rows') &&
    plan.spare === true &&
    folded?.byId.has(plan.id) !== true;
  return plans
    .filter((plan, index) => !leaves(plan) && !(plan.kind === 'space' && leaves(plans[index - 1])))
    .map((plan) => (plan.kind === 'card' && plan.body.some(leaves) ? withoutBody(plan, leaves) : plan));
}
