import { InputFault } from '../fault.ts';
import { explainAnnotation, explainUnknownTemplate } from './explain-annotation.ts';
import { explainField } from './explain-field.ts';
import { explainTemplate, explainUnusableFile } from './explain-files.ts';
import { explainBrokenOutput } from './explain-output.ts';
import { explainYaml } from './explain-yaml.ts';
import type { Explainer, InjectFailure } from './explainer.ts';
import { istioctlError } from './istioctl-error.ts';

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
  if (failure.signal !== null) return withEvidence(endedFromOutside(failure, failure.signal), failure.stderr);
  for (const explain of EXPLAINERS) {
    const fault = explain(message, failure);
    if (fault !== null) return withEvidence(fault, failure.stderr);
  }
  const said = istioctlError(failure.stderr).slice(0, 300);
  const fault = new InputFault(
    'inject-failed',
    said === ''
      ? `istioctl ended with exit code ${failure.exitCode ?? 'unknown'} and said nothing.`
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

/** No program of Go ends by a signal because of what it was given: it panics, and says so. */
function endedFromOutside({ input }: InjectFailure, signal: string): InputFault {
  return new InputFault(
    'istioctl-ended',
    `istioctl was ended from outside (${signal}) while it injected ${input.name}.`,
    signal === 'SIGKILL'
      ? 'Try it again. Where the machine runs out of memory, the system ends programs so: then close others, or split the file.'
      : 'Try it again.',
  );
}

function withEvidence(fault: InputFault, stderr: string): InputFault {
  const evidence = stderr.trim().slice(0, MAX_EVIDENCE);
  return new InputFault(fault.code, fault.message, fault.hint, fault.source, evidence);
}
