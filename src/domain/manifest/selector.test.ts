import { expect, test } from 'vitest';
import { readYaml } from '../yaml/document.ts';
import { requirementsOf, selectorText } from './selector.ts';

const requirements = (yaml: string) => requirementsOf(readYaml('a.yaml', yaml).documents[0]?.value);

test('each thing that a selector asks for is said in plain words beside what kubectl writes', () => {
  const all = requirements(`matchLabels: { app: a }
matchExpressions:
  - { key: istio-injection, operator: In, values: [enabled] }
  - { key: istio.io/rev, operator: In, values: [default, canary] }
  - { key: sidecar.istio.io/inject, operator: NotIn, values: ["false"] }
  - { key: istio.io/rev, operator: Exists }
  - { key: istio-injection, operator: DoesNotExist }
`);
  expect(all?.map(({ text, words }) => [text, words])).toEqual([
    ['app=a', 'with app=a'],
    ['istio-injection in (enabled)', 'with istio-injection=enabled'],
    ['istio.io/rev in (default,canary)', 'with istio.io/rev=default or istio.io/rev=canary'],
    ['sidecar.istio.io/inject notin (false)', 'without sidecar.istio.io/inject=false'],
    ['istio.io/rev', 'with a label istio.io/rev'],
    ['!istio-injection', 'without a label istio-injection'],
  ]);
});

test('what is not understood is written out as it stands, and said in no words', () => {
  expect(requirements('matchExpressions: [{ key: c, operator: Odd, values: [1] }]')).toEqual([
    { text: 'c Odd (1)', words: null },
  ]);
  expect(requirements('matchExpressions: [{ key: c, operator: In, values: [] }]')?.[0]?.words).toBeNull();
});

test('no selector is told apart from one that selects everything', () => {
  expect([requirements('{}'), requirementsOf(undefined), requirementsOf(null)]).toEqual([[], null, null]);
  expect([selectorText([]), selectorText(null)]).toEqual(['', null]);
});
