import type { SourceRange } from '../anatomy/model.ts';
import { InputFault } from '../fault.ts';
import type { SourceFile } from '../yaml/document.ts';
import type { Explainer, InjectFailure } from './explainer.ts';
import { meshFaults } from './mesh-check.ts';
import { annotations, at, everyPlace, tryReadYaml } from './places.ts';

const SAME_RELEASE =
  'Take the injection configuration of the Istio release that istioctl is from, or leave the three files out.';

/** The template asks istioctl for something it does not have, or is no template. */
export const explainTemplate: Explainer = (message, failure) => {
  const { name } = failure.injectConfig;
  const field = /can't evaluate field (\S+) in type/.exec(message)?.[1];
  const unknown = /function "([^"]+)" not defined/.exec(message)?.[1];
  const asked = field === undefined ? unknown : `.${field}`;
  if (asked !== undefined)
    return new InputFault(
      'template-version',
      `The template in ${name} uses ${field === undefined ? 'the function' : 'the field'} ${asked}, which this istioctl does not have: template and istioctl are of different Istio versions.`,
      SAME_RELEASE,
      firstOccurrence(failure.injectConfig, asked),
    );
  const broken = /template: inject:(\d+)(?::\d+)?: ([^\n]*)/.exec(message);
  if (broken === null) return null;
  const said = (broken[2] ?? '').replace(/^executing "[^"]*" at /, '');
  return new InputFault(
    'template-broken',
    `A template in ${name} is not one that can be run: line ${broken[1]} of the template: ${said}.`,
    SAME_RELEASE,
  );
};

function firstOccurrence(file: { name: string; text: string }, needle: string): SourceRange | null {
  const lines = file.text.split(/\r\n|\r|\n/);
  const line = lines.findIndex((one) => one.includes(needle));
  if (line === -1) return null;
  const column = (lines[line]?.indexOf(needle) ?? 0) + 1;
  return { file: file.name, line: line + 1, column, endLine: line + 1, endColumn: column + needle.length };
}

/** A file that istioctl could not read at all. */
export const explainUnusableFile: Explainer = (message, failure) => {
  const values = /could not parse configuration values: ([^\n]*)/.exec(message)?.[1];
  if (values !== undefined)
    return new InputFault(
      'values-unreadable',
      `istioctl cannot read the values ${failure.values.name}: ${values}.`,
      'Give the text under .data.values of the ConfigMap istio-sidecar-injector.',
    );
  const mesh = /failed to convert to proto\.? ([^\n]*)/.exec(message)?.[1];
  if (mesh !== undefined) return explainMesh(failure, mesh);
  if (/could not (?:find|read) valid configmap|connection refused|no such host/.test(message))
    return new InputFault(
      'cluster-needed',
      'istioctl asked a cluster for an injection file instead of using the given ones.',
      'Give all three: injection configuration, mesh configuration, values.',
    );
  return null;
};

function explainMesh(failure: InjectFailure, said: string): InputFault {
  const [document] = tryReadYaml(failure.meshConfig)?.documents ?? [];
  const wrong = document && meshFaults(document.value).find((fault) => fault.kind === 'wrong-type');
  const source = document && wrong ? document.range(wrong.path) : null;
  const what =
    wrong?.kind === 'wrong-type' ? `the key ${wrong.path.join('.')} must be ${wrong.expected}` : said;
  return new InputFault(
    'mesh-config-invalid',
    `${at(source)}istioctl cannot use the mesh configuration ${failure.meshConfig.name}: ${what}.`,
    'Correct the mesh configuration.',
    source,
  );
}

/** The template ran, but what it printed is no pod: a value tore it apart. */
export const explainBrokenOutput: Explainer = (message, failure) => {
  if (/failed applying injection overlay: unmarshal patched pod/.test(message))
    return explainMissingValue(message, failure);
  if (!/strategic merge: invalid JSON document/.test(message)) return null;
  const proxyMetadata = quotesInProxyMetadata(failure);
  if (proxyMetadata !== null) return proxyMetadata;
  const values = tryReadYaml(failure.values);
  const place =
    values && [...everyPlace(values)].find(({ value }) => typeof value === 'string' && /["\\\n]/.test(value));
  if (place) {
    const source = place.document.range(place.path);
    const character = String(place.value).includes('\\') ? 'a backslash' : 'a quote or line break';
    return new InputFault(
      'values-escape',
      `${at(source)}${character} in the value ${place.path.join('.')} breaks the text that the template makes of it.`,
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
  const breaks = (value: unknown) => typeof value === 'string' && /["\\\n]/.test(value);
  for (const { place, text } of annotations(failure.input, 'proxy.istio.io/config')) {
    const inner = tryReadYaml({ name: 'proxy.istio.io/config', text });
    const key = inner && metadataKey(inner, breaks);
    if (key === null || key === undefined) continue;
    const source = place.document.range(place.path);
    return proxyMetadataFault(`${at(source)}annotation proxy.istio.io/config: `, key, source);
  }
  const mesh = tryReadYaml(failure.meshConfig);
  const place =
    mesh && [...everyPlace(mesh)].find((one) => one.path.at(-2) === 'proxyMetadata' && breaks(one.value));
  if (!place) return null;
  const source = place.document.range(place.path);
  return proxyMetadataFault(at(source), String(place.path.at(-1)), source);
}

function metadataKey(file: SourceFile, breaks: (value: unknown) => boolean): string | null {
  const place = [...everyPlace(file)].find((one) => one.path.at(-2) === 'proxyMetadata' && breaks(one.value));
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
