import { InputFault } from '../fault.ts';
import { explainAnnotation, explainUnknownTemplate } from './explain-annotation.ts';
import { explainField } from './explain-field.ts';
import { explainBrokenOutput, explainTemplate, explainUnusableFile } from './explain-files.ts';
import { explainYaml } from './explain-yaml.ts';
import type { Explainer, InjectFailure } from './explainer.ts';

const EXPLAINERS: readonly Explainer[] = [
  explainTemplate,
  explainUnknownTemplate,
  explainAnnotation,
  explainUnusableFile,
  explainBrokenOutput,
  explainField,
  explainYaml,
];

const MAX_EVIDENCE = 2000;

/**
 * Turns what istioctl printed into a fault that names the file, the line and what to do. What is not known is shown
 * in istioctl's own words, one line of them; a Go stack trace never is.
 */
export function explainInjectFailure(failure: InjectFailure): InputFault {
  const message = errorMessage(failure.stderr);
  if (/^panic: |^goroutine \d+ \[/m.test(failure.stderr)) return crashed(failure);
  for (const explain of EXPLAINERS) {
    const fault = explain(message, failure);
    if (fault !== null) return withEvidence(fault, failure.stderr);
  }
  const said = message.split('\n')[0]?.slice(0, 300) ?? '';
  const ended =
    failure.exitCode === null ? 'was ended by a signal' : `ended with exit code ${failure.exitCode}`;
  const fault = new InputFault(
    'inject-failed',
    said === ''
      ? `istioctl ${ended} and said nothing.`
      : `istioctl could not inject ${failure.input.name}: ${said}`,
    'Check the input and the injection files; the command can be copied and run by hand.',
  );
  return withEvidence(fault, failure.stderr);
}

/** The text behind `Error: `, without log lines in front of it. */
function errorMessage(stderr: string): string {
  const start = /^Error: /m.exec(stderr);
  return (start === null ? stderr : stderr.slice(start.index + 'Error: '.length)).trim();
}

function crashed(failure: InjectFailure): InputFault {
  return new InputFault(
    'istioctl-crashed',
    `istioctl itself crashed while it injected ${failure.input.name}.`,
    `Most often one of the files for the injector (${failure.injectConfig.name}, ${failure.meshConfig.name}, ${failure.values.name}) is from another Istio release; take all three from the release of this istioctl, or leave them out.`,
  );
}

function withEvidence(fault: InputFault, stderr: string): InputFault {
  const evidence = stderr.trim().slice(0, MAX_EVIDENCE);
  return new InputFault(fault.code, fault.message, fault.hint, fault.source, evidence);
}
