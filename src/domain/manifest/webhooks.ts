import { asList, asText, field, textAt, textEntries } from '../anatomy/fields.ts';
import type { YamlValue } from '../yaml/document.ts';
import type { Webhook, WebhookConfiguration, WebhookRule } from './model.ts';
import type { ObjectPlace } from './objects.ts';

const KINDS: ReadonlySet<string> = new Set([
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
]);

/** The webhook configurations of a manifest in its order, mutating ones first: so does the API server ask them. */
export function webhookConfigurations(objects: readonly ObjectPlace[]): readonly WebhookConfiguration[] {
  return objects
    .filter(({ kind, group }) => KINDS.has(kind) && group === 'admissionregistration.k8s.io')
    .map((object) => ({
      object: object.index,
      mutating: object.kind.startsWith('Mutating'),
      name: object.name,
      webhooks: asList(field(object.value, 'webhooks')).map((webhook, index) =>
        webhookOf(object, webhook, index),
      ),
    }))
    .sort((a, b) => Number(b.mutating) - Number(a.mutating) || a.object - b.object);
}

function webhookOf({ document, path }: ObjectPlace, webhook: YamlValue, index: number): Webhook {
  const bundle = textAt(webhook, 'clientConfig', 'caBundle');
  return {
    name: textAt(webhook, 'name') ?? '',
    failurePolicy: textAt(webhook, 'failurePolicy'),
    namespaceSelector: selectorText(field(webhook, 'namespaceSelector')),
    objectSelector: selectorText(field(webhook, 'objectSelector')),
    rules: asList(field(webhook, 'rules')).map(ruleOf),
    target: targetOf(field(webhook, 'clientConfig')),
    reinvocationPolicy: textAt(webhook, 'reinvocationPolicy'),
    sideEffects: textAt(webhook, 'sideEffects'),
    timeoutSeconds: textAt(webhook, 'timeoutSeconds'),
    caBundle: bundle !== null && bundle !== '',
    source: document.range([...path, 'webhooks', index]),
  };
}

function ruleOf(rule: YamlValue): WebhookRule {
  const texts = (key: string) => asList(field(rule, key)).flatMap((value) => asText(value) ?? []);
  return {
    operations: texts('operations'),
    apiGroups: texts('apiGroups'),
    apiVersions: texts('apiVersions'),
    resources: texts('resources'),
    scope: textAt(rule, 'scope'),
  };
}

function targetOf(config: YamlValue | undefined): string | null {
  const url = textAt(config, 'url');
  if (url !== null) return url;
  const name = textAt(config, 'service', 'name');
  if (name === null) return null;
  const namespace = textAt(config, 'service', 'namespace');
  const port = textAt(config, 'service', 'port');
  const host = namespace === null ? name : `${name}.${namespace}`;
  return `${host}${port === null ? '' : `:${port}`}${textAt(config, 'service', 'path') ?? ''}`;
}

/**
 * A label selector in the words of `kubectl get -l` (k8s.io/apimachinery/pkg/apis/meta/v1, FormatLabelSelector); null
 * where there is none. An operator that is not known is written out as it stands.
 */
export function selectorText(selector: YamlValue | undefined): string | null {
  if (selector === undefined || selector === null) return null;
  const labels = textEntries(field(selector, 'matchLabels')).map(([key, value]) => `${key}=${value}`);
  const expressions = asList(field(selector, 'matchExpressions')).map(expressionText);
  return [...labels, ...expressions].join(',');
}

function expressionText(expression: YamlValue): string {
  const key = textAt(expression, 'key') ?? '';
  const operator = textAt(expression, 'operator') ?? '';
  const values = asList(field(expression, 'values'))
    .flatMap((value) => asText(value) ?? [])
    .join(',');
  switch (operator) {
    case 'In':
      return `${key} in (${values})`;
    case 'NotIn':
      return `${key} notin (${values})`;
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      return `${key} ${operator} (${values})`;
  }
}
