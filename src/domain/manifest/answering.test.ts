import { expect, test } from 'vitest';
import { answering, answerParts, labelExamples, readLabels, selects } from './answering.ts';
import { readManifest } from './read-manifest.ts';

const labels = (text: string) => {
  const typed = readLabels(text);
  if (!typed.ok) throw new Error(typed.problem);
  return typed.labels;
};

/** The selectors of one webhook that hears of every new pod; more lines of YAML may follow. */
const configurations = (selectors: string, rule = 'resources: [pods]') =>
  readManifest(
    'm.yaml',
    `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: w}
webhooks:
- name: one
  rules: [{operations: [CREATE], apiGroups: [""], apiVersions: [v1], ${rule}}]
${selectors}`,
  ).manifest.webhooks;

const fits = (expression: string, text: string): boolean | null => {
  const [one] = configurations(`  objectSelector: {matchExpressions: [${expression}]}\n`);
  return selects(one?.webhooks[0]?.objects ?? [], labels(text));
};

test('requirements select as Kubernetes has it: NotIn and DoesNotExist fit labels without the key, too', () => {
  const table: readonly [string, string, boolean | null][] = [
    ['{key: a, operator: In, values: [x, w]}', 'a=w', true],
    ['{key: a, operator: In, values: [x, w]}', 'a=z', false],
    ['{key: a, operator: In, values: [x]}', '', false],
    ['{key: a, operator: In, values: [""]}', 'a=', true],
    ['{key: a, operator: NotIn, values: [x]}', 'a=x', false],
    ['{key: a, operator: NotIn, values: [x]}', 'a=y', true],
    ['{key: a, operator: NotIn, values: [x]}', '', true],
    ['{key: a, operator: Exists}', 'a=', true],
    ['{key: a, operator: Exists}', 'b=a', false],
    ['{key: a, operator: DoesNotExist}', 'b=a', true],
    ['{key: a, operator: DoesNotExist}', 'a=', false],
    ['{key: a, operator: Exists}, {key: b, operator: DoesNotExist}', 'a=1,b=2', false],
    ['{key: a, operator: Gt, values: ["1"]}', 'a=2', null],
    ['{key: a, operator: In, values: []}', 'a=2', null],
  ];
  for (const [expression, text, expected] of table)
    expect([expression, text, fits(expression, text)]).toEqual([expression, text, expected]);
});

test('matchLabels and matchExpressions count together, and both selectors', () => {
  const all = configurations(
    '  namespaceSelector: {matchLabels: {team: a}, matchExpressions: [{key: paused, operator: DoesNotExist}]}\n  objectSelector: {matchLabels: {app: p}}\n',
  );
  const asked = (namespace: string, pod: string) =>
    answering(all, { namespace: labels(namespace), pod: labels(pod) }).asked.length;
  expect(asked('team=a', 'app=p')).toBe(1);
  expect([asked('team=a,paused=1', 'app=p'), asked('team=b', 'app=p'), asked('team=a', '')]).toEqual([
    0, 0, 0,
  ]);
});

test('a webhook that does not hear of new pods is not asked, whatever its selectors say', () => {
  const asked = (rule: string) =>
    answering(configurations('', rule), { namespace: labels(''), pod: labels('') }).asked.length;
  expect(
    ['resources: ["*"]', 'resources: ["*/*"]', 'resources: [pods], scope: Namespaced'].map(asked),
  ).toEqual([1, 1, 1]);
  expect(
    ['resources: [services]', 'resources: [pods/exec]', 'resources: [pods], scope: Cluster'].map(asked),
  ).toEqual([0, 0, 0]);
});

test('of a webhook whose selector cannot be read nobody says that it is asked, or that it is not', () => {
  const all = configurations('  namespaceSelector: text\n');
  const answer = answering(all, { namespace: labels(''), pod: labels('') });
  expect([answer.asked.length, answer.unknown.length]).toEqual([0, 1]);
  const parts = answerParts(answer);
  expect(parts.filter(({ webhook }) => webhook !== null)).toEqual([
    { text: 'one', webhook: answer.unknown[0] },
  ]);
  expect(parts.map(({ text }) => text).join('')).toBe(
    'No other webhook of this manifest is asked about this pod. Of one nobody can tell: a rule or selector in it is none that Kubernetes takes.',
  );
  // One that is about other objects is no question of pods, however odd its selector is.
  const other = configurations('  namespaceSelector: text\n', 'resources: [services]');
  expect(answering(other, { namespace: labels(''), pod: labels('') }).unknown).toEqual([]);
});

test('labels are typed as key=value; what cannot be a label is told', () => {
  expect([...labels(' a=1,  istio.io/rev=default\nc=')]).toEqual([
    ['a', '1'],
    ['istio.io/rev', 'default'],
    ['c', ''],
  ]);
  const problem = (text: string) => {
    const typed = readLabels(text);
    return typed.ok ? null : typed.problem;
  };
  expect(problem('a')).toBe('“a” is not KEY=VALUE.');
  expect(problem('=a')).toBe('“=a” is not KEY=VALUE.');
  expect(problem('a/b/c=d')).toBe('“a/b/c” cannot be the key of a label.');
  expect(problem('라벨=d')).toBe('“라벨” cannot be the key of a label.');
  expect(problem('a=b=c')).toBe('“b=c” cannot be the value of a label.');
  expect(problem(`a=${'x'.repeat(64)}`)).toContain('cannot be the value');
  expect(problem('a=1 a=2')).toBe('a stands twice.');
});

test('the examples are what the selectors of the manifest ask for', () => {
  const all = configurations(
    '  namespaceSelector: {matchExpressions: [{key: istio.io/rev, operator: In, values: [canary]}, {key: x, operator: Exists}]}\n',
  );
  expect([labelExamples(all, 'namespaces'), labelExamples(all, 'objects')]).toEqual([
    ['istio.io/rev=canary'],
    [],
  ]);
});
