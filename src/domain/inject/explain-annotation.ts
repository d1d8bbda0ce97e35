import { InputFault } from '../fault.ts';
import type { Explainer } from './explainer.ts';
import { meantBy, meshFaults } from './mesh-check.ts';
import { nearest } from './nearest.ts';
import { annotations, at, insideBlock, tryReadYaml } from './places.ts';

const PROXY_CONFIG = 'proxy.istio.io/config';
const TEMPLATES = 'inject.istio.io/templates';

/** A value that istioctl does not take for an annotation. */
export const explainAnnotation: Explainer = (message, failure) => {
  if (/could not parse proxy config/.test(message)) return explainProxyConfig(message, failure);
  const found = /invalid value '([^']*)' for annotation '([^']+)': ([^\n]*)/.exec(message);
  if (found === null) return null;
  const [, value = '', name = '', why = ''] = found;
  const place = annotations(failure.input, name).find(({ text }) => text === value)?.place;
  const source = place?.document.range(place.path) ?? null;
  return new InputFault(
    'annotation-invalid',
    `${at(source)}istioctl does not take “${value}” for the annotation ${name}: ${why.split(': ')[0]}.`,
    'Correct the annotation, or remove it to get the default.',
    source,
  );
};

const explainProxyConfig: Explainer = (message, failure) => {
  const said = message.replace(/^.*could not parse proxy config: /s, '').split('\n')[0] ?? '';
  for (const { place, text } of annotations(failure.input, PROXY_CONFIG)) {
    const whole = place.document.range(place.path);
    const fault = (problem: string, hint: string, source = whole) =>
      new InputFault(
        'proxy-config-invalid',
        `${at(source)}annotation ${PROXY_CONFIG}: ${problem}`,
        hint,
        source,
      );
    const [document] = tryReadYaml({ name: PROXY_CONFIG, text })?.documents ?? [];
    if (document === undefined) return fault('its text is no YAML.', 'Correct the text of the annotation.');
    const wrong = meshFaults(document.value, 'ProxyConfig').find((one) => one.kind === 'wrong-type');
    if (wrong?.kind !== 'wrong-type') continue;
    const inner = document.entryRange(wrong.path);
    return fault(
      `the key ${wrong.path.join('.')} must be ${wrong.expected}.`,
      `Correct the value of ${wrong.key} in the annotation.`,
      (inner && insideBlock(failure.input, whole, inner)) ?? whole,
    );
  }
  const [first] = annotations(failure.input, PROXY_CONFIG);
  const source = first ? first.place.document.range(first.place.path) : null;
  return new InputFault(
    'proxy-config-invalid',
    `${at(source)}istioctl cannot use the annotation ${PROXY_CONFIG}: ${said}.`,
    'Correct the text of the annotation.',
    source,
  );
};

/** A template that the injection configuration does not have; istioctl lists those it has in random order. */
export const explainUnknownTemplate: Explainer = (message, failure) => {
  const found = /requested template "([^"]*)" not found; have ([^\n]*)/.exec(message);
  if (found === null) return null;
  const [, name = '', list = ''] = found;
  const known = list
    .split(',')
    .map((one) => one.trim())
    .sort();
  const asked = annotations(failure.input, TEMPLATES).find(({ text }) =>
    text.split(',').some((one) => one.trim() === name),
  );
  const source = asked ? asked.place.document.range(asked.place.path) : null;
  const where = asked ? `the annotation ${TEMPLATES} asks for it` : 'istioctl asks for it by itself';
  return new InputFault(
    'template-unknown',
    `${at(source)}${failure.injectConfig.name} has no template “${name}”, and ${where}; it has ${known.join(', ')}.`,
    asked
      ? `Correct the annotation: ${meantBy(nearest(name, known))}.`
      : 'Give an injection configuration that has it.',
    source,
  );
};
