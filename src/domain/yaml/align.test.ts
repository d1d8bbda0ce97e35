import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { removedLines } from '../../../test/helpers/removed-lines.ts';
import { alignWith, cutOut } from './align.ts';
import { readYaml } from './document.ts';

const payments = (name: string) =>
  readFileSync(new URL(`../../../test/fixtures/payments/${name}`, import.meta.url), 'utf8');

describe('the original in istioctl’s order', () => {
  it('leaves of the sample only what the injector really changed: the probe', () => {
    const injected = payments('injected.yaml');
    const aligned = alignWith(payments('original.yaml'), injected);
    expect(removedLines(aligned, injected)).toEqual(['path: /healthz', 'port: 8080']);
  });

  it('loses nothing that the user wrote', () => {
    const aligned = alignWith(payments('original.yaml'), payments('injected.yaml'));
    expect(aligned).toContain('serviceAccountName: payments');
    expect(alignWith(aligned, aligned)).toBe(aligned);
  });

  it('takes quotes and blocks as the output writes them, and a removed key where it would sort', () => {
    const injected = 'b: "1"\nd:\n- |\n  x\n  ---\n  y\n- plain\n';
    const aligned = alignWith('d: ["x\\n---\\ny\\n", "plain"]\nc: gone\nb: 1\n', injected);
    expect(aligned).toBe('b: "1"\nc: gone\nd:\n- |\n  x\n  ---\n  y\n- plain\n');
  });

  it('writes values that are not in the output with the quotes they need', () => {
    const aligned = alignWith(
      '{a: "on", b: "- x", c: "a: b", d: "l1\\nl2", e: ~, f: {}, g: [], h: --x, i: 010, __proto__: 1}',
      'z: 1\n',
    );
    expect(aligned).toBe(
      "__proto__: 1\na: \"on\"\nb: '- x'\nc: 'a: b'\nd: |-\n  l1\n  l2\ne: null\nf: {}\ng: []\nh: --x\ni: 8\n",
    );
  });

  it.each(['a\nb', 'a\nb\n', 'a\n\n  b\n\n\n', 'a \n b', 'a: b\n- c\n#d\n'])(
    'writes %j, whose lines the output has not, line by line, and it stays the same text',
    (text) => {
      const aligned = alignWith(JSON.stringify({ x: [{ y: text }] }), 'z: 1\n');
      expect(aligned.split('\n').length).toBeGreaterThan(text.trimEnd().split('\n').length);
      expect(readYaml('a', aligned).documents[0]?.text(['x', 0, 'y'])).toBe(text);
    },
  );

  it.each([' a\nb', '\na', 'a\n \n', 'a\tb\n\u0007c', 'a\nb\n '])(
    'writes %j, which no block can hold as it is, with escapes, and it stays the same text',
    (text) => {
      const aligned = alignWith(JSON.stringify({ x: text }), 'z: 1\n');
      expect(aligned.split('\n')).toHaveLength(2);
      expect(readYaml('a', aligned).documents[0]?.text(['x'])).toBe(text);
    },
  );

  it('pairs list items by name, wherever they stand', () => {
    const injected = '- name: proxy\n  z: 1\n- image: "1"\n  name: app\n';
    expect(alignWith('- {name: app, image: 1}', injected)).toBe('- image: "1"\n  name: app\n');
  });
});

describe('one workload cut out of its text', () => {
  it('is moved to the left edge when it was an item of a list', () => {
    const text = 'items:\n- kind: A\n  x: 1\n- kind: B\n  y:\n  - 2\n- kind: C\n';
    const place = { line: 4, column: 3, endLine: 6, endColumn: 6 };
    expect(cutOut(text, place)).toBe('kind: B\ny:\n- 2\n');
  });

  it('is taken with line ends of any kind', () => {
    expect(cutOut('a: 1\r\n---\r\nb: 2\r\nc: 3\r\n', { line: 3, column: 1, endLine: 5, endColumn: 1 })).toBe(
      'b: 2\nc: 3\n',
    );
  });

  it('in brackets ends with its bracket', () => {
    const text = '{items: [{kind: A}, {kind: B}]}';
    expect(cutOut(text, { line: 1, column: 21, endLine: 1, endColumn: 30 })).toBe('{kind: B}\n');
  });
});
