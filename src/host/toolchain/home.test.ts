import { userInfo } from 'node:os';
import { expect, it } from 'vitest';
import { cacheFolder } from './cache.ts';
import { homeFolder } from './home.ts';

it('is the folder that HOME names, or the one the system knows when HOME is relative', () => {
  expect(homeFolder('/home/someone')).toBe('/home/someone');
  expect(homeFolder('relative')).toBe(userInfo().homedir);
  expect(homeFolder('')).toBe(userInfo().homedir);
});

it('keeps the cache out of the working folder, whatever HOME says', () => {
  expect(cacheFolder({}, 'linux', homeFolder('relative'))).toBe(
    `${userInfo().homedir}/.cache/sidecar-anatomy`,
  );
});
