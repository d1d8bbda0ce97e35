import { type FailureError, inputFailure } from '../contract/failure.ts';
import type { Note } from '../contract/types.ts';
import type { AnatomyInput } from '../domain/anatomy/anatomy.ts';
import { mistakenFor } from '../domain/inject/mistaken.ts';
import type { YamlValue } from '../domain/yaml/document.ts';
import { readYaml } from '../domain/yaml/document.ts';

/** Why there is nothing to take apart in the file that was named, and what to do with a file of that kind. */
export function noWorkload(input: AnatomyInput, notes: readonly Note[]): FailureError {
  const { name, text } = input.original ?? input.injected;
  const failure = (what: string, hint: string): FailureError =>
    inputFailure('no-workload', `${name} holds no workload${what}.`, hint);
  const mistaken = mistakenFor(name, valuesOf(name, text));
  if (mistaken !== null) return failure(`: it looks like ${mistaken.what}`, mistaken.todo);
  const note = notes.find(({ severity, code }) => severity !== 'info' && code !== 'no-workload');
  return failure(
    '',
    note === undefined
      ? 'Name a file with a Deployment, Pod …'
      : `${note.message} Name a file with a Deployment, Pod …`,
  );
}

function valuesOf(name: string, text: string): readonly YamlValue[] {
  return readYaml(name, text).documents.map(({ value }) => value);
}
