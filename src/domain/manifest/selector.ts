import type { YamlPath } from '../anatomy/fields.ts';
import type { FieldReader } from './field-reader.ts';

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;
export type Operator = (typeof OPERATORS)[number];

/** One of the things that a label selector asks for; an object is selected that has them all. */
export interface Requirement {
  /** As `kubectl get -l` writes it: `istio.io/rev in (default)`, `!istio-injection`. */
  readonly text: string;
  /** `with istio.io/rev=default`, `without a label istio-injection`; null for one that Kubernetes would not take. */
  readonly words: string | null;
  readonly key: string;
  /** null: none of the four that Kubernetes knows, or one without the values that it needs. */
  readonly operator: Operator | null;
  readonly values: readonly string[];
}

/**
 * What a label selector asks for, in its order (k8s.io/apimachinery/pkg/apis/meta/v1, FormatLabelSelector); null where there is
 * none, empty where everything is selected. An operator that is not known is written out as it stands.
 */
export function requirementsOf(fields: FieldReader, ...path: YamlPath): readonly Requirement[] | null {
  if (!fields.has(...path)) return null;
  const labels = fields.pairs(...path, 'matchLabels').map(([key, value]) => {
    const text = `${key}=${value}`;
    return { text, words: `with ${text}`, key, operator: 'In' as const, values: [value] };
  });
  const expressions = fields.items(...path, 'matchExpressions').flatMap((item) => {
    if (!fields.has(...item)) return [];
    return [
      expression(
        fields.text(...item, 'key') ?? '',
        fields.text(...item, 'operator') ?? '',
        fields.texts(...item, 'values'),
      ),
    ];
  });
  return [...labels, ...expressions];
}

function expression(key: string, written: string, values: readonly string[]): Requirement {
  const list = values.join(',');
  const pairs = values.map((value) => `${key}=${value}`).join(' or ');
  const known = OPERATORS.find((operator) => operator === written) ?? null;
  const lacking = (known === 'In' || known === 'NotIn') && values.length === 0;
  const rest = { key, values, operator: lacking ? null : known };
  switch (known) {
    case 'In':
      return { text: `${key} in (${list})`, words: lacking ? null : `with ${pairs}`, ...rest };
    case 'NotIn':
      // An object without the label is selected, too.
      return { text: `${key} notin (${list})`, words: lacking ? null : `without ${pairs}`, ...rest };
    case 'Exists':
      return { text: key, words: `with a label ${key}`, ...rest };
    case 'DoesNotExist':
      return { text: `!${key}`, words: `without a label ${key}`, ...rest };
    case null:
      return { text: `${key} ${written} (${list})`, words: null, ...rest };
  }
}

/** The same in one line; null where there is no selector. */
export function selectorText(requirements: readonly Requirement[] | null): string | null {
  return requirements === null ? null : requirements.map(({ text }) => text).join(',');
}
