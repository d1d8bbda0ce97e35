import { expect, test } from 'vitest';
import { readYaml } from './document.ts';
import { GrowingText } from './growing.ts';
import { createSourceShelf } from './shelf.ts';
import { splitDocuments } from './split.ts';

const TEXTS: readonly (readonly [string, string])[] = [
  ['documents as kube-inject writes them', 'kind: Pod\n---\nkind: Job\nitems: [1, 2]\n---\n---\nx: ü\n---\n'],
  [
    'comments, duplicate keys, anchors',
    '# c\n---\na: 1\na: 2\n---\nx: &a {b: 1}\ny: *a\n...\nrest\n---\nz: 1',
  ],
  ['lines of a block that look like separators', 'a: |\n  x\n  ---\n  y\n---   \nb: 1\n---\n- 1\n- 2\n'],
  ['line ends of Windows', 'a: 1\r\n---\r\nb: 2\r\n---\r\n'],
];
const BROKEN: readonly (readonly [string, string])[] = [
  ['an open bracket', 'a: 1\n---\nb: [\n---\nc: 2\n---\n'],
  ['text behind a separator', 'a: 1\n---\nb: 1\n--- c\n---\n'],
  ['an unknown alias', 'a: 1\n---\nb: *c\n---\n'],
];

function piecesOf(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
    text.slice(at * length, (at + 1) * length),
  );
}

/** All that a file tells of itself, for comparison. */
function told(read: () => ReturnType<typeof readYaml>): unknown {
  try {
    const { documents, ...file } = read();
    const all = documents.map((one) => {
      const { index, start, end, value } = one;
      return { index, start, end, value, at: one.range([]), entry: one.entryRange(['a']) };
    });
    return { ...file, documents: all };
  } catch (error) {
    return error;
  }
}

test.each([...TEXTS, ...BROKEN])(
  '%s: read in pieces of any length, a text is what it is at once',
  (_, text) => {
    const whole = told(() => readYaml('out.yaml', text));
    for (let length = 1; length <= text.length; length++) {
      const shelf = createSourceShelf();
      for (const piece of piecesOf(text, length)) shelf.grow('out.yaml', piece);
      expect(told(() => shelf.read('out.yaml', text))).toEqual(whole);
    }
  },
);

test('every document that a separator ends is read before the text is whole', () => {
  const text = Array.from({ length: 50 }, (_, n) => `kind: Pod\nno. 1: ${n}\n`).join('---\n');
  for (const length of [1, 3, 7, 1000]) {
    const growing = new GrowingText();
    for (const piece of piecesOf(text, length)) growing.add(piece);
    const values = splitDocuments(text).chunks.map(({ start, end }) => growing.at(start, end)?.value);
    expect(values.slice(0, 49)).toEqual(Array.from({ length: 49 }, (_, n) => ({ kind: 'Pod', 'no. 1': n })));
    expect(values[49]).toBeUndefined();
  }
});

test('pieces of another text, or of another name, count for nothing', () => {
  const shelf = createSourceShelf();
  shelf.grow('out.yaml', 'a: 1\n---\nb: 2\n---\n');
  expect(shelf.read('out.yaml', 'a: 3\n---\nb: 2\n---\n').documents.map(({ value }) => value)).toEqual([
    { a: 3 },
    { b: 2 },
  ]);
  shelf.grow('third.yaml', 'a: 5\n---\n');
  expect(shelf.read('other.yaml', 'a: 4\n---\n').documents.map(({ value }) => value)).toEqual([{ a: 4 }]);
});

test('values are counted over all documents, known or not', () => {
  const text = 'a: 1\nb: 2\n---\nc: 3\n---\nd: 4\n';
  const growing = new GrowingText();
  growing.add(text);
  const limits = { documents: 10, values: 3 };
  expect(() => readYaml('out.yaml', text, limits, growing)).toThrow('out.yaml:6: ');
  expect(readYaml('out.yaml', text, { ...limits, values: 4 }, growing).documents).toHaveLength(3);
});
