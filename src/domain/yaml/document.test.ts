import { describe, expect, it } from 'vitest';
import { InputFault } from '../fault.ts';
import { readYaml, type YamlLimits } from './document.ts';

const DEPLOYMENT = `kind: Deployment
metadata:
  name: cart
  labels: {app: cart, on: yes}
spec:
  containers:
    - name: cart
      image: "shop/cart:1"
      args:
        - |
          first
          ---
          second
    - &side
      name: side
`;

function one(text: string) {
  const [document] = readYaml('in.yaml', text).documents;
  if (document === undefined) throw new Error('no document');
  return document;
}

function faultOf(text: string, limits?: YamlLimits): InputFault {
  try {
    readYaml('in.yaml', text, limits);
  } catch (thrown) {
    if (thrown instanceof InputFault) return thrown;
    throw thrown;
  }
  throw new Error('the text was read');
}

describe('values', () => {
  it('reads block and flow collections, quotes and blocks of text', () => {
    expect(JSON.stringify(one(DEPLOYMENT).value)).toBe(
      '{"kind":"Deployment","metadata":{"name":"cart","labels":{"app":"cart","true":true}},"spec":{"containers":[{"name":"cart","image":"shop/cart:1","args":["first\\n---\\nsecond\\n"]},{"name":"side"}]}}',
    );
  });

  it('reads JSON', () => {
    expect(one('{"a":[1,-2.5,true,null,"x\\u00e9"],\n "b":{}}').value).toEqual({
      a: [1, -2.5, true, null, 'xé'],
      b: Object.create(null),
    });
  });

  it('keeps __proto__ and constructor as keys like any other', () => {
    const { value } = one('__proto__: polluted\nconstructor: {a: 1}\n');
    expect(Object.keys(value ?? {})).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('merges <<, the earlier mapping of a list winning, later keys of the mapping winning', () => {
    const value = one('x: &x {a: 1, b: 1}\ny: &y {b: 2, c: 2}\nz:\n  <<: [*x, *y]\n  c: 3\n').value;
    expect(value).toMatchObject({ z: { a: 1, b: 1, c: 3 } });
  });

  it.each([
    ['off', 'false'],
    ['NO', 'false'],
    ['yes', 'true'],
    ['0123', '83'],
    ['0o17', '15'],
    ['1_000', '1000'],
    ['0x1F', '31'],
    ['1e3', '1000'],
    ['1e6', '1e+06'],
    ['08', '8'],
    ['.inf', '+Inf'],
    ['~', null],
    ['12:30:45', '12:30:45'],
    ['2001-01-01', '2001-01-01'],
    ['"true"', 'true'],
    ['18446744073709551615', '18446744073709551615'],
    ['0.1', '0.1'],
    ['3.14159265358979', '3.1415927'],
  ])('gives a string field that holds %s the text %s', (written, text) => {
    expect(one(`a: ${written}\n`).text(['a'])).toBe(text);
  });
});

describe('ranges', () => {
  const document = one(DEPLOYMENT);
  const image = ['spec', 'containers', 0, 'image'];

  it('tells value, key and entry of a mapping apart', () => {
    expect(document.range(image)).toEqual({
      file: 'in.yaml',
      line: 8,
      column: 14,
      endLine: 8,
      endColumn: 27,
    });
    expect(document.keyRange(image)).toMatchObject({ line: 8, column: 7, endColumn: 12 });
    expect(document.entryRange(image)).toMatchObject({ line: 8, column: 7, endColumn: 27 });
  });

  it('takes a list item with its dash, and ends a block of text with its last line', () => {
    expect(document.entryRange(['spec', 'containers', 0])).toMatchObject({
      line: 7,
      column: 5,
      endLine: 13,
      endColumn: 17,
    });
    expect(document.keyRange(['spec', 'containers', 0])).toBeNull();
  });

  it('points to where an alias or merged value stands', () => {
    const merged = one('base: &x {a: 1}\nsame: *x\nmore:\n  <<: *x\n');
    for (const path of [
      ['same', 'a'],
      ['more', 'a'],
    ])
      expect(merged.range(path)).toMatchObject({ line: 1, column: 14 });
  });

  it('has none for a path that is not there', () => {
    expect(document.range(['spec', 'toString'])).toBeNull();
    expect(document.range(['spec', 'containers', 9])).toBeNull();
  });

  it('counts CR LF as one line end', () => {
    expect(one('a: 1\r\nb:\r\n  c: 2\r\n').range(['b', 'c'])).toMatchObject({
      line: 3,
      column: 6,
      endColumn: 7,
    });
  });
});

describe('documents', () => {
  it('leaves out comment-only and empty ones and takes --- in a block of text as text', () => {
    const file = readYaml('in.yaml', `# a\n---\n---  \n\n--- # c\n${DEPLOYMENT}...\n---\n# end\n---\n`);
    expect(file.documents.map((document) => document.index)).toEqual([0]);
    expect(file.documents[0]?.text(['kind'])).toBe('Deployment');
    expect(file.documents[0]?.range(['kind'])).toMatchObject({ line: 6 });
  });

  it('refuses text behind a separator as istioctl does, naming the line', () => {
    expect(faultOf('a: 1\n--- {b: 2}\n')).toMatchObject({ code: 'yaml-separator', source: { line: 2 } });
  });

  it('tells of a duplicate key with both lines and takes the last', () => {
    const file = readYaml('in.yaml', 'a: 1\nb: 2\na: 3\n');
    expect(file.documents[0]?.value).toEqual(Object.assign(Object.create(null), { a: 3, b: 2 }));
    expect(file.notes).toMatchObject([{ code: 'duplicate-key', source: { line: 3 } }]);
    expect(file.notes[0]?.message).toMatch(/in\.yaml:3: .*first on line 1.*last/);
  });

  it('tells of text behind a document end, which istioctl does not read', () => {
    expect(readYaml('in.yaml', 'a: 1\n...\nb: 2\n').notes).toMatchObject([
      { code: 'text-after-document', source: { line: 3 } },
    ]);
  });
});

describe('refused', () => {
  it.each([
    ['a tab as indentation', 'a:\n\tb: 1\n', 'yaml-tab', 2],
    ['a key without colon', 'a: 1\nb\nc: 2\n', 'yaml-syntax', 2],
    ['wrong indentation', 'a:\n    b: 1\n  c: 2\n', 'yaml-syntax', 3],
    ['an open quote', 'a: 1\nb: "x\n', 'yaml-syntax', 2],
    ['an open bracket', 'a:\n- [1, 2\n', 'yaml-syntax', 2],
    ['an unknown alias', 'a: *b\n', 'yaml-alias', 1],
    ['an alias inside its own value', 'a: &a [*a]\n', 'yaml-alias', 1],
    ['a NUL', 'a: 1\nb: \0\n', 'yaml-control-character', 2],
  ])('%s, naming the line', (_, text, code, line) => {
    const fault = faultOf(text);
    expect(fault).toMatchObject({ code, source: { line } });
    expect(fault.message).toContain(`in.yaml:${line}: `);
  });

  it.each(['[', '{a: ', '- ', '? '])('100,000 times %j, by depth, at once', (piece) => {
    const started = performance.now();
    expect(faultOf(piece.repeat(100_000)).code).toBe('yaml-too-deep');
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('an alias bomb, by the rule of istioctl’s reader', () => {
    let text = 'a0: &a0 [x, x, x, x, x, x, x, x, x]\n';
    for (let i = 1; i < 12; i++)
      text += `a${i}: &a${i} [${Array.from({ length: 9 }, () => `*a${i - 1}`).join(', ')}]\n`;
    expect(faultOf(text).code).toBe('yaml-alias-bomb');
  });

  it.each([
    ['documents', 'a\n---\n'.repeat(11)],
    ['list items', '- a\n'.repeat(21)],
    ['entries over all documents', '{a: 1, b: 2, c: 3}\n---\n'.repeat(8)],
    ['JSON values', `[${'1,'.repeat(20)}1]`],
  ])('more %s than memory should hold', (_, text) => {
    const limits = { documents: 10, values: 20 };
    expect(faultOf(text, limits).code).toBe('yaml-too-many');
  });

  it('no file for its duplicate keys: a hundred of them are told of', () => {
    const file = readYaml('in.yaml', 'a: 1\n'.repeat(100_000));
    expect(file.notes).toHaveLength(100);
    expect(file.documents).toHaveLength(1);
  });

  it('aliases that add up to great depth', () => {
    let text = 'a0: &a0 x\n';
    for (let i = 1; i < 2000; i++) text += `a${i}: &a${i} [*a${i - 1}]\n`;
    expect(['yaml-too-deep', 'yaml-alias-bomb']).toContain(faultOf(text).code);
  });
});
