import { expect, test } from 'vitest';
import { fileOfSecondInstance, startFileOf } from './start-file.ts';

test('the file is the first argument that is no switch, after the app’s folder where there is one', () => {
  expect(startFileOf(['app', 'pay.yaml'], '/home/u', true)).toBe('/home/u/pay.yaml');
  expect(startFileOf(['electron', '.', 'pay.yaml'], '/home/u', false)).toBe('/home/u/pay.yaml');
  const debugged = [
    'electron',
    '--inspect=0',
    '--remote-debugging-port=0',
    '.',
    '--no-sandbox',
    '/x/pay.yaml',
  ];
  expect(startFileOf(debugged, '/home/u', false)).toBe('/x/pay.yaml');
});

test('without a file there is none: the app’s own folder is not one', () => {
  expect(startFileOf(['electron', '.'], '/home/u', false)).toBeNull();
  expect(startFileOf(['app', '--no-sandbox'], '/home/u', true)).toBeNull();
});

test('a second instance brings only a file that is there', () => {
  expect(fileOfSecondInstance(['app', 'no-such-file.yaml'], '/', true)).toBeNull();
});
