import { type ManifestDifference, type ObjectChange, valueText } from '../domain/manifest/compare.ts';
import type { FieldChange } from '../domain/manifest/compare-values.ts';
import { sharedName, shownName, unreadOf, unreadWords } from '../domain/manifest/field-reader.ts';
import type { Crd, CrdVersion, Manifest, Webhook, WebhookConfiguration } from '../domain/manifest/model.ts';
import { objectWords } from '../domain/manifest/objects.ts';
import { groupName, ruleWords, versionWords } from '../domain/manifest/wish-words.ts';
import type { CliManifest } from './manifest.ts';
import { visible } from './pointed-line.ts';

/** Letters of a value that one line tells; --json has the whole. */
const MAX_VALUE = 160;
/** Lines of one object that are told. */
const MAX_CHANGES = 40;

/** What a manifest holds, for people: kinds, CRDs, webhooks, what injection needs. */
export function manifestLines(whole: CliManifest): string {
  const { manifest } = whole.read;
  const parts = [
    [headLine(whole), ...kindLines(manifest)],
    crdLines(manifest),
    ['The CRDs that the install lab names', ...namedLines(manifest)],
    webhookLines(manifest),
    ['For injection', ...injectionLines(manifest)],
  ];
  return parts
    .filter(({ length }) => length > 0)
    .map((lines) => `${lines.map(visible).join('\n')}\n`)
    .join('\n');
}

function headLine({ words, read }: Pick<CliManifest, 'words' | 'read'>): string {
  const { objects, kinds } = read.manifest;
  return `${words}: ${count(objects.length, 'object')} of ${count(kinds.length, 'kind')}`;
}

function kindLines({ kinds }: Manifest): readonly string[] {
  const width = String(kinds[0]?.count ?? 0).length;
  return kinds.map(
    (one) => `  ${String(one.count).padStart(width)}  ${sharedName(one.kind, 'kind', one.count, one.unread)}`,
  );
}

function crdLines({ crds, istioCrds }: Manifest): readonly string[] {
  const all = crds.flatMap((group) => group.crds);
  if (all.length === 0) return ['No CustomResourceDefinition'];
  const width = Math.max(...all.map(({ name }) => Math.min(name.length, 50)));
  return [
    `${count(all.length, 'CRD')} in ${count(crds.length, 'group')}, ${istioCrds} of them of istio.io`,
    ...crds.flatMap((group) => [
      `  ${groupName(group)}`,
      ...group.crds.map(
        (crd) =>
          `    ${shownName(crd.name, crd.unread).padEnd(width)}  ${scopeWords(crd)}  ${versionsWords(crd)}`,
      ),
    ]),
  ];
}

const scopeWords = ({ scope, unread }: Crd): string =>
  scope ?? unreadWords(unread, 'spec.scope') ?? 'no scope';

function versionsWords(crd: Crd): string {
  const { versions, unread } = crd;
  const lost = unreadWords(unread, 'spec.versions') ?? unreadWords(unread, 'spec.version');
  const all = [...versions.map((version) => versionText(version, crd)), ...(lost === null ? [] : [lost])];
  return all.length === 0 ? 'no version' : all.join(', ');
}

/** `v1 (stored)`; one that is there and not served is said to be. */
function versionText(version: CrdVersion, crd: Crd): string {
  const said = versionWords(version, crd);
  const name = version.name || '(no name)';
  return said.length === 0 ? name : `${name} (${said.join(', ')})`;
}

function namedLines({ named }: Manifest): readonly string[] {
  return named.map(({ name, object, problem }) => {
    if (problem !== null) return `  ✗ wrong    ${name}: ${problem}`;
    return `  ${object === null ? '✗ missing' : '✓ there  '}  ${name}`;
  });
}

function webhookLines({ webhooks }: Manifest): readonly string[] {
  if (webhooks.length === 0) return ['No webhook configuration'];
  return webhooks.flatMap((configuration) => configurationLines(configuration));
}

function configurationLines(configuration: WebhookConfiguration): readonly string[] {
  const { mutating, name, webhooks, unread } = configuration;
  const kind = `${mutating ? 'Mutating' : 'Validating'}WebhookConfiguration`;
  const lost = unreadWords(unread, 'webhooks');
  const many = lost === null ? count(webhooks.length, 'webhook') : `webhooks ${lost}`;
  return [`${kind} ${shownName(name, unread)}: ${many}`, ...webhooks.flatMap(oneWebhook)];
}

/** What clientConfig has to name one of. */
const NO_TARGET = 'neither a service nor a URL';

function oneWebhook(webhook: Webhook): readonly string[] {
  const { unread } = webhook;
  const whole = unread.some(({ field }) => field === '');
  if (whole) return [`  ${unreadWords(unread, '') ?? ''}`];
  const said = (field: string, value: string | null, absent: string) =>
    unreadWords(unread, field) ?? value ?? absent;
  const rules = webhook.rules.map(ruleWords).join('; ') || null;
  return [
    `  ${shownName(webhook.name, unread, 'name')}`,
    `    ${policies(webhook).join(', ')}`,
    unreadOf(unread, 'rules').length === 0 && unreadOf(unread, 'clientConfig').length === 0
      ? `    ${rules ?? 'no rule'}, asks ${webhook.target ?? NO_TARGET}`
      : `    on: ${said('rules', rules, 'no rule')}\n    asks: ${said('clientConfig', webhook.target, NO_TARGET)}`,
    `    namespaces: ${said('namespaceSelector', webhook.namespaceSelector || null, 'all')}`,
    `    objects: ${said('objectSelector', webhook.objectSelector || null, 'all')}`,
  ].flatMap((line) => line.split('\n'));
}

/** What else is set; what is not is left out, but for the failure policy and the certificate. */
function policies(webhook: Webhook): readonly string[] {
  const { unread, failurePolicy, reinvocationPolicy, sideEffects, timeoutSeconds, caBundle } = webhook;
  const set = (name: string, value: string | null) => {
    const said = unreadWords(unread, name) ?? value;
    return said === null ? [] : [`${name} ${said}`];
  };
  const lost = unreadWords(unread, 'clientConfig.caBundle');
  return [
    ...set('failurePolicy', failurePolicy ?? 'not set'),
    ...set('reinvocationPolicy', reinvocationPolicy),
    ...set('sideEffects', sideEffects),
    ...set('timeoutSeconds', timeoutSeconds),
    ...(unreadOf(unread, 'clientConfig').some(({ field }) => field === 'clientConfig' || field === '')
      ? []
      : [lost !== null ? `caBundle ${lost}` : caBundle ? 'caBundle written' : 'no caBundle']),
  ];
}

function injectionLines({ injection }: Manifest): readonly string[] {
  return injection.flatMap(({ role, found, missing }) =>
    missing !== null
      ? [`  ✗ ${role.padEnd(6)}  ${missing}`]
      : found.map(
          (text) =>
            `  ✓ ${role.padEnd(6)}  ConfigMap ${text.configMap}${text.namespace === null ? '' : ` in ${text.namespace}`}, .data.${role}, line ${text.source?.line ?? '?'}`,
        ),
  );
}

/** How the first becomes the second, for people. */
export function differenceLines(
  first: CliManifest,
  second: CliManifest,
  { added, removed, changed, same }: ManifestDifference,
): string {
  const counts = `${changed.length} changed, ${added.length} added, ${removed.length} removed, ${same} the same`;
  const lines = [
    headLine(first),
    headLine(second),
    '',
    `From ${first.words} to ${second.words}: ${counts}`,
    ...changed.flatMap(changeLines),
    ...added.map((object) => `+ ${objectWords(object)}`),
    ...removed.map((object) => `- ${objectWords(object)}`),
  ];
  return `${lines.map(visible).join('\n')}\n`;
}

function changeLines({ after, changes }: ObjectChange): readonly string[] {
  const lines = changes.flatMap(fieldLines);
  const more = lines.length - MAX_CHANGES;
  return [
    `~ ${objectWords(after)}`,
    ...lines.slice(0, MAX_CHANGES),
    ...(more > 0 ? [`    … ${count(more, 'line')} more; --json has them all`] : []),
  ];
}

function fieldLines(change: FieldChange): readonly string[] {
  switch (change.kind) {
    case 'added':
      return [`    + ${change.path}: ${cut(valueText(change.after))}`];
    case 'removed':
      return [`    - ${change.path}: ${cut(valueText(change.before))}`];
    case 'changed':
      return [`    ~ ${change.path}: ${cut(valueText(change.before))} → ${cut(valueText(change.after))}`];
    case 'text':
      return textLines(change.path, change.hunks);
  }
}

function textLines(path: string, hunks: Extract<FieldChange, { kind: 'text' }>['hunks']): readonly string[] {
  if (hunks === null) return [`    ~ ${path}: too many lines differ to be told one by one`];
  if (hunks.length === 0) return [`    ~ ${path}: the same JSON, written in another way`];
  return [
    `    ~ ${path}, by line`,
    ...hunks.flatMap(({ lineBefore, removed, lineAfter, added }) => [
      ...removed.map((line, at) => `      - ${lineBefore + at}: ${cut(line)}`),
      ...added.map((line, at) => `      + ${lineAfter + at}: ${cut(line)}`),
    ]),
  ];
}

function cut(text: string): string {
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
