import { expect, test } from 'vitest';
import { readSettings, shownProfile } from './choose-source.tsx';

test('settings are one a line, with or without --set before them; empty lines are none', () => {
  expect(readSettings('hub=a\r\n\n  --set tag=1.2 \n--set=meshConfig.x=a b\n--settings=1')).toEqual([
    'hub=a',
    'tag=1.2',
    'meshConfig.x=a b',
    '--settings=1',
  ]);
});

test('a profile is marked where a manifest was generated with it, never before there is one, nor for a file', () => {
  expect(shownProfile({ kind: 'generated', profile: null, sets: ['hub=a'] })).toBe('default');
  expect(shownProfile({ kind: 'generated', profile: 'demo', sets: [] })).toBe('demo');
  expect(shownProfile({ kind: 'file', file: { name: 'demo', text: '' } as never })).toBeNull();
  expect(shownProfile(null)).toBeNull();
});
