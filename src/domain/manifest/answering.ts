import { shownName, unreadOf } from './field-reader.ts';
import type { Webhook, WebhookConfiguration, WebhookRule } from './model.ts';
import type { Requirement } from './selector.ts';

export type Labels = ReadonlyMap<string, string>;

/** A pod that somebody would create, and the namespace that it would be in. */
export interface PodQuestion {
  readonly namespace: Labels;
  readonly pod: Labels;
}

/** Which webhooks the API server would ask about a new pod, as far as rules and selectors decide it. */
export interface Answering {
  readonly asked: readonly Webhook[];
  /** A selector or rule of theirs could not be read, or is none that Kubernetes takes: nobody can tell. */
  readonly unknown: readonly Webhook[];
}

/**
 * The webhooks of a manifest whose rules name the creation of pods and whose two selectors fit
 * (https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/). Their matchConditions, and what a
 * webhook then does, are not looked at.
 */
export function answering(
  configurations: readonly WebhookConfiguration[],
  { namespace, pod }: PodQuestion,
): Answering {
  const asked: Webhook[] = [];
  const unknown: Webhook[] = [];
  for (const webhook of configurations.flatMap(({ webhooks }) => webhooks)) {
    const lost = (...fields: readonly string[]) =>
      fields.some((field) => unreadOf(webhook.unread, field).length > 0);
    if (!lost('rules') && !createsPods(webhook)) continue;
    const said = [selects(webhook.namespaces, namespace), selects(webhook.objects, pod)];
    if (lost('rules', 'namespaceSelector', 'objectSelector') || said.includes(null)) unknown.push(webhook);
    else if (said.every((one) => one === true)) asked.push(webhook);
  }
  return { asked, unknown };
}

/**
 * Whether labels fit a selector (k8s.io/apimachinery/pkg/labels, Requirement.Matches): all of its requirements; NotIn fits labels
 * without the key, too. null where one is none that Kubernetes takes.
 */
export function selects(requirements: readonly Requirement[], labels: Labels): boolean | null {
  let all = true;
  for (const { key, operator, values } of requirements) {
    const value = labels.get(key);
    switch (operator) {
      case null:
        return null;
      case 'In':
        all &&= value !== undefined && values.includes(value);
        break;
      case 'NotIn':
        all &&= value === undefined || !values.includes(value);
        break;
      case 'Exists':
        all &&= value !== undefined;
        break;
      case 'DoesNotExist':
        all &&= value === undefined;
        break;
    }
  }
  return all;
}

function createsPods({ rules }: Webhook): boolean {
  return rules.some(fitsPods);
}

function fitsPods({ operations, apiGroups, apiVersions, resources, scope }: WebhookRule): boolean {
  const has = (list: readonly string[], ...wanted: readonly string[]) =>
    list.some((one) => one === '*' || wanted.includes(one));
  return (
    has(operations, 'CREATE') &&
    has(apiGroups, '') &&
    has(apiVersions, 'v1') &&
    has(resources, 'pods', '*/*') &&
    (scope === null || scope === '*' || scope === 'Namespaced')
  );
}

/** Labels as typed, or the first thing that is wrong with them, one sentence. */
export type TypedLabels =
  | { readonly ok: true; readonly labels: Labels }
  | { readonly ok: false; readonly problem: string };

const NAME = /^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)$/;
const PREFIX = /^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/;

/** `istio-injection=enabled, istio.io/rev=default`; nothing: no labels. */
export function readLabels(text: string): TypedLabels {
  const labels = new Map<string, string>();
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const equals = part.indexOf('=');
    const [key, value] = [part.slice(0, equals), part.slice(equals + 1)];
    if (equals < 1) return { ok: false, problem: `“${part}” is not KEY=VALUE.` };
    if (!isKey(key)) return { ok: false, problem: `“${key}” cannot be the key of a label.` };
    if (value !== '' && !NAME.test(value))
      return { ok: false, problem: `“${value}” cannot be the value of a label.` };
    if (labels.has(key)) return { ok: false, problem: `${key} stands twice.` };
    labels.set(key, value);
  }
  return { ok: true, labels };
}

function isKey(key: string): boolean {
  const parts = key.split('/');
  const name = parts.pop() ?? '';
  const [prefix, ...more] = parts;
  return NAME.test(name) && more.length === 0 && (prefix === undefined || PREFIX.test(prefix));
}

/** More examples than these are no help. */
const MOST_EXAMPLES = 4;

/** Labels that the selectors of a manifest ask for themselves, to try: `istio.io/rev=canary`. */
export function labelExamples(
  configurations: readonly WebhookConfiguration[],
  of: 'namespaces' | 'objects',
): readonly string[] {
  const all = configurations
    .flatMap(({ webhooks }) => webhooks)
    .filter(createsPods)
    .flatMap((webhook) => webhook[of])
    .flatMap(({ key, values }) => values.map((value) => `${key}=${value}`))
    .filter((text) => readLabels(text).ok);
  return [...new Set(all)].slice(0, MOST_EXAMPLES);
}

/** A piece of the answer; what names a webhook may lead to it. */
export interface AnswerPart {
  readonly text: string;
  readonly webhook: Webhook | null;
}

/** What the answer is, in one sentence, in pieces. */
export function answerParts({ asked, unknown }: Answering): readonly AnswerPart[] {
  const say = (text: string): AnswerPart => ({ text, webhook: null });
  const list = (webhooks: readonly Webhook[]): readonly AnswerPart[] =>
    webhooks.flatMap((webhook, index) => [
      ...(index === 0 ? [] : [say(' and ')]),
      { text: shownName(webhook.name, webhook.unread, 'name'), webhook },
    ]);
  const rest =
    unknown.length === 0
      ? []
      : [
          say(' Of '),
          ...list(unknown),
          say(' nobody can tell: a rule or selector in it is none that Kubernetes takes.'),
        ];
  if (asked.length === 0) {
    const none = unknown.length === 0 ? 'No webhook' : 'No other webhook';
    return [say(`${none} of this manifest is asked about this pod.`), ...rest];
  }
  return [...list(asked), say(` ${asked.length === 1 ? 'is' : 'are'} asked about this pod.`), ...rest];
}
