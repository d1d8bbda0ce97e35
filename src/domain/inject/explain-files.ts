import type { SourceRange } from '../anatomy/model.ts';
import { InputFault } from '../fault.ts';
import type { Explainer, InjectFailure } from './explainer.ts';
import { meshFaults } from './mesh-check.ts';
import { at, tryReadYaml } from './places.ts';

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
