import type { InjectedPod } from './injected-pod.ts';
import { interceptionSentence } from './interception.ts';
import type { InstallNames } from './model.ts';
import { namesLine } from './namespaces.ts';

/** How every text that was made without a cluster says so; a grader that has one finds it by this. */
export const NOT_ASKED = 'no cluster was asked';

/** The same at the beginning of a sentence. `why`: a clause, without a full stop. */
export function notAsked(why: string): string {
  return `No${NOT_ASKED.slice(2)} (${why})`;
}

/** A program's own output as the content of a file: as it is, but for the line end that it may lack. */
export function wholeLines(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** out/version.txt: what was printed, and where only the client was asked, a line on why. `why`: a clause, without a full stop. */
export function writeVersion(output: string, why: string | null): string {
  if (why === null) return output;
  return `${output}This is istioctl itself (--remote=false), without the version in a cluster: ${why}.\n`;
}

/**
 * out/injection-note.txt. `state`: sentences on what of the namespaces is so in a cluster or was not done there; none where
 * all is as the lab asks.
 */
export function writeInjectionNote(names: InstallNames, state: readonly string[]): string {
  return [
    namesLine(names),
    'The label changes nothing for pods that exist already: they stay as they are.',
    `The webhook puts the sidecar in when a pod is created, so only a rollout that recreates them brings it (of Deployments: kubectl rollout restart deployment -n ${names.namespace}).`,
    ...state,
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** out/analyze-note.txt: the two lines that the lab asks for. */
export function writeAnalyzeNote(): string {
  return [
    'istioctl analyze checks configuration statically: files before they are applied, or what a cluster holds after it was applied.',
    'It sends no traffic and looks at none: that it found nothing is no proof that requests get through.',
    '',
  ].join('\n');
}

/**
 * What out/analyze.txt begins with where files were analyzed and no cluster. `why`: behind `istioctl analyze -n mesh-lab`, without a
 * full stop; `command`: what was run.
 */
export function analyzeHead({ namespace }: InstallNames, why: string, command: string): string {
  return `istioctl analyze -n ${namespace} ${why}.\nIn its place: ${command}\n`;
}

/** What a program printed, and one line where that is nothing: the lab's files are never empty. */
export function writeOutput(command: string, output: string, exitCode: number | null): string {
  if (output.trim() !== '') return wholeLines(output);
  return `${command} printed nothing and ended with exit code ${exitCode ?? 'none'}.\n`;
}

/** out/validate.txt: what istioctl validate printed, and one line where that is nothing. */
export function writeValidation(output: string, exitCode: number | null): string {
  const said = writeOutput('istioctl validate', output, exitCode);
  return output.trim() === '' && exitCode === 0 ? said.replace(/\.\n$/, ': injected.yaml is valid.\n') : said;
}

/** out/sidecar.json: read out of the injected workload, nothing else. */
export function writeSidecar(pod: InjectedPod): string {
  return jsonFile({
    containers: pod.running,
    init_containers: pod.initContainers,
    container_count: pod.running.length,
    proxy_image: pod.image ?? '',
    interception: interceptionSentence(pod),
  });
}

export interface Readiness {
  readonly istioCrds: number;
  readonly namespaces: readonly string[];
  readonly analyzeErrors: number;
  /** What was not done and why; null where the numbers are a cluster's. */
  readonly note: string | null;
}

/** out/mesh-readiness.json. */
export function writeReadiness({ istioCrds, namespaces, analyzeErrors, note }: Readiness): string {
  return jsonFile({
    istio_crds: istioCrds,
    injection_namespaces: namespaces,
    analyze_errors: analyzeErrors,
    ...(note === null ? {} : { note }),
  });
}

function jsonFile(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
