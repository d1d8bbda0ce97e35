import { describe, expect, it } from 'vitest';
import { istioctlError } from './istioctl-error.ts';

describe('the reason that istioctl gives', () => {
  it.each([
    ['Error: the moon is full.\n', 'the moon is full'],
    ['2026-11-30 info x\nError: the moon is full\n', 'the moon is full'],
    ['something else\nmore\n', 'something else'],
    ['', ''],
    [
      'Error: 1 error occurred:\n\t* trustDomain: trust domain name "a b" invalid\n\n, 1 error occurred:\n\t* trustDomain: trust domain name "a b" invalid\n',
      'trustDomain: trust domain name "a b" invalid',
    ],
    ['Error: 2 errors occurred:\n\t* a: b\n\t* c: d\n\n', 'a: b; c: d'],
    ['Error: 5 errors occurred:\n\t* a\n\t* b\n\t* c\n\t* d\n\t* e\n', 'a; b; c; and 2 more'],
    [
      'Error(s) adding files: 1 error occurred:\n\t* errors parsing content "a.yaml": 1 error occurred:\n\t* mapping values are not allowed\n\n',
      'mapping values are not allowed',
    ],
    ['Error: 1 error occurred:\n', '1 error occurred:'],
  ])('of %j', (output, reason) => {
    expect(istioctlError(output)).toBe(reason);
  });
});
