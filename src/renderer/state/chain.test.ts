import { expect, test } from 'vitest';
import type { Link, LinkRule } from '../../domain/anatomy/model.ts';
import { downstream, litChain, upstream } from './chain.ts';

const link = (from: string, to: string, rule: LinkRule): Link => ({ from, to, rule });
const links = [
  link('pod/name', 'env/POD_NAME', 'downward-api'),
  link('env/POD_NAME', 'node/metadata/NAME', 'written-by-pilot-agent'),
  link('env/POD_NAME', 'node/id/pod', 'written-by-pilot-agent'),
  link('init', 'proxy', 'starts-before'),
  link('proxy', 'app', 'starts-before'),
  link('volume', 'mount', 'mount'),
];

test('a chain is followed to both ends', () => {
  expect(upstream({ links }, 'node/metadata/NAME')).toEqual(['env/POD_NAME', 'pod/name']);
  expect(downstream({ links }, 'pod/name')).toEqual(['env/POD_NAME', 'node/metadata/NAME', 'node/id/pod']);
});

test('hovering one end lights its chain and not the siblings that share a source', () => {
  expect([...litChain({ links }, 'node/metadata/NAME')].sort()).toEqual([
    'env/POD_NAME',
    'node/metadata/NAME',
    'pod/name',
  ]);
});

test('start order and mounts light the neighbour only', () => {
  expect([...litChain({ links }, 'init')].sort()).toEqual(['init', 'proxy']);
  expect([...litChain({ links }, 'volume')].sort()).toEqual(['mount', 'volume']);
});

test('a part without links lights nothing', () => {
  expect(litChain({ links }, 'alone').size).toBe(0);
});

test('a ring of links ends', () => {
  const ring = [link('a', 'b', 'endpoint'), link('b', 'a', 'endpoint')];
  expect(upstream({ links: ring }, 'a')).toEqual(['b']);
});
