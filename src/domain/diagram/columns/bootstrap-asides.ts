import { valueIn } from '../part-index.ts';
import { SIMPLIFIED, VARIANT_TITLES } from '../words.ts';
import type { ColumnContext } from './context.ts';

/** Whose bootstrap it is, the longest form first. pilot-agent waits for ever; what does not is none that it writes. */
function whose({ input, index }: ColumnContext): readonly string[] {
  const titles = VARIANT_TITLES[input.variant];
  if (input.variant !== 'sidecar') return titles;
  const field = index.get('bootstrap/ads/cds_config');
  const timeout = field === undefined ? null : valueIn(field, input.view);
  if (timeout === null || /^0+(\.0+)?s$/.test(timeout)) return titles;
  return [
    `as pilot-agent writes it, but fetch timeout ${timeout}`,
    `like pilot-agent’s, but timeout ${timeout}`,
    `but timeout ${timeout}`,
    `timeout ${timeout}`,
  ];
}

/** What is said beside the title, the longest form first: whose bootstrap it is, and how it ended. */
export function asides(context: ColumnContext): readonly string[] {
  const { input } = context;
  const who = whose(context);
  const brief = input.variant === 'sidecar' ? 'like pilot-agent’s' : SIMPLIFIED;
  // Where there is room for one thing only: frame and ladder tell of an end too, nothing else whose bootstrap it is.
  const also = (long: string, short: string): readonly string[] => [
    ...who.map((words) => `${words} · ${long}`),
    ...who.map((words) => `${words} · ${short}`),
    `${brief} · ${short}`,
    ...(input.variant === 'sidecar' ? [`sidecar · ${short}`, 'sidecar'] : [SIMPLIFIED]),
  ];
  switch (input.live?.rung) {
    case 'ended':
      return also('Envoy has ended', 'ended');
    case 'silent':
      return also('Envoy does not answer', 'no answer');
    case 'lost':
      return also('connection lost', 'lost');
    case 'refused':
      return also('refused by Envoy', 'refused');
    default:
      return who;
  }
}
