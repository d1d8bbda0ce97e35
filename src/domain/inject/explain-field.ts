import { InputFault } from '../fault.ts';
import { isYamlMap, type YamlValue } from '../yaml/document.ts';
import type { Explainer, InjectFailure } from './explainer.ts';
import { at, everyPlace, type Place } from './places.ts';

/** Go's names of types, in the words of YAML. */
const EXPECTED: readonly (readonly [RegExp, string])[] = [
  [/^u?int/, 'a whole number'],
  [/^float/, 'a number'],
  [/^bool$/, 'true or false'],
  [/^string$/, 'a text'],
  [/^\[\]/, 'a list'],
  [/^map\[|^v\d|\./, 'a mapping'],
];

/** A value of the input that does not have the type of its Kubernetes field, or a template that is missing. */
export const explainField: Explainer = (message, failure) => {
  if (/spec\.template is required value/.test(message)) return explainMissingTemplate(failure);
  const typed = /cannot unmarshal (\w+) into Go (?:struct field [\w]+\.(\S+)|value) of type (\S+)/.exec(
    message,
  );
  if (typed !== null) {
    const [, given = '', path = '', type = ''] = typed;
    return explainType(failure, given, path === '' ? [] : path.split('.'), type);
  }
  if (/quantities must match the regular expression/.test(message)) return explainQuantity(failure);
  if (/json: unsupported value: (?:[+-]Inf|NaN)/.test(message)) return explainInfinity(failure);
  return null;
};

function explainType(
  failure: InjectFailure,
  given: string,
  path: readonly string[],
  type: string,
): InputFault {
  const expected = EXPECTED.find(([pattern]) => pattern.test(type))?.[1] ?? type;
  const place = [...everyPlace(failure.input)].find(
    (one) => jsonType(one.value) === given && samePath(one.path, path),
  );
  const source = place?.document.range(place.path) ?? null;
  const what = subject(path, place);
  return new InputFault(
    'field-type',
    `${at(source)}${what} must be ${expected}, not ${article(given)}.`,
    'Correct the value; the fields are those of the Kubernetes API.',
    source,
  );
}

/** Go names neither the item of a list nor, above it, the List that a whole object stands in. */
function subject(path: readonly string[], place: Place | undefined): string {
  if (path.length === 0) return (place?.path.length ?? 0) > 0 ? 'an item of the List' : 'a document';
  return typeof place?.path.at(-1) === 'number' ? `an item of ${path.join('.')}` : path.join('.');
}

function article(given: string): string {
  if (given === 'string') return 'a text';
  if (given === 'object') return 'a mapping';
  if (given === 'array') return 'a list';
  return given === 'bool' ? 'true or false' : `a ${given}`;
}

/** Go's JSON reader names a path without the indexes of lists, and of an item of a List without what is above it. */
function samePath(path: Place['path'], wanted: readonly string[]): boolean {
  let keys = path.filter((step) => typeof step === 'string').map(String);
  if (keys[0] === 'items' && wanted[0] !== 'items') keys = keys.slice(1);
  return keys.length === wanted.length && keys.every((key, i) => key === wanted[i]);
}

function jsonType(value: YamlValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value;
}

const QUANTITY = /^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$/;
const QUANTITY_PARENTS = new Set(['limits', 'requests']);

function explainQuantity(failure: InjectFailure): InputFault {
  const place = [...everyPlace(failure.input)].find(
    ({ path, value }) =>
      (QUANTITY_PARENTS.has(String(path.at(-2))) ||
        path.at(-1) === 'sizeLimit' ||
        path.at(-1) === 'divisor') &&
      typeof value === 'string' &&
      !QUANTITY.test(value),
  );
  const source = place?.document.range(place.path) ?? null;
  const what = place ? `“${String(place.value)}” of ${place.path.slice(-2).join('.')}` : 'a resource amount';
  return new InputFault(
    'quantity-invalid',
    `${at(source)}${what} is no amount that Kubernetes knows.`,
    'Write amounts like 100m, 0.5, 128Mi or 2Gi.',
    source,
  );
}

function explainMissingTemplate(failure: InjectFailure): InputFault {
  const places = [...everyPlace(failure.input)];
  const place = places.find(
    ({ value }) => isYamlMap(value) && value.kind === 'ReplicationController' && !hasTemplate(value),
  );
  const other = places.find(
    ({ value }) => isYamlMap(value) && value.kind === 'DeploymentConfig' && !hasTemplate(value),
  );
  const found = place ?? other;
  const metadata = found && isYamlMap(found.value) ? found.value.metadata : null;
  const name = isYamlMap(metadata) && typeof metadata.name === 'string' ? ` ${metadata.name}` : '';
  const kind = found && isYamlMap(found.value) ? String(found.value.kind) : 'A workload';
  const source =
    found?.document.keyRange([...found.path, 'spec']) ?? found?.document.range(found.path) ?? null;
  return new InputFault(
    'template-missing',
    `${at(source)}${kind}${name} has no spec.template, so there is no pod to inject.`,
    'Add spec.template with the pod, or remove the document.',
    source,
  );
}

function hasTemplate(value: YamlValue): boolean {
  return isYamlMap(value) && isYamlMap(value.spec) && isYamlMap(value.spec.template);
}

/** istioctl goes by way of JSON, which has neither infinity nor “not a number”. */
function explainInfinity(failure: InjectFailure): InputFault {
  const place = [...everyPlace(failure.input)].find(
    ({ value }) => typeof value === 'number' && !Number.isFinite(value),
  );
  const source = place?.document.range(place.path) ?? null;
  return new InputFault(
    'number-not-finite',
    `${at(source)}${place ? `the value of ${String(place.path.at(-1))}` : 'a value'} is read as infinity or “not a number”, which Kubernetes does not know.`,
    'Put quotes around it if it is meant as a text.',
    source,
  );
}
