import type { Change, Origin, Severity } from '../../../domain/anatomy/model.ts';
import type { ChainStep } from './chain-steps.ts';

export const inspectorText = {
  region: 'Inspector',
  panels: 'Inspector panels',
  part: 'Inspect',
  notes: (count: number) => (count === 0 ? 'Notes' : `Notes (${count})`),
  bootstrap: 'Edit & validate',
  bootstrapBrief: 'Edit',
  checks: 'Checks',
  nothing: 'Nothing selected',
  nothingHelp: 'Click a part of the picture, or move to one with the arrow keys and press Enter.',
  value: 'Value',
  before: 'Before injection',
  undrawn: 'No scene draws this part; here is all that is known of it.',
  noValue: 'no value',
  from: 'Where it comes from',
  links: 'Linked with',
  noSource: 'No text holds this',
  source: 'Source',
  tall: 'Enlarge the source',
  short: 'Shrink the source',
  close: 'Close the inspector',
  wide: 'Widen the inspector',
  narrow: 'Narrow the inspector',
  loading: 'Loading …',
  noText: 'There is no text to show yet.',
  notEdit: 'The generated text, as in the picture. Yours is under Edit & validate.',
  difference: 'Original and injected',
  aligned: 'This workload alone; your keys in istioctl’s order, so that only changes are coloured.',
  notAligned: 'Compared as written: order and quotes differ too.',
  compare: 'Compare',
  sameText: 'Open a workload to see its difference.',
  noNotes: 'Nothing to point out about this input.',
  copyYaml: (place: string) => `Copy the YAML at ${place}`,
  save: (name: string) => `Save ${name} as it is shown`,
  saveShort: 'Save',
  readAsItIs: 'Read the file as it is, with the sidecar it holds',
  notHeld: (label: string, absent: boolean, marked: boolean) =>
    `${absent ? 'This bootstrap does not hold' : 'No text here holds'} ${label}${marked ? '; the marked lines are where it comes from' : ''}.`,
  shownFrom: { checks: 'The finding', notes: 'The note' },
  backTo: { checks: 'Back to the findings', notes: 'Back to the notes' },
  showSource: (place: string) => `Show ${place}`,
} as const;

export const originWords: Readonly<Record<Origin, string>> = {
  user: 'yours: in your own file, untouched',
  injected: 'injected: added by the injector’s template',
  changed: 'changed: yours, altered by the injector',
  start: 'filled in at start by the kubelet',
  agent: 'written by pilot-agent when it builds the bootstrap',
  mesh: 'a default of the mesh configuration',
  lab: 'by the lab: written by hand in its bootstrap',
  'control-plane': 'control plane: outside the pod',
};

export const changeWords: Readonly<Record<Change, string>> = {
  kept: 'kept',
  added: 'added',
  changed: 'changed',
  removed: 'removed',
};

export const stationWords: Readonly<Record<ChainStep['station'], string>> = {
  original: 'Your file',
  setting: 'Setting',
  template: 'Injection template',
  program: 'The injector’s program',
  injected: 'Injected',
  bootstrap: 'Bootstrap',
  mesh: 'Mesh configuration',
  'config-dump': 'config_dump, live',
  'no-text': 'No text',
};

export const severityWords: Readonly<Record<Severity, string>> = {
  info: 'Note',
  warning: 'Warning',
  error: 'Error',
};

export const severitySigns: Readonly<Record<Severity, string>> = { info: 'i', warning: '!', error: '✕' };

export const tabWords = {
  original: 'Original',
  injected: 'Injected',
  bootstrap: 'Bootstrap',
  'mesh-config': 'Mesh',
  values: 'Values',
  'inject-config': 'Template',
} as const;
