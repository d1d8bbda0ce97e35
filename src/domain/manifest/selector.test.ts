import { expect, test } from 'vitest';
import { readYaml } from '../yaml/document.ts';
import { createFieldReader } from './field-reader.ts';
import { requirementsOf, selectorText } from './selector.ts';

function readerOf(yaml: string) {
  const [document] = readYaml('a.yaml', yaml).documents;
  if (document === undefined) throw new Error('no document');
  return createFieldReader({ document, path: [], value: document.value });
}
const requirements = (yaml: string) => requirementsOf(readerOf(yaml));

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
  expect(requirements('matchExpressions: [{ key: c, operator: Odd, values: ["1"] }]')).toEqual([
    { text: 'c Odd (1)', words: null, key: 'c', operator: null, values: ['1'] },
  ]);
  for (const operator of ['In', 'NotIn'])
    expect(requirements(`matchExpressions: [{ key: c, operator: ${operator}, values: [] }]`)).toMatchObject([
      { words: null, operator: null },
    ]);
});

test('no selector is told apart from one that selects everything, and from one that cannot be read', () => {
  const of = (yaml: string) => {
    const fields = readerOf(yaml);
    const found = requirementsOf(fields, 'selector');
    return [found, fields.unread.map(({ field, why }) => `${field}: ${why}`)];
  };
  expect(of('selector: {}')).toEqual([[], []]);
  expect(of('selector:')).toEqual([null, []]);
  expect(of('a: 1')).toEqual([null, []]);
  expect(of('selector: str')).toEqual([
    null,
    ['selector: the text “str” stands where a mapping is expected'],
  ]);
  expect(of('selector: {matchLabels: {a: true, b: x, c: }}')[1]).toEqual([
    'selector.matchLabels.a: the value true stands where a text is expected',
  ]);
  // Null is the empty text there, as it is for Kubernetes.
  expect(selectorText(of('selector: {matchLabels: {c: }}')[0] as never)).toBe('c=');
  expect(of('selector: {matchExpressions: [null, {key: [a], operator: In, values: [1, x]}]}')[1]).toEqual([
    'selector.matchExpressions[0]: nothing (null) stands where a mapping is expected',
    'selector.matchExpressions[1].key: a list stands where a text is expected',
    'selector.matchExpressions[1].values[0]: the number 1 stands where a text is expected',
  ]);
  expect([selectorText([]), selectorText(null)]).toEqual(['', null]);
});
