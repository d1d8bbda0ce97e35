import type { BootstrapVariant } from '../anatomy/model.ts';
import type { SceneLive } from './scene.ts';

/** What a picture was made with. */
export interface Bench {
  readonly bench: 'lab' | 'recording';
  readonly recordedAt: string | null;
  readonly tools: readonly { readonly program: 'istioctl' | 'envoy'; readonly version: string | null }[];
  /** What was run to get the texts; none of a file that was read as it is. */
  readonly commands: readonly { readonly argv: readonly string[] }[];
}

/** Nobody has asked istiod anything, and pilot-agent is not on this bench: the picture has to say so. */
export const NOT_STARTED: SceneLive = { rung: 'not-started', evidence: '' };

/** Where the truth of a picture comes from: a program that was not run for it is not named as if it had been. */
export function benchWords({ bench, recordedAt, tools, commands }: Bench): string {
  const version = (program: 'istioctl' | 'envoy'): string =>
    tools.find((tool) => tool.program === program)?.version ?? 'not found';
  const injected = commands.some(({ argv }) => argv.includes('kube-inject'));
  const istioctl = injected ? `istioctl ${version('istioctl')}` : 'read as it is: istioctl was not run';
  const where =
    bench === 'recording' ? `Recording of ${(recordedAt ?? 'unknown date').slice(0, 10)}` : 'Lab bench';
  return `${where} · ${istioctl} · Envoy ${version('envoy')}`;
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

/** What a picture says of itself when values of what it shows were masked; nothing where none were. */
export function maskedWords(masked: number): readonly string[] {
  return masked === 0 ? [] : [`${masked} ${masked === 1 ? 'value' : 'values'} masked`];
}
