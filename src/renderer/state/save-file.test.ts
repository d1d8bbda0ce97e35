import { expect, test } from 'vitest';
import { fileName, savedAs } from './save-file.ts';

test('a picture is named after workload, scene and view', () => {
  expect(fileName(['payments', 'overview', 'injected'], 'svg')).toBe('payments-overview-injected.svg');
});

test('a hostile workload name becomes a harmless file name', () => {
  expect(fileName(['../../etc/passwd', 'pod'], 'png')).toBe('etc-passwd-pod.png');
  expect(fileName(['\u202e<script>'], 'svg')).toBe('script.svg');
  expect(fileName(['///'], 'svg')).toBe('anatomy.svg');
  expect(fileName(['결제'], 'svg')).toBe('결제.svg');
});

test('a text is saved under its own name', () => {
  expect(savedAs('injected.yaml')).toBe('injected.yaml');
  expect(savedAs('../x/a b.json')).toBe('x-a-b.json');
  expect(savedAs('values')).toBe('values.txt');
});
