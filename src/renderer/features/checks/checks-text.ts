import type { CheckAnswer, CheckName, FileCoverage, Finding } from '../../../contract/checks.ts';
import { countWords, coverageWords, sawNothing, worst } from '../../../domain/checks/words.ts';

export const checksText = {
  region: 'Static checks of istioctl',
  which: 'Which text is checked',
  original: 'Your file',
  injected: 'Injected',
  run: 'Run analyze and validate',
  running: 'istioctl is running …',
  cancel: 'Cancel',
  noStudy: 'Open a workload to check it.',
  noTool: 'istioctl is not here yet.',
  precheck: 'Run precheck',
  filesOnly: 'This text alone: no cluster was asked.',
  notRun: 'not run on this text yet',
  notAsked: 'not run yet',
  looksAt: 'It looks at',
  passesOver: 'It passes over',
  scope: 'What it looks at, and what it passes over',
  output: 'What istioctl itself printed',
  more: (count: number) => `… and ${count} more, in what istioctl printed`,
  show: (place: string) => `Show ${place}`,
} as const;

export const checkTitles: Readonly<Record<CheckName, string>> = {
  analyze: 'analyze',
  validate: 'validate',
  precheck: 'precheck',
};

/** `exit 79: 3 errors, 1 warning`. */
export function resultWords(answer: CheckAnswer): string {
  const { exitCode, command } = answer;
  const end = exitCode === null ? `signal ${command.signal ?? 'unknown'}` : `exit ${exitCode}`;
  return `${end}: ${countWords(answer)}`;
}

/** `Error IST0101 VirtualService default/reviews` */
export function findingHead({
  severity,
  code,
  resource,
}: Pick<Finding, 'severity' | 'code' | 'resource'>): string {
  return [severity ?? 'Not understood', code, resource].filter((word) => word !== null).join(' ');
}

/** `It looks into 1 of 1 object.` */
export function coverageSentence(coverage: FileCoverage): string {
  const words = coverageWords(coverage);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** How a run is to be seen: an answer that looked into nothing is not clean. */
export function stateOf(answer: CheckAnswer): 'error' | 'warning' | 'clean' {
  switch (worst(answer)) {
    case 'Error':
      return 'error';
    case 'Warning':
      return 'warning';
    case 'Info':
    case null:
      return sawNothing(answer) || answer.findings.some(({ severity }) => severity === null)
        ? 'warning'
        : 'clean';
  }
}
