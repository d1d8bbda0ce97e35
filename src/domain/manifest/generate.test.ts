import { expect, test } from 'vitest';
import { explainGenerateFailure, generateArguments } from './generate.ts';
import { wishWords } from './wish-words.ts';

test('a profile is a setting like others, and comes before them', () => {
  expect(generateArguments({ profile: null, sets: [] })).toEqual(['manifest', 'generate']);
  expect(generateArguments({ profile: 'demo', sets: ['hub=a b', 'x.y\\.z=1=2'] })).toEqual([
    'manifest',
    'generate',
    '--set',
    'profile=demo',
    '--set',
    'hub=a b',
    '--set',
    'x.y\\.z=1=2',
  ]);
  expect(wishWords({ profile: 'demo', sets: ['hub=a'] })).toBe('profile demo, --set hub=a');
  expect(wishWords({ profile: null, sets: ['profile=demo'] })).toBe('--set profile=demo');
});

test.each(['', 'bad', '=1', '.a=1', 'values[0]=1', ' =1', 'a=\u0000', 'a\nb=1'])(
  'the setting %j, on which istioctl ends in a panic or which is none, is refused before',
  (set) => {
    expect(() => generateArguments({ profile: null, sets: [set] })).toThrow(/is not KEY=VALUE/);
  },
);

test.each(['', 'a b', 'a=b', 'a,b', 'x\u001b[31m'])('%j is no name of a profile', (profile) => {
  expect(() => generateArguments({ profile, sets: [] })).toThrow(/cannot be the name of a profile/);
});

test('what is not known of an error is told in istioctl’s own words, its first line only', () => {
  const explain = (stderr: string, sets: readonly string[] = ['a=1', 'b=2']) =>
    explainGenerateFailure({ profile: null, sets }, stderr).message;
  // Of several errors the first, and not their number alone.
  expect(explain('Error: 1 error occurred:\n\t* trustDomain: trust domain name "x" invalid\n\n')).toContain(
    'trust domain name "x" invalid',
  );
  expect(explain('Error: bad hub: no.\nUsage:\n')).toBe('istioctl manifest generate refuses: bad hub: no.');
  expect(explain('')).toBe('istioctl manifest generate refuses: it does not say why.');
  expect(explain('panic: not a map\n\ngoroutine 1')).toBe(
    'istioctl ended in a panic on one of the --set values (panic: not a map).',
  );
  expect(explain('Error: could not unmarshal: json: unknown field "b"')).toContain('--set b=2:');
});
