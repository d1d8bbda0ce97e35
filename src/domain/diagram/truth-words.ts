import type { BootstrapVariant } from '../anatomy/model.ts';
import type { SceneLive } from './scene.ts';

/** What a picture was made with. */
export interface Bench {
  readonly bench: 'lab' | 'recording';
  readonly recordedAt: string | null;
  readonly tools: readonly { readonly program: 'istioctl' | 'envoy'; readonly version: string | null }[];
}

/** Nobody has asked istiod anything, and pilot-agent is not on this bench: the picture has to say so. */
export const NOT_STARTED: SceneLive = { rung: 'not-started', evidence: '' };

/** Where the truth of a picture comes from. */
export function benchWords({ bench, recordedAt, tools }: Bench): string {
  const version = (program: 'istioctl' | 'envoy'): string =>
    tools.find((tool) => tool.program === program)?.version ?? 'not found';
  const versions = `istioctl ${version('istioctl')} · Envoy ${version('envoy')}`;
  return bench === 'recording'
    ? `Recording of ${(recordedAt ?? 'unknown date').slice(0, 10)} · ${versions}`
    : `Lab bench · ${versions}`;
}

/** What a picture must say of itself, on the stage and in every export; first what was done `byHand`. */
export function captionsOf(
  bench: Bench,
  variant: BootstrapVariant,
  byHand: string | null = null,
): readonly string[] {
  const simplified = variant === 'sidecar' ? [] : ['lab bootstrap: a simplification'];
  return [...(byHand === null ? [] : [byHand]), benchWords(bench), ...simplified];
}
