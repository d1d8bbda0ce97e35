import type { Film } from '../../domain/recording/film.ts';

/** The recording with which every window begins. */
export const FIRST_RECORDING = 'payments.anatomy';

/** A recording that comes with the app: how it is made, and what has to come of it. */
export interface ShippedPlan {
  /** Of the file, without folders. */
  readonly name: string;
  /** What it shows, for the list. */
  readonly title: string;
  /** Arguments of `record` after the sample. */
  readonly args: readonly string[];
  /** What the real programs come to; a run that ends otherwise is no recording of that name. */
  readonly ending: {
    readonly by: 'us' | 'itself';
    readonly rung: 'refused' | 'no-istiod';
    /** What /ready said last; null where there never was an admin endpoint. */
    readonly ready: string | null;
  };
}

/** One for each ending that the real programs come to on the lab bench, all of the sample. */
export const SHIPPED: readonly ShippedPlan[] = [
  {
    name: FIRST_RECORDING,
    title: 'No istiod: Envoy waits for ever',
    args: ['--seconds', '4'],
    ending: { by: 'us', rung: 'no-istiod', ready: '503 PRE_INITIALIZING' },
  },
  {
    name: 'gave-up.anatomy',
    title: 'No istiod, but LIVE: the fetch timeout of 5 s is over',
    args: ['--fetch-timeout', '5s', '--seconds', '14'],
    ending: { by: 'us', rung: 'no-istiod', ready: '200 LIVE' },
  },
  {
    name: 'refused.anatomy',
    title: 'Refused: a typo in the name of the ADS cluster',
    args: ['--variant', 'typo', '--seconds', '4'],
    ending: { by: 'itself', rung: 'refused', ready: null },
  },
  {
    name: 'no-agent.anatomy',
    title: 'The sidecar’s own bootstrap, without pilot-agent',
    args: ['--variant', 'sidecar', '--seconds', '4'],
    ending: { by: 'us', rung: 'no-istiod', ready: '503 PRE_INITIALIZING' },
  },
];

/** What a shipped recording shows; its name, where it has no plan. */
export function shippedTitle(name: string): string {
  return SHIPPED.find((plan) => plan.name === name)?.title ?? name;
}

/** Why a recording is not what its plan says; null when it is. */
export function endingProblem(plan: ShippedPlan, { moments }: Pick<Film, 'moments'>): string | null {
  const run = moments.at(-1)?.run ?? null;
  if (run === null || run.look === null || run.ended === null) return 'no Envoy ran to its end in it';
  const { ready, rung } = run.look;
  const seen = {
    by: run.ended.by,
    rung,
    ready: ready === null ? null : `${ready.code} ${ready.body}`,
  };
  const differing = (['by', 'rung', 'ready'] as const).filter((key) => seen[key] !== plan.ending[key]);
  if (differing.length === 0) return null;
  const words = differing.map((key) => `${key} is ${seen[key]} and not ${plan.ending[key]}`);
  return `it ended otherwise: ${words.join(', ')}`;
}
