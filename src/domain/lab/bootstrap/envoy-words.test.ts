import { describe, expect, test } from 'vitest';
import { complaints, type Folder, grade, labFolder } from '../../../../test/helpers/boot-lab.ts';

const folder = labFolder();
const BOOTSTRAP = folder['bootstrap.yaml'] ?? '';
const change = (text: string, from: string | RegExp, to: string): string => {
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`there is no ${from}`);
  return changed;
};
const said = (changed: Folder): readonly string[] => complaints(grade({ ...folder, ...changed }));

describe('what Envoy said', () => {
  const validated = folder['04-validate.txt'] ?? '';
  const refused = folder['05-typo.txt'] ?? '';
  test.each([
    [
      '04-validate.txt',
      'no exit code',
      change(validated, 'rc=0\n', ''),
      'The last line of 04-validate.txt has to be rc=',
    ],
    ['04-validate.txt', 'another exit code', change(validated, 'rc=0', 'rc=1'), 'The last line says rc=1'],
    [
      '04-validate.txt',
      'no OK',
      change(validated, /configuration.*OK/, ''),
      'has no line of Envoy that ends in OK',
    ],
    [
      '04-validate.txt',
      'another file',
      change(validated, "'bootstrap.yaml'", "'drafts/boot-typo.yaml'"),
      'Envoy validated "drafts/boot-typo.yaml", and not bootstrap.yaml.',
    ],
    [
      '05-typo.txt',
      'no exit code',
      change(refused, 'rc=1\n', ''),
      'The last line of 05-typo.txt has to be rc=',
    ],
    ['05-typo.txt', 'two exit codes', change(refused, 'rc=1', 'rc=0\nrc=1'), 'It names two exit codes'],
    ['05-typo.txt', 'exit code 0', change(refused, 'rc=1', 'rc=0'), 'The last line says rc=0'],
    [
      '05-typo.txt',
      'another name',
      change(refused, 'istiod-xds', 'xds'),
      'no refusal of the cluster istiod-xds',
    ],
    [
      '05-typo.txt',
      'a word on the cluster that refuses nothing',
      'envoy: cluster istiod-xds is fine\nrc=1\n',
      'no refusal of the cluster istiod-xds',
    ],
    ['05-typo.txt', 'the name alone', 'istiod-xds\nrc=1\n', 'no refusal of the cluster istiod-xds'],
    [
      '05-typo.txt',
      'a bootstrap that is taken',
      `configuration 'boot-typo.yaml' OK\n${refused}`,
      'Envoy takes a bootstrap here',
    ],
    [
      '05-typo.txt',
      'a longer name',
      change(refused, /istiod-xds/g, 'istiod-xds-2'),
      'no refusal of the cluster istiod-xds',
    ],
    [
      '05-typo.txt',
      'the refusal of another file',
      change(refused, /boot-typo\.yaml/g, 'bootstrap.yaml'),
      'Envoy refuses "bootstrap.yaml" here, and not boot-typo.yaml.',
    ],
    [
      '04-validate.txt',
      'a refusal beside the OK',
      `error initializing configuration 'bootstrap.yaml': x\n${validated}`,
      'Envoy also refuses bootstrap.yaml here.',
    ],
    ['04-validate.txt', 'a code of two digits', change(validated, 'rc=0', 'rc=00'), 'has to be rc='],
  ])('%s with %s fails its step', (path, _, text, expected) => {
    const found = said({ [path]: text });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`${path.charAt(1)} fail ${path}`);
    expect(found[0]).toContain(expected);
  });

  test('a refusal in the words of an older Envoy is one', () => {
    const older =
      "error initializing configuration 'boot-typo.yaml': envoy.config.core.v3.ApiConfigSource must have a statically defined non-EDS cluster: istiod-xds does not exist, was added via api, or is an EDS cluster";
    expect(said({ '05-typo.txt': `${older}\nrc=1\n` })).toEqual([]);
  });

  test('a second document is told, and not read, as Envoy does', () => {
    const more = (file: string): string => `${folder[file] ?? ''}---\na: 1\n`;
    const report = grade({
      ...folder,
      'bootstrap.yaml': more('bootstrap.yaml'),
      'boot-typo.yaml': more('boot-typo.yaml'),
    });
    expect(complaints(report)).toEqual([]);
    const notes = report.steps.slice(3, 5).map((step) => step.notes[0]);
    expect(notes).toEqual(
      ['bootstrap', 'boot-typo'].map((name) =>
        expect.stringContaining(`${name}.yaml holds 2 YAML documents; Envoy reads the first`),
      ),
    );
  });

  test('Envoy at hand contradicts the files', () => {
    const verdict = (bootstrap: number, typo: number) =>
      complaints(
        grade(folder, {
          envoy: {
            bootstrap: { exitCode: bootstrap, reason: 'Because.' },
            typo: { exitCode: typo, reason: null },
            note: null,
          },
        }),
      );
    expect(verdict(0, 1)).toEqual([]);
    expect(verdict(1, 1)).toEqual(['4 fail bootstrap.yaml: Envoy at hand refuses bootstrap.yaml: Because.']);
    expect(verdict(0, 0)[0]).toContain('5 fail boot-typo.yaml: Envoy at hand takes boot-typo.yaml');
    expect(verdict(0, 2)).toEqual([
      '5 fail 05-typo.txt:2 The last line says rc=1; Envoy at hand refuses boot-typo.yaml with 2.',
    ]);
  });
});

describe('values of a start that are not the lab’s', () => {
  const start = { adminPort: 19982, ip: '10.9.9.9', pod: 'payments-x', namespace: 'prod' };
  const other = labFolder({ start });
  test('count where the report names them', () => {
    const report = grade(other);
    expect(complaints(report)).toEqual([]);
    expect(report.steps[3]?.notes[0]).toBe(
      "The admin port is 19982, as 08-report.md says, and not the lab's 9982.",
    );
  });

  test('or where whoever checks says so, else not', () => {
    const silent = { ...other, '08-report.md': folder['08-report.md'] ?? '' };
    expect(complaints(grade(silent, { start }))).toEqual([]);
    const found = complaints(grade(silent));
    expect(found.every((line) => line.startsWith('4'))).toBe(true);
    expect(found.join('\n')).toContain(
      'The admin port is 19982; the lab asks for 9982 (another one counts where',
    );
  });

  test('a port that the report names as that of another address is none of its choices', () => {
    const text = change(BOOTSTRAP, 'port_value: 9982', 'port_value: 15012');
    expect(folder['08-report.md']).toContain(':15012');
    expect(said({ 'bootstrap.yaml': text })[0]).toContain('The admin port is 15012');
  });
});
