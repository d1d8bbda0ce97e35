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

/** Whether what a picture shows of a live bench was said by an Envoy. */
export const wasAsked = (live: SceneLive | null): boolean => live !== null && live.rung !== 'not-started';

/** What stands ready: the bench with both programs. */
export function benchWords(bench: Bench): string {
  return `${sourceWords(bench)} · Envoy ${versionOf(bench, 'envoy')}`;
}

const versionOf = ({ tools }: Bench, program: 'istioctl' | 'envoy'): string =>
  tools.find((tool) => tool.program === program)?.version ?? 'not found';

/** Where the truth of a picture comes from that no Envoy was asked for: it is the same whichever Envoy is here. */
export function sourceWords(from: Bench): string {
  const { bench, recordedAt, commands } = from;
  const injected = commands.some(({ argv }) => argv.includes('kube-inject'));
  const istioctl = injected
    ? `istioctl ${versionOf(from, 'istioctl')}`
    : 'read as it is: istioctl was not run';
  const where =
    bench === 'recording' ? `Recording of ${(recordedAt ?? 'unknown date').slice(0, 10)}` : 'Lab bench';
  return `${where} · ${istioctl}`;
}

/**
 * What a picture must say of itself, on the stage and in every export; first what was done `byHand`. Envoy is named where it was
 * asked: a program that was not run for it is not named as if it had been.
 */
export function captionsOf(
  bench: Bench,
  variant: BootstrapVariant,
  live: SceneLive | null,
  byHand: string | null = null,
): readonly string[] {
  const simplified = variant === 'sidecar' ? [] : ['lab bootstrap: a simplification'];
  return [
    ...(byHand === null ? [] : [byHand]),
    wasAsked(live) ? benchWords(bench) : sourceWords(bench),
    ...simplified,
  ];
}

/** What a picture says of itself when values of what it shows were masked; nothing where none were. */
export function maskedWords(masked: number): readonly string[] {
  return masked === 0 ? [] : [`${masked} ${masked === 1 ? 'value' : 'values'} masked`];
}
