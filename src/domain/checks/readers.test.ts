import { describe, expect, it } from 'vitest';
import { InputFault } from '../fault.ts';
import { readAnalyzeJson, readAnalyzeLog } from './analyze.ts';
import { readValidate } from './validate.ts';

const log = (stdout: string, stderr = '', files: readonly string[] = ['a.yaml']) =>
  readAnalyzeLog({ stdout, stderr, files });

describe('what analyze and precheck print', () => {
  it('keeps every word that is not understood, lines that follow each other as one', () => {
    const stdout = 'a new line\nand one more\n\nError [IST0101] (Gateway a/b a.yaml:3) wrong\nmore of it\n';
    const stderr = "panic: oh\n\ngoroutine 1 [running]:\nError: Some files couldn't be parsed.\nafter\n";
    const { findings, summary } = log(stdout, stderr);
    expect(findings.map(({ severity, message }) => [severity, message])).toEqual([
      [null, 'a new line\nand one more'],
      ['Error', 'wrong\nmore of it'],
      [null, 'panic: oh\ngoroutine 1 [running]:'],
      [null, 'after'],
    ]);
    expect(summary).toEqual(["Error: Some files couldn't be parsed."]);
  });

  it('is read without its colours', () => {
    const { findings } = log('\u001b[1;31mError\u001b[0m [IST0156] (CustomResourceDefinition a.b) old\n');
    expect(findings).toMatchObject([
      { severity: 'Error', code: 'IST0156', resource: 'CustomResourceDefinition a.b', message: 'old' },
    ]);
  });

  it('tells a file name with a place in it, a blank or a bracket from the message', () => {
    const files = ['a', 'a b) (Gateway c a:7.yaml'];
    const [other] = log('Info [IST0001] (Gateway c a b) (Gateway c a:7.yaml:9) said', '', files).findings;
    expect(other).toMatchObject({
      resource: 'Gateway c',
      message: 'said',
      hint: { file: 'a b) (Gateway c a:7.yaml', line: 9 },
    });
  });

  it('may name a cluster, an object of the whole cluster, or nothing at all', () => {
    const stdout = [
      'Error [IST0101] [cluster-east] (Gateway a/b) one',
      'Warning [IST0102] (Cluster) two',
      'Info [IST0103] three (and more)',
    ].join('\n');
    expect(log(stdout).findings.map(({ resource, message }) => [resource, message])).toEqual([
      ['Gateway a/b', 'one'],
      ['Cluster', 'two'],
      [null, 'three (and more)'],
    ]);
  });

  it('says once what it says twice of a document that it could not read', () => {
    const why = 'error processing a.yaml[2]: no reason';
    const warned = `2026-01-02T03:04:05.678901Z\twarn\tfile\t${why} - skipping\n`;
    const stderr = `Error(s) adding files: 1 error occurred:\n\t* errors parsing content "a.yaml": 1 error occurred:\n\t* ${why}\n\n`;
    const { findings, summary } = log(warned, stderr);
    expect(findings).toMatchObject([
      {
        severity: 'Error',
        message: 'Document 3 of a.yaml was not looked at: no reason',
        hint: { file: 'a.yaml', document: 2, lost: 'document' },
      },
    ]);
    expect(summary).toEqual([]);
  });

  it('keeps other lines of its log', () => {
    const line = '2026-01-02T03:04:05.678901Z\terror\tother\tsomething else';
    expect(log(`${line}\n`).findings).toMatchObject([{ severity: null, message: line }]);
  });
});

describe('what analyze prints as JSON', () => {
  const json = (stdout: string) => readAnalyzeJson({ stdout, stderr: '', files: ['a.yaml'] });

  it('is read behind lines of its log; what is no message is kept as it is', () => {
    const known = {
      code: 'IST0101',
      level: 'Warning',
      message: 'm',
      origin: 'Gateway a/b',
      reference: 'a.yaml:4',
    };
    const { findings } = json(`2026-01-02T03:04:05Z\tinfo\ta\tb\n[\n${JSON.stringify(known)},{"x":1},7\n]\n`);
    expect(findings).toMatchObject([
      { severity: null, message: '2026-01-02T03:04:05Z\tinfo\ta\tb' },
      { severity: 'Warning', code: 'IST0101', hint: { file: 'a.yaml', line: 4 } },
      { severity: null, message: '{"x":1}' },
      { severity: null, message: '7' },
    ]);
  });

  it('is refused when it is none', () => {
    for (const text of ['', 'no list', '[\n{"a":\n', '[]trailing'])
      expect(() => json(text)).toThrow(InputFault);
    expect(json('null\n').findings).toEqual([]);
  });
});

describe('what validate prints', () => {
  it('keeps every word: warnings of the file, errors without an object, lines of several', () => {
    const output = [
      'deployment "a/b:" may not provide Istio metrics and telemetry labels: map[].',
      '"a.yaml" has warnings: ',
      '\t* VirtualService/b/c: odd',
      '',
      'Error: 3 errors occurred:',
      '\t* Gateway//d: wrong',
      '  line 3: more',
      '\t* cannot stat file "a.yaml"',
      'unheard of',
    ].join('\n');
    const { findings, summary } = readValidate(output, 'a.yaml');
    expect(findings.map(({ severity, resource, message }) => [severity, resource, message])).toEqual([
      ['Warning', 'Deployment b/a', output.split('\n', 1)[0]],
      ['Warning', 'VirtualService b/c', 'odd'],
      ['Error', 'Gateway d', 'wrong\n  line 3: more'],
      ['Error', null, 'cannot stat file "a.yaml"'],
      [null, null, 'unheard of'],
    ]);
    expect(summary).toEqual(['"a.yaml" has warnings:', 'Error: 3 errors occurred:']);
  });
});
