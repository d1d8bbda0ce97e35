import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { DRAWINGS } from '../../../../test/helpers/drawings.ts';
import { buildScene } from '../build-scene.ts';
import { LIGHT } from '../theme.ts';
import { PAGE_HASHES, sceneToHtml } from './html.ts';
import { PAGE_SCRIPT, PAGE_STYLE } from './html-page.ts';

const hash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

test('the policy of a page names its own script and style by their hashes', () => {
  expect(PAGE_HASHES).toEqual({ script: hash(PAGE_SCRIPT), style: hash(PAGE_STYLE) });
});

test('no text of a workload ends an element of the page or begins one', () => {
  const input = DRAWINGS.hostile?.();
  if (input === undefined) throw new Error('no such drawing');
  const page = sceneToHtml(buildScene(input), LIGHT, input.anatomy, null);
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page.match(/<\/script/g)).toHaveLength(2);
  expect(page.match(/<style/g)).toHaveLength(1);
  expect(page).not.toMatch(/<(?:img|iframe|a|b|link|object)[\s>]/);
});
