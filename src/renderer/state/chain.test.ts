import { expect, test } from 'vitest';
import type { Link, LinkRule } from '../../domain/anatomy/model.ts';
import { downstream, upstream } from './chain.ts';

const link = (from: string, to: string, rule: LinkRule): Link => ({ from, to, rule });
const links = [
  link('pod/name', 'env/POD_NAME', 'downward-api'),
  link('env/POD_NAME', 'node/metadata/NAME', 'written-by-pilot-agent'),
  link('env/POD_NAME', 'node/id/pod', 'written-by-pilot-agent'),
];

test('a chain is followed to both ends', () => {
  expect(upstream({ links }, 'node/metadata/NAME')).toEqual(['env/POD_NAME', 'pod/name']);
  expect(downstream({ links }, 'pod/name')).toEqual(['env/POD_NAME', 'node/metadata/NAME', 'node/id/pod']);
});

test('a ring of links ends', () => {
  const ring = [link('a', 'b', 'endpoint'), link('b', 'a', 'endpoint')];
  expect(upstream({ links: ring }, 'a')).toEqual(['b']);
});

test('what a container’s program reads is no source of the container, and still leads to it', () => {
  const read = [link('container/a/arg/0', 'container/a', 'read-by-program')];
  expect(upstream({ links: read }, 'container/a')).toEqual([]);
  expect(downstream({ links: read }, 'container/a/arg/0')).toEqual(['container/a']);
});
