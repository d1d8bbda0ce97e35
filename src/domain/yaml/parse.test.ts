import { describe, expect, it } from 'vitest';
import { InputFault } from '../fault.ts';
import { composeDocument } from './compose.ts';
import { readYaml } from './document.ts';

function jsonOf(text: string): string {
  return JSON.stringify(readYaml('in.yaml', text).documents[0]?.value ?? null);
}

function faultOf(text: string): InputFault {
  try {
    readYaml('in.yaml', text);
  } catch (thrown) {
    if (thrown instanceof InputFault) return thrown;
    throw thrown;
  }
  throw new Error('the text was read');
}

// Every value here is what sigs.k8s.io/yaml 1.6.0 (istioctl's reader) makes of the same text.
describe('what YAML 1.2 refuses or reads otherwise, read as istioctl reads it', () => {
  it.each([
    [
      'brackets closed left of their key',
      'x:\n- a: {\n  b: 1\n  }\n  c: [1,\n2]\n- d\n',
      '{"x":[{"a":{"b":1},"c":[1,2]},"d"]}',
    ],
    [
      'quotes that go on left of their key',
      'a:\n  b: "foo\n  bar"\n  c: \'x\ny\'\nd: 1\n',
      '{"a":{"b":"foo bar","c":"x y"},"d":1}',
    ],
    [
      'quotes in brackets, both too far left',
      'x:\n- a: {\n  b: 1, # c\n  "q": "z\n z" }\n',
      '{"x":[{"a":{"b":1,"q":"z z"}}]}',
    ],
    ['a tab in front of what stands in brackets', 'x:\n  a: {\n\tb: 1\n  }\n', '{"x":{"a":{"b":1}}}'],
    [
      'an escaped apostrophe in double quotes',
      'a: "it\\\'s \\\\\' ok"\nb: "x"\n',
      '{"a":"it\'s \\\\\' ok","b":"x"}',
    ],
    ['a comment right behind a quote or bracket', 'a: "b"#c\nd: [1]#e\n', '{"a":"b","d":[1]}'],
    ['lines that end with CR', 'a:\r  b: 1\rc: 2\r', '{"a":{"b":1},"c":2}'],
    ['lines that end with U+0085', 'a:\u0085  b: 1\u0085c: 2', '{"a":{"b":1},"c":2}'],
    ['a block of text that the end of the file cuts', 'a: |\n  x', '{"a":"x"}'],
    ['a kept block of text that the end of the file cuts', 'a: |+\n  x', '{"a":"x"}'],
    ['an anchor named again inside its own value', 'a: &a [&a b, *a]\nc: *a\n', '{"a":["b","b"],"c":"b"}'],
    ['a dash in brackets', 'a: [cat, -, {b: -}]\n', '{"a":["cat","-",{"b":"-"}]}'],
    ['a tag above a tagged key', 'a: !!map\n  !!str b: 1\n', '{"a":{"b":1}}'],
    ['a merge key', 'a: &x {b: 1}\nc: {<<: *x, d: 2}\n', '{"a":{"b":1},"c":{"b":1,"d":2}}'],
    ['a tag of its own kind', 'a: !foo 12\nb: ! 12\nc: !!str 12\n', '{"a":"12","b":"12","c":"12"}'],
    ['a ? key', '? a\n: b\n? c\n', '{"a":"b","c":null}'],
    ['folded text', 'a: >\n  x\n\n    y\n  z\n\n\n', '{"a":"x\\n\\n  y\\nz\\n"}'],
  ])('%s', (_, text, value) => {
    expect(jsonOf(text)).toBe(value);
  });

  it.each([
    ['left of the outermost key', '  a: 1\nb: 2\n', 2],
    ['behind a closed bracket', '{a: 1} b\n', 1],
    ['behind one bracket too many', '{a: 1}}\n', 1],
    ['of a second JSON object on the same line', '{"a":1}{"b":2}', 1],
    ['of a second JSON object on the next line', '{"a":1} # c\n{"b":{"c":2}}\n{"d":3}\n', 2],
  ])('text %s is told, not read', (_, text, line) => {
    const file = readYaml('in.yaml', text);
    expect(file.documents[0]?.text(['a'])).toBe('1');
    expect(file.notes).toMatchObject([{ code: 'text-after-document', source: { line } }]);
  });

  it('keeps positions true where lines had to be moved', () => {
    const text = 'x:\n  a: [1,\n"two",\n  three]\n  b: "c\nd"\n  e: f\n';
    const [document] = readYaml('in.yaml', text).documents;
    expect(document?.range(['x', 'a', 1])).toMatchObject({ line: 3, column: 1, endLine: 3, endColumn: 6 });
    expect(document?.range(['x', 'a', 2])).toMatchObject({ line: 4, column: 3, endColumn: 8 });
    expect(document?.range(['x', 'b'])).toMatchObject({ line: 5, column: 6, endLine: 6, endColumn: 3 });
    expect(document?.keyRange(['x', 'e'])).toMatchObject({ line: 7, column: 3 });
  });
});

describe('refused in one sentence that names line and cause', () => {
  it.each([
    ['a: 1\n- b\n', 2, /list item cannot begin here/],
    ['a: - b\n', 1, /list item cannot begin here/],
    ['a: b: c\n', 1, /second “key: value” pair/],
    ['a:\n  - |2\n    x\n   y\n', 4, /indented like none/],
    ['a: |\n    \n  x\n', 3, /empty line above a block of text/],
    ['a: | x\n  y\n', 1, /text stands behind the \| or >/],
    ['a: [1, 2}\n', 1, /closed by another kind/],
    ['a: {b: "c}\nd: 1\n', 1, /never closed by \}/],
    ['a: [b c: d, , e]\n', 1, /“,” too many/],
    ['a: {b: c}d: e\n', 1, /text stands behind a value/],
    ['a: @b\n', 1, /cannot begin with this character/],
    ['a: "\\q"\n', 1, /no escape/],
    ['a: &x &y b\n', 1, /two anchors/],
    ['a: &x.y 1\n', 1, /no name of letters, digits/],
    ['a: &x b\nc: !t *x\n', 2, /alias cannot have/],
    ['a: !e!x b\n', 1, /tag .* cannot be read/],
    ['%YAML 1.1\n', 1, /directives/],
    ['"a"{"b": 1}\n', 1, /text stands behind a value/],
    ['- {a: 1} {b: 2}\n', 1, /text stands behind a value/],
    ['{"a": "b": 1}\n', 1, /“,” is missing before this, or a text needs quotes/],
    ['{"a": "b" "c": 1}\n', 1, /“,” is missing before this/],
    ['a: {x: 1 y: 2}\n', 1, /“,” is missing before this/],
    ['a: & b\n', 1, /has no name/],
    ['&a ? b\n', 1, /stands before the sign it belongs behind/],
    ['{? ? a}\n', 1, /stands twice before one value/],
    ['&a - b\n', 1, /a list cannot begin on the line of its anchor/],
    ['...\na: 1\n', 1, /never began/],
    [`a: 1\n${'k'.repeat(1100)}: 1\n`, 2, /longer than 1,024/],
  ])('%j', (text, line, sentence) => {
    const fault = faultOf(text);
    expect(fault).toMatchObject({ code: 'yaml-syntax', source: { line } });
    expect(fault.message).toMatch(sentence);
    expect(fault.message.split('\n')).toHaveLength(1);
    expect(fault.message).not.toMatch(/cannot be read here/);
    expect(fault.hint).not.toBe('');
  });

  it.each([
    ['metadata:\n  name: web\n   namespace: x\n', 3, 4, 'the one above it'],
    ['a:\r\n  name: web\r\n   namespace: x\r\n', 3, 4, 'the one above it'],
    ['c:\n  - name: a\n     image: c\n', 3, 6, 'the one above it'],
    ['a:\n  name: &a web\n   labels:\n     b: c\n', 3, 4, 'the one above it'],
    ['a:\n  image: nginx:1.2\n    - name: b\n', 3, 5, 'the one above it'],
    ['a:\n - b\n  - c: d\n', 3, 3, 'the one above it'],
    ['a:\n  name: web\n\n   more\n   namespace: x\n', 5, 4, 'the one 3 lines above it'],
  ])('a line that is indented too deep is the one that is told: %j', (text, line, column, which) => {
    const fault = faultOf(text);
    expect(fault).toMatchObject({ code: 'yaml-syntax', source: { line, column } });
    expect(fault.message).toContain(
      `this line is indented deeper than ${which}, which has its value already`,
    );
    expect(fault.hint).toBe('Indent it like its neighbours.');
  });

  it.each([
    ['a:\n  msg: see this: that\n   b: c\n', 2, /second “key: value” pair stands on the same line/],
    ['foo\nbar: 1\n', 1, /a key must end on the line where it begins/],
  ])('but not where the line above it is at fault itself: %j', (text, line, sentence) => {
    const fault = faultOf(text);
    expect(fault.source).toMatchObject({ line });
    expect(fault.message).toMatch(sentence);
  });

  it.each([
    ['behind a closed list', 'x: 1\na: [b]]\nc: d\n', 2, 7],
    ['behind a closed mapping, of the other kind', 'a:\n- {b: c} ]\n', 2, 10],
    ['behind a quote', "a: 'b'}\n", 1, 7],
    ['on a line of its own', 'a:\n  b: c\n]\n', 3, 1],
    ['instead of a value', 'a: }\n', 1, 4],
    ['instead of a document', '# c\n  ]\n', 2, 3],
    ['behind a list item', '- [a] ]\n- b\n', 1, 7],
  ])('a bracket that closes nothing, %s', (_, text, line, column) => {
    const fault = faultOf(text);
    expect(fault).toMatchObject({ code: 'yaml-syntax', source: { line, column } });
    expect(fault.message).toMatch(/closes no bracket/);
  });

  it.each([
    ['a: [http://x/?q=1]\n', 14],
    ['a: {b: c ?d}\n', 10],
    ['a: {b? 1}\n', 6],
  ])('a ? inside a text without quotes in brackets: %j', (text, column) => {
    const fault = faultOf(text);
    expect(fault).toMatchObject({ code: 'yaml-syntax', source: { line: 1, column } });
    expect(fault.message).toMatch(/a \? stands in a text without quotes in brackets/);
  });

  it('but takes a ? in quotes, outside brackets, and in a block of text', () => {
    expect(jsonOf('a: ["b?", \'c?\']\nd: e?f\ng: |\n  [h?]\n')).toBe(
      '{"a":["b?","c?"],"d":"e?f","g":"[h?]\\n"}',
    );
  });

  it('but not behind a document that ended before', () => {
    for (const text of ['  a: b\n]\n', '{a: b}}\n', 'a: b\n...\n]\n', 'a: b ]\n', 'a: b\n  ]\n'])
      expect(readYaml('in.yaml', text).documents).toHaveLength(1);
  });

  it.each([
    ['in front of a key', 'a:\n  b: 1\n\tc: 2\n', 3],
    ['on an empty line', 'a:\n  b: "1"\n\t\n  c: 2\n', 3],
    ['in front of a comment', 'a:\n\t# d\n  b: 1\n', 2],
    ['behind a dash', 'a:\n-\tb\n', 2],
    ['below a dash', '-\n \ta\n', 2],
    ['in a block of text', 'k: |\n  x\n\ty\n', 3],
    ['in front of text that goes on', 'a: x\n\ty\n', 2],
  ])('a tab %s', (_, text, line) => {
    expect(faultOf(text)).toMatchObject({ code: 'yaml-tab', source: { line } });
  });

  it('but takes a tab where istioctl takes it', () => {
    expect(jsonOf('a:\tb\t# c\nd: e\n \tf\ng: "x\n\ty"\n')).toBe('{"a":"b","d":"e f","g":"x y"}');
  });
});

describe('hostile sizes', () => {
  const many = 20_000;
  it.each([
    ['keys', Array.from({ length: many }, (_, i) => `k${i}: 1\n`).join('')],
    ['comments', `a:\n  b: 1\n${'  # c\n'.repeat(many)}  c: 1\n`],
    ['empty lines', `a:\n- b\n${'\n'.repeat(many)}- c\n`],
    [
      'lines in quotes too far left',
      `x:\n  y:\n${Array.from({ length: many / 10 }, (_, i) => `    k${i}: "a\n  b"\n`).join('')}`,
    ],
    [
      'lines in brackets too far left',
      `x:\n  y:\n${Array.from({ length: many / 10 }, (_, i) => `    k${i}: [a,\n  b]\n`).join('')}`,
    ],
    ['JSON on one line', `[${'{"a":1},'.repeat(many / 5)}1]`],
  ])('%s are read in time that grows with their number only', (_, text) => {
    const before = process.cpuUsage();
    expect(readYaml('in.yaml', text).documents).toHaveLength(1);
    // Of the processor, not of the clock: another program at work must not fail this.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(2);
  });

  it.each([
    ['a: "x\n', 3],
    ['a: [\n', 2],
  ])('an open %j many times is refused where the first goes wrong', (piece, line) => {
    expect(faultOf(`b: 1\n${piece.repeat(many)}`).source?.line).toBe(line);
  });

  it('a document with more lexemes than memory allows is refused', () => {
    const compose = (limit: number) => () => composeDocument('[1, 2, 3]', (offset) => offset, limit);
    expect(compose(8)).toThrow(expect.objectContaining({ code: 'yaml-too-many' }));
    expect(compose(100)).not.toThrow();
  });
});
