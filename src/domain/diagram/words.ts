import type { BootstrapVariant, Change, Origin, Part, WorkloadAnatomy } from '../anatomy/model.ts';
import { printable } from './measure.ts';
import { valueIn } from './part-index.ts';
import type { Tone, ViewMode } from './scene.ts';

/** Every word that the diagram itself says; names and values come from the parts. */

export const COLUMN_TITLES = {
  pod: 'Pod',
  proxy: 'istio-proxy',
  node: 'Node',
  bootstrap: 'Bootstrap',
  'way-out': 'The way out',
  classic: 'Classic sidecar',
  native: 'Native sidecar',
} as const;

export type ColumnName = keyof typeof COLUMN_TITLES;

export const VIEW_TITLES: Readonly<Record<ViewMode, string>> = {
  original: 'before injection',
  injected: 'injected',
  difference: 'difference',
};

/**
 * What a picture of the time before, or of what changed since, has to say of itself where no input from then was read:
 * the file held the sidecar already, and the marks that the injector leaves tell which part is whose.
 */
export function withoutOriginal(anatomy: WorkloadAnatomy, view: ViewMode): readonly string[] {
  if (view === 'injected' || !anatomy.injected) return [];
  return anatomy.parts.some(({ original }) => original !== undefined)
    ? []
    : ['no file from before injection: told by the injector’s own marks'];
}

/** What the lab's bootstrap is, in one word. */
export const SIMPLIFIED = 'simplified';

/**
 * Whose bootstrap the picture shows, the longest form first. All three are written here, none by pilot-agent; what
 * leaves out what a real one holds says so at every width.
 */
export const VARIANT_TITLES: Readonly<Record<BootstrapVariant, readonly string[]>> = {
  lab: ['lab, simplified', SIMPLIFIED],
  sidecar: ['as pilot-agent writes it', 'like pilot-agent’s'],
  typo: ['lab, simplified, with a typo', 'simplified, typo', SIMPLIFIED],
};

/** The word that goes with each tone, so that no meaning hangs on the colour alone. */
export const TONE_WORDS: Readonly<Record<Tone, string>> = {
  user: 'yours',
  injected: 'injected',
  changed: 'changed',
  removed: 'removed',
  start: 'known at start',
  agent: 'by pilot-agent',
  mesh: 'mesh default',
  lab: 'by the lab',
  'control-plane': 'control plane',
  neutral: '',
  good: 'works',
  waiting: 'waits',
  bad: 'refused',
};

/** The word of a tone in a view: in the difference what the injector gave is what was added. */
export const toneWord = (tone: Tone, view: ViewMode): string =>
  view === 'difference' && tone === 'injected' ? 'added' : TONE_WORDS[tone];

const TONE_OF_ORIGIN: Readonly<Record<Origin, Tone>> = {
  user: 'user',
  injected: 'injected',
  // What the injector altered is still the user's; the difference is where it stands out.
  changed: 'user',
  start: 'start',
  agent: 'agent',
  mesh: 'mesh',
  lab: 'lab',
  'control-plane': 'control-plane',
};

const TONE_OF_CHANGE: Readonly<Record<Change, Tone>> = {
  kept: 'user',
  added: 'injected',
  changed: 'changed',
  removed: 'removed',
};

export const MARKS: Readonly<Record<Change, string>> = {
  kept: '',
  added: '+',
  changed: '~',
  removed: '−',
};

/** Whether a part is no piece of the manifest, so that the two texts cannot differ in it. */
export const outsideInput = (part: Part): boolean =>
  part.id.startsWith('node/') ||
  part.id.startsWith('bootstrap') ||
  part.origin === 'control-plane' ||
  part.kind === 'agent-socket';

const quiet = (part: Part): Tone => (part.origin === 'control-plane' ? 'control-plane' : 'neutral');

/** The colour role of a part: who wrote it, or in the difference what became of it. */
export function toneOf(part: Part, view: ViewMode): Tone {
  if (view === 'difference') return outsideInput(part) ? quiet(part) : TONE_OF_CHANGE[part.change];
  if (view === 'original') return 'user';
  return TONE_OF_ORIGIN[part.origin];
}

const KIND_WORDS: Readonly<Partial<Record<Part['kind'], string>>> = {
  'init-container': 'init container',
  'env-from': 'env from',
  'security-context': 'security context',
  'node-id': 'node id',
  'node-id-field': 'node id field',
  'node-cluster': 'node cluster',
  'node-metadata': 'node metadata',
  'static-cluster': 'static cluster',
  'static-listener': 'static listener',
  'agent-socket': 'socket of pilot-agent',
  'xds-target': 'discovery',
  'ca-target': 'certificate authority',
  ads: 'ADS',
};

/** The kind of a part as people call it. */
export const kindWord = (kind: Part['kind']): string => KIND_WORDS[kind] ?? kind;

/** What is said of a part beside its value, which is true of what injection made of it: before, only of what it kept. */
function detailIn({ kind, change, detail = '' }: Part, view: ViewMode): string {
  const kept = change !== 'changed' && kind !== 'container' && kind !== 'init-container';
  return view === 'original' && !kept ? '' : detail;
}

/** What a screen reader says of a part: kind, name, value, who wrote it, what became of it. */
export function spoken(part: Part, view: ViewMode): string {
  const shown = valueIn(part, view);
  const value = shown === null || shown === part.label ? '' : ` = ${shown.slice(0, 500)}`;
  const word = toneWord(toneOf(part, view), view);
  const detail = detailIn(part, view) === '' ? '' : `, ${detailIn(part, view).slice(0, 300)}`;
  return printable(`${kindWord(part.kind)} ${part.label}${value}${detail}${word === '' ? '' : `, ${word}`}`);
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
