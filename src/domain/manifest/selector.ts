import { asList, asText, field, textAt, textEntries } from '../anatomy/fields.ts';
import type { YamlValue } from '../yaml/document.ts';

/** One of the things that a label selector asks for; an object is selected that has them all. */
export interface Requirement {
  /** As `kubectl get -l` writes it: `istio.io/rev in (default)`, `!istio-injection`. */
  readonly text: string;
  /** `with istio.io/rev=default`, `without a label istio-injection`; null for an operator that is not known. */
  readonly words: string | null;
}

/**
 * What a label selector asks for, in its order (k8s.io/apimachinery/pkg/apis/meta/v1, FormatLabelSelector); null where there is
 * none, empty where everything is selected. An operator that is not known is written out as it stands.
 */
export function requirementsOf(selector: YamlValue | undefined): readonly Requirement[] | null {
  if (selector === undefined || selector === null) return null;
  const labels = textEntries(field(selector, 'matchLabels')).map(([key, value]) => {
    const text = `${key}=${value}`;
    return { text, words: `with ${text}` };
  });
  return [...labels, ...asList(field(selector, 'matchExpressions')).map(expression)];
}

function expression(of: YamlValue): Requirement {
  const key = textAt(of, 'key') ?? '';
  const operator = textAt(of, 'operator') ?? '';
  const values = asList(field(of, 'values')).flatMap((value) => asText(value) ?? []);
  const list = values.join(',');
  const pairs = values.map((value) => `${key}=${value}`).join(' or ');
  switch (operator) {
    case 'In':
      return { text: `${key} in (${list})`, words: pairs === '' ? null : `with ${pairs}` };
    case 'NotIn':
      // An object without the label is selected, too.
      return { text: `${key} notin (${list})`, words: pairs === '' ? null : `without ${pairs}` };
    case 'Exists':
      return { text: key, words: `with a label ${key}` };
    case 'DoesNotExist':
      return { text: `!${key}`, words: `without a label ${key}` };
    default:
      return { text: `${key} ${operator} (${list})`, words: null };
  }
}

/** The same in one line; null where there is no selector. */
export function selectorText(requirements: readonly Requirement[] | null): string | null {
  return requirements === null ? null : requirements.map(({ text }) => text).join(',');
}
