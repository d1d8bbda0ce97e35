import { expect, test } from 'vitest';
import { readSettings } from './choose-source.tsx';

test('settings are one a line, with or without --set before them; empty lines are none', () => {
  expect(readSettings('hub=a\r\n\n  --set tag=1.2 \n--set=meshConfig.x=a b\n--settings=1')).toEqual([
    'hub=a',
    'tag=1.2',
    'meshConfig.x=a b',
    '--settings=1',
  ]);
});
