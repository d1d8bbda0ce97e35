import type { BootstrapVariant, Study, ToolInfo } from '../../contract/types.ts';

const version = (tools: readonly ToolInfo[], program: ToolInfo['program']) =>
  tools.find((tool) => tool.program === program)?.version ?? 'not found';

/** Where the truth on the screen comes from, always visible. */
export function benchWords(study: Pick<Study, 'bench' | 'recordedAt' | 'tools'>): string {
  const istioctl = version(study.tools, 'istioctl');
  const envoy = version(study.tools, 'envoy');
  return study.bench === 'recording'
    ? `Recording of ${(study.recordedAt ?? 'unknown date').slice(0, 10)} · istioctl ${istioctl} · Envoy ${envoy}`
    : `Lab bench · istioctl ${istioctl} · Envoy ${envoy}`;
}

/** What a picture must say of itself, on the stage and in every export. */
export function captionsOf(
  study: Study,
  variant: BootstrapVariant,
  byHand: string | null = null,
): readonly string[] {
  const simplified = variant === 'sidecar' ? [] : ['lab bootstrap: a simplification'];
  return [...(byHand === null ? [] : [byHand]), benchWords(study), ...simplified];
}

/**
 * What the picture must add when it does not show the text that Envoy is asked about: it is drawn from the generated
 * bootstrap, and an edit by hand can say anything else. Null while it shows what there is.
 */
export function byHandWords(edited: boolean, runsEdited: boolean): string | null {
  const generated = 'the picture shows the generated one';
  if (runsEdited) return `Envoy runs a bootstrap edited by hand: ${generated}`;
  return edited ? `bootstrap edited by hand: ${generated}` : null;
}
