import { describe, expect, test } from 'vitest';
import { DRAWINGS } from '../../../test/helpers/drawings.ts';
import { leaks } from '../../../test/helpers/planted-secrets.ts';
import { plantedWorkload } from '../../../test/helpers/planted-workload.ts';
import { readAnatomy } from '../anatomy/anatomy.ts';
import type { WorkloadAnatomy } from '../anatomy/model.ts';
import { redactAnatomy, redactNotes } from './anatomy.ts';
import { createRedactor } from './redactor.ts';

function anatomyOf(text: string): WorkloadAnatomy {
  const none = { injectConfig: null, meshConfig: null, values: null };
  const read = readAnatomy({ original: null, injected: { name: 'shop.yaml', text }, ...none });
  return read.workload(0, { variant: 'sidecar', start: {} });
}

/** A pod with one container; `more` are its further lines. */
const pod = (more: string, annotations = '{}') =>
  anatomyOf(
    `apiVersion: v1\nkind: Pod\nmetadata: {name: shop, annotations: ${annotations}}\nspec:\n  containers:\n  - name: shop\n    image: a\n${more}`,
  );
const values = ({ parts }: WorkloadAnatomy, kind: string) =>
  parts.filter((part) => part.kind === kind).map(({ label, value }) => [label, value]);

/** Built from pieces: no text of this repository holds a key whole. */
const KEY = ['Zk3', 'Qp9', 'Lm2', 'Xv7', 'Rt5', 'Wn8'].join('');

test('every planted secret of a workload is masked, each counted once, and nothing else of it changes', () => {
  const anatomy = anatomyOf(plantedWorkload());
  expect(leaks(JSON.stringify(anatomy)).length).toBeGreaterThanOrEqual(40);
  const redacted = redactAnatomy(anatomy);
  expect([leaks(JSON.stringify(redacted.anatomy)), redacted.masked]).toEqual([[], 40]);
  expect(redacted.anatomy.parts.map(({ id }) => id)).toEqual(anatomy.parts.map(({ id }) => id));
  expect(redacted.anatomy.links).toEqual(anatomy.links);
  expect(values(redacted.anatomy, 'env')).toContainEqual(['API_PASSWORD', null]);
});

describe('what is no secret stays as it is:', () => {
  test.each(Object.keys(DRAWINGS))('the drawing %s masks nothing', (name) => {
    const anatomy = DRAWINGS[name]?.().anatomy;
    if (anatomy === undefined) throw new Error(`no drawing ${name}`);
    expect(redactAnatomy(anatomy)).toEqual({ anatomy, masked: 0 });
  });
});

test('an argument is told by the flag in front of it, whatever stands before that', () => {
  const { anatomy } = redactAnatomy(
    pod(
      `    command: [/bin/redis-cli, -v, -a, ${KEY}]\n    args: [-v, --token, ${KEY}1, --user, "1000:1000", plain]\n`,
    ),
  );
  expect(values(anatomy, 'arg')).toEqual([
    ['/bin/redis-cli', '/bin/redis-cli'],
    ['-v', '-v'],
    ['-a', '-a'],
    ['••••', '••••'],
    ['-v', '-v'],
    ['--token', '--token'],
    ['••••', '••••'],
    ['--user', '--user'],
    ['1000:1000', '1000:1000'],
    ['plain', 'plain'],
  ]);
});

test('what a part repeats of another one’s secret is masked, before and behind it', () => {
  const { anatomy, masked } = redactAnatomy(
    pod(`    env:\n    - {name: FIRST, value: "say ${KEY}"}\n    - {name: DB_PASSWORD, value: ${KEY}}\n`),
  );
  expect(values(anatomy, 'env')).toEqual([
    ['FIRST', 'say ••••'],
    ['DB_PASSWORD', '••••'],
  ]);
  expect(masked).toBe(1);
});

test('what the user wrote before the injector changed it is masked, too', () => {
  const anatomy = pod(`    env: [{name: DB_PASSWORD, value: ${KEY}}]\n`);
  const parts = anatomy.parts.map((part) => (part.kind === 'env' ? { ...part, before: `${KEY}9` } : part));
  const { anatomy: redacted, masked } = redactAnatomy({ ...anatomy, parts });
  expect(redacted.parts.find(({ kind }) => kind === 'env')).toMatchObject({ value: '••••', before: '••••' });
  expect(masked).toBe(2);
});

test('two names that are secrets stay two parts, with their links', () => {
  const token = (end: string) => ['gh', 'p_', 'Ab3'.repeat(12), end].join('');
  const anatomy = pod(
    `    env:\n    - {name: ${token('x')}, value: a}\n    - {name: ${token('y')}, value: b}\n`,
  );
  const { anatomy: redacted } = redactAnatomy(anatomy);
  expect(JSON.stringify(redacted)).not.toContain('Ab3Ab3');
  const ids = new Set(redacted.parts.map(({ id }) => id));
  expect(ids.size).toBe(anatomy.parts.length);
  expect(redacted.links.filter(({ from, to }) => !ids.has(from) || !ids.has(to))).toEqual([]);
});

test('a note that repeats a secret of its workload is masked, and counts nothing of its own', () => {
  const redactor = createRedactor();
  redactAnatomy(pod(`    env: [{name: DB_PASSWORD, value: ${KEY}}]\n`), redactor);
  const note = { code: 'a', severity: 'info', message: `It repeats ${KEY}.`, source: null } as const;
  expect(redactNotes([note, { ...note, workload: 0 }, { ...note, workload: 1 }], [redactor])).toEqual([
    { ...note, message: 'It repeats ••••.' },
    { ...note, message: 'It repeats ••••.', workload: 0 },
    { ...note, workload: 1 },
  ]);
});
