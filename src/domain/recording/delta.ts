import type { Look, LookDelta } from './model.ts';

const same = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** What a look shows that the one before did not; of the first one everything. Steps that stayed are left out. */
export function lookDelta(before: Look | null, now: Look): LookDelta {
  if (before === null) return now;
  const { steps, ...rest } = now;
  const changed = Object.entries(rest).filter(([key, value]) => !same(before[key as keyof Look], value));
  const moved = steps.filter((step) => !before.steps.some((old) => same(old, step)));
  return { ...Object.fromEntries(changed), ...(moved.length === 0 ? {} : { steps: moved }) };
}

/** The look that a delta makes of the one before; null where the first one lacks something. */
export function applyDelta(before: Look | null, delta: LookDelta): Look | null {
  if (before === null) return isWhole(delta) ? delta : null;
  const { steps, ...rest } = delta;
  if (steps === undefined) return { ...before, ...rest };
  const moved = new Map(steps.map((step) => [step.id, step]));
  return { ...before, ...rest, steps: before.steps.map((step) => moved.get(step.id) ?? step) };
}

const KEYS = ['ready', 'connectedState', 'rung', 'steps', 'server', 'node', 'counts', 'dumpProblem'] as const;

function isWhole(delta: LookDelta): delta is Look {
  return KEYS.every((key) => delta[key] !== undefined);
}
