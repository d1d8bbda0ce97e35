import { expect, it } from 'vitest';
import { countWords, coverageWords, worst, worstFirst } from './words.ts';

const said = (...severities: readonly ('Error' | 'Warning' | 'Info' | null)[]) =>
  severities.map((severity) => ({ severity }));

it('counts what was found, and does not take for clean what was not looked into', () => {
  const coverage = [{ objects: 2, read: 0 }];
  expect(countWords({ findings: said('Error', 'Warning', 'Error', null), coverage })).toBe(
    '2 errors, 1 warning, 1 message that is not understood',
  );
  expect(countWords({ findings: [], coverage })).toBe('nothing found, and nothing looked into');
  expect(countWords({ findings: [], coverage: [...coverage, { objects: 1, read: 1 }] })).toBe(
    'nothing found',
  );
  expect(countWords({ findings: [], coverage: [] })).toBe('nothing found');
});

it('takes words that are not understood for an error only where the program ended with one', () => {
  expect(worst({ findings: said(null), exitCode: 1 })).toBe('Error');
  expect(worst({ findings: said(null, 'Info'), exitCode: 0 })).toBe('Info');
  expect(worst({ findings: said('Info', 'Warning'), exitCode: 0 })).toBe('Warning');
  expect(worst({ findings: [], exitCode: 0 })).toBeNull();
});

it('puts the gravest first, and keeps the order of what is equally grave', () => {
  const findings = [
    { severity: 'Info', n: 1 },
    { severity: 'Warning', n: 2 },
    { severity: 'Error', n: 3 },
    { severity: null, n: 4 },
    { severity: 'Error', n: 5 },
  ] as const;
  expect(worstFirst(findings).map(({ n }) => n)).toEqual([3, 5, 4, 2, 1]);
});

it('names what is not looked into, as many as people read', () => {
  const coverage = {
    file: 'a',
    objects: 30,
    read: 1,
    decoded: ['Deployment d'],
    unread: [] as string[],
    lost: ['Gateway g'],
    behind: ['Sidecar s'],
    elsewhere: ['VirtualService v'],
  };
  coverage.unread = Array.from({ length: 20 }, (_, index) => `Pod ${index}`);
  expect(coverageWords(coverage)).toBe(
    'it looks into 1 of 30 objects: it could not decode Gateway g; it did not get to read Sidecar s; it says nothing of what is in other namespaces: VirtualService v; it only decodes Deployment d; it passes over Pod 0, Pod 1, Pod 2, Pod 3 and 16 more; and so on, 5 more',
  );
  const none = { decoded: [], unread: [], lost: [], behind: [], elsewhere: [] };
  expect(coverageWords({ ...coverage, objects: 1, ...none })).toBe('it looks into 1 of 1 object');
});
