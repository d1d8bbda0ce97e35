import { asList, asText, field, textAt } from '../anatomy/fields.ts';
import type { YamlValue } from '../yaml/document.ts';
import type { Webhook, WebhookConfiguration, WebhookRule } from './model.ts';
import type { ObjectPlace } from './objects.ts';
import { requirementsOf, selectorText } from './selector.ts';

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
  const namespaces = requirementsOf(field(webhook, 'namespaceSelector'));
  const objects = requirementsOf(field(webhook, 'objectSelector'));
  return {
    name: textAt(webhook, 'name') ?? '',
    failurePolicy: textAt(webhook, 'failurePolicy'),
    namespaceSelector: selectorText(namespaces),
    objectSelector: selectorText(objects),
    namespaces: namespaces ?? [],
    objects: objects ?? [],
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
