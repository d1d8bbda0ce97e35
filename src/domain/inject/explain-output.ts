import type { SourceRange } from '../anatomy/model.ts';
import { InputFault } from '../fault.ts';
import type { SourceFile } from '../yaml/document.ts';
import type { Explainer, InjectFailure } from './explainer.ts';
import { annotations, at, everyPlace, tryReadYaml } from './places.ts';

/** The template ran, but what it printed is no pod: a value tore it apart. */
export const explainBrokenOutput: Explainer = (message, failure) => {
  if (/failed applying injection overlay: unmarshal patched pod/.test(message))
    return explainMissingValue(message, failure);
  if (!/strategic merge: invalid JSON document/.test(message)) return null;
  const inWorkload = quotesInProxyMetadata(failure) ?? quotesInWorkload(failure);
  if (inWorkload !== null) return inWorkload;
  const values = tryReadYaml(failure.values);
  const place = values && [...everyPlace(values)].find(({ value }) => tears(value));
  if (place) {
    const source = place.document.range(place.path);
    return new InputFault(
      'values-escape',
      `${at(source)}${tearing(place.value)} in the value ${place.path.join('.')} breaks the text that the template makes of it.`,
      'Remove it: in values a comma needs no backslash (only on the command line of helm does it).',
      source,
    );
  }
  return new InputFault(
    'template-output',
    `What the template in ${failure.injectConfig.name} prints for ${failure.input.name} is no YAML.`,
    'A value with a quote, a backslash or a line break may have torn it apart: look at the values, the mesh configuration and the annotations.',
  );
};

/** Whether a value tears a text apart that holds it between double quotes as it is. */
function tears(value: unknown): boolean {
  return typeof value === 'string' && /["\\\n]/.test(value);
}

function tearing(value: unknown): string {
  return String(value).includes('\\') ? 'a backslash' : 'a quote or line break';
}

/**
 * What Istio's templates write between double quotes as it is (found by a run of kube-inject for each): the workload's
 * name, its containers' names and two annotations.
 */
const BETWEEN_QUOTES =
  /^(?:items\.\d+\.)*metadata\.name$|\.containers\.\d+\.name$|\.annotations\.sidecar\.istio\.io\/(?:agentLogLevel|proxyImageType)$/;

function quotesInWorkload({ input, injectConfig }: InjectFailure): InputFault | null {
  const place = [...everyPlace(input)].find(
    ({ path, value }) => tears(value) && BETWEEN_QUOTES.test(path.join('.')),
  );
  if (place === undefined) return null;
  const source = place.document.range(place.path);
  const what = place.path.filter((step) => step !== 'items' && typeof step === 'string').join('.');
  return new InputFault(
    'workload-escape',
    `${at(source)}${tearing(place.value)} in ${what} breaks the template in ${injectConfig.name}, which puts it between double quotes as it is.`,
    what.endsWith('name')
      ? 'Kubernetes takes only lower-case letters, digits, - and . in a name.'
      : 'Remove it.',
    source,
  );
}

function explainMissingValue(message: string, failure: InjectFailure): InputFault {
  const field = /Go struct field \w+\.(\S+) of type/.exec(message)?.[1] ?? 'a field of the pod';
  return new InputFault(
    'values-partial',
    `${failure.values.name} is not the full merged values, or does not belong to ${failure.injectConfig.name}: the template had nothing to put into ${field}.`,
    'Give the text under .data.values of the ConfigMap istio-sidecar-injector, from the same installation as the injection configuration.',
  );
}

/** The template writes proxyMetadata between double quotes without escaping it. */
function quotesInProxyMetadata(failure: InjectFailure): InputFault | null {
  for (const { place, text } of annotations(failure.input, 'proxy.istio.io/config')) {
    const inner = tryReadYaml({ name: 'proxy.istio.io/config', text });
    const key = inner && metadataKey(inner);
    if (key === null || key === undefined) continue;
    const source = place.document.range(place.path);
    return proxyMetadataFault(`${at(source)}annotation proxy.istio.io/config: `, key, source);
  }
  const mesh = tryReadYaml(failure.meshConfig);
  const place =
    mesh && [...everyPlace(mesh)].find((one) => one.path.at(-2) === 'proxyMetadata' && tears(one.value));
  if (!place) return null;
  const source = place.document.range(place.path);
  return proxyMetadataFault(at(source), String(place.path.at(-1)), source);
}

function metadataKey(file: SourceFile): string | null {
  const place = [...everyPlace(file)].find((one) => one.path.at(-2) === 'proxyMetadata' && tears(one.value));
  return place === undefined ? null : String(place.path.at(-1));
}

function proxyMetadataFault(where: string, key: string, source: SourceRange | null): InputFault {
  return new InputFault(
    'proxy-metadata-quotes',
    `${where}quotes or a backslash in the value of proxyMetadata.${key} break the template, which puts it between double quotes as it is.`,
    `Give ${key} a value without double quotes and backslashes, or set it as an env variable of a container named istio-proxy in the workload.`,
    source,
  );
}
