import { type FailureError, inputFailure } from '../contract/failure.ts';
import { classifyInjectionFile, type InjectionFileKind } from '../domain/inject/injection-files.ts';
import { isBootstrap } from './run-file.ts';
import type { CliStudy } from './study.ts';

/** The option behind which a file for the injector belongs. */
const OPTIONS: Readonly<Partial<Record<InjectionFileKind, string>>> = {
  'inject-config': '--config',
  'mesh-config': '--mesh',
  values: '--values',
  'injector-configmap': '--config',
  'mesh-configmap': '--mesh',
  'install-manifest': '--manifest',
};

/** Why there is nothing to take apart in the file that was named, and what to do with a file of that kind. */
export function noWorkload({ input, notes }: CliStudy): FailureError {
  const { name, text } = input.original ?? input.injected;
  const failure = (what: string, hint: string): FailureError =>
    inputFailure('no-workload', `${name} holds no workload${what}.`, hint);
  if (isBootstrap(name, text))
    return failure(
      ': it looks like an Envoy bootstrap',
      `Run it as it is: sidecar-anatomy run ${name}. To have one written, name a file with a Deployment, Pod …`,
    );
  const { kind, sentence } = classifyInjectionFile(name, text);
  const option = OPTIONS[kind];
  if (option !== undefined)
    return failure(
      `: it is ${sentence.split(';')[0]}`,
      `It belongs behind ${option}; name a file with a Deployment, Pod … as well.`,
    );
  const note = notes.find(({ severity, code }) => severity !== 'info' && code !== 'no-workload');
  return failure(
    '',
    note === undefined
      ? 'Name a file with a Deployment, Pod …'
      : `${note.message} Name a file with a Deployment, Pod …`,
  );
}
