import type { LabName } from '../../../domain/lab/model.ts';
import type { StepStanding } from './standing.ts';

export const labWords: Readonly<Record<LabName, string>> = { bootstrap: 'Bootstrap', install: 'Install' };

export const labText = {
  region: 'Lab',
  labs: 'Which lab',
  about: {
    bootstrap: 'From an injected pod to a bootstrap, and the two ways in which a sidecar does not come up.',
    install: 'What an installation brings into a cluster, and what a sidecar adds to a pod.',
  },
  folder: 'Folder of the lab',
  folderHelp: 'Yours from a terminal, or a new one: it is made when the first file is.',
  check: 'Check',
  checkHelp: 'Grades what is in the folder; writes nothing into it',
  all: 'Do all steps',
  allAgain: 'Do all again',
  rest: (count: number) => (count === 1 ? 'Do the last step' : `Do the other ${count} steps`),
  done: (right: number, all: number) => `${right} of ${all} right`,
  one: 'Do this step',
  again: 'Do it again',
  replace: 'Replace what is there',
  stays: 'Nothing was changed in it: choose another folder, remove the file, or have it replaced.',
  cancel: 'Cancel',
  doing: (step: number | null) => (step === null ? 'Working …' : `Step ${step} …`),
  look: 'Look at',
  moreParts: (count: number) => `and ${count} more on the stage`,
  noLook: 'Nothing of it is on the stage.',
  manifestRoom: 'The manifest, in its own room',
  watch: 'Run it on the stage',
  watchHelp: 'A real Envoy with this bootstrap, followed on the ladder below',
  stop: 'Stop Envoy',
  byHand: 'By hand',
  byHandHelp: {
    bootstrap: (file: string) => `In a terminal, in the folder, with ${file} in it; with yq 4, jq and curl.`,
    install: (file: string) =>
      `In a terminal, in the folder, with ${file} in it; with yq 4 and jq, and kubectl where a cluster is asked.`,
  },
  copyAll: 'Copy the commands',
  files: 'Files',
  noFile: 'No file: this step is done in a cluster.',
  open: (path: string) => `Show ${path}`,
  close: 'Close',
  wrong: 'What is wrong',
  unjudged: 'Why it cannot be judged',
  form: (path: string) => `What ${path} has to hold`,
  graded: (workload: string) => `Graded: ${workload}`,
  other: (workload: string, shown: string) => `The folder is about ${workload}; on the stage is ${shown}.`,
  withPort: (port: number) => `Use port ${port}`,
  undone: (steps: readonly number[]) =>
    `${steps.length === 1 ? `Step ${steps[0]} was right and no longer fits` : `Steps ${steps.join(', ')} were right and no longer fit`} what was replaced.`,
  redo: 'Do them again',
  notes: 'Worth knowing',
  options: 'Options',
  optionsHelp: {
    bootstrap: 'Workload, injection files and native sidecars are those of the picture on the stage.',
    install: 'Workload and native sidecars are those of the picture on the stage.',
  },
  adminPort: 'Admin port',
  ip: 'Pod address',
  pod: 'Pod name',
  podNamespace: 'Namespace of the pod',
  option: {
    namespace: 'Namespace with the label (mesh-lab)',
    control: 'Namespace without (legacy)',
    profile: 'Profile (none: default)',
    sets: '--set KEY=VALUE …',
    manifest: 'Manifest file (none: generated)',
  },
  needsTools: 'istioctl and Envoy are not here yet; the foot of the window tells how far they are.',
  needsOpened: 'Wait until the file that was opened is on the stage.',
  needsWorkload: 'Open a workload with a sidecar first.',
  needsOriginal: 'This input already held its sidecar: open the workload as it was before.',
  place: (file: string, line: number | null) => (line === null ? file : `${file}:${line}`),
} as const;

export const standingWords: Readonly<Record<StepStanding, string>> = {
  doing: 'being done',
  unknown: 'not looked at',
  missing: 'not done',
  app: 'done by the app',
  hand: 'done by hand, right',
  wrong: 'done by hand, wrong',
  'wrong-app': 'no longer right',
  files: 'right, by its files',
  unproved: 'cannot be judged',
};

/** A second sign beside the colour. */
export const standingSigns: Readonly<Record<StepStanding, string>> = {
  doing: '…',
  unknown: '?',
  missing: '',
  app: '✓',
  hand: '✓',
  wrong: '✕',
  'wrong-app': '✕',
  files: '✓',
  unproved: '◔',
};
