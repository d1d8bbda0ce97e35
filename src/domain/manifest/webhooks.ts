import { field } from '../anatomy/fields.ts';
import { createFieldReader, type FieldReader } from './field-reader.ts';
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
    .map(configurationOf)
    .sort((a, b) => Number(b.mutating) - Number(a.mutating) || a.object - b.object);
}

function configurationOf(object: ObjectPlace): WebhookConfiguration {
  const fields = createFieldReader(object);
  const items = fields.items('webhooks');
  return {
    object: object.index,
    mutating: object.kind.startsWith('Mutating'),
    name: object.name,
    webhooks: items.map((path) => webhookOf(object, [...object.path, ...path])),
    unread: [...object.unread, ...fields.unread],
  };
}

function webhookOf({ document, value, path: own }: ObjectPlace, path: ObjectPlace['path']): Webhook {
  const item = field(value, ...path.slice(own.length)) ?? null;
  const fields = createFieldReader({ document, path, value: item });
  const bundle = fields.text('clientConfig', 'caBundle');
  const namespaces = requirementsOf(fields, 'namespaceSelector');
  const objects = requirementsOf(fields, 'objectSelector');
  return {
    name: fields.text('name') ?? '',
    failurePolicy: fields.text('failurePolicy'),
    namespaceSelector: selectorText(namespaces),
    objectSelector: selectorText(objects),
    namespaces: namespaces ?? [],
    objects: objects ?? [],
    rules: fields.items('rules').flatMap((rule) => (fields.has(...rule) ? [ruleOf(fields, rule)] : [])),
    target: targetOf(fields),
    reinvocationPolicy: fields.text('reinvocationPolicy'),
    sideEffects: fields.text('sideEffects'),
    timeoutSeconds: fields.number('timeoutSeconds'),
    caBundle: bundle !== null && bundle !== '',
    unread: fields.unread,
    source: document.range(path),
  };
}

function ruleOf(fields: FieldReader, rule: ObjectPlace['path']): WebhookRule {
  const texts = (key: string) => fields.texts(...rule, key);
  return {
    operations: texts('operations'),
    apiGroups: texts('apiGroups'),
    apiVersions: texts('apiVersions'),
    resources: texts('resources'),
    scope: fields.text(...rule, 'scope'),
  };
}

function targetOf(fields: FieldReader): string | null {
  const url = fields.text('clientConfig', 'url');
  if (url !== null) return url;
  const service = (key: string) => fields.text('clientConfig', 'service', key);
  const [name, namespace, path] = [service('name'), service('namespace'), service('path')];
  const port = fields.number('clientConfig', 'service', 'port');
  if (name === null) return null;
  const host = namespace === null ? name : `${name}.${namespace}`;
  return `${host}${port === null ? '' : `:${port}`}${path ?? ''}`;
}
