import { expect, it } from 'vitest';
import { readYaml } from '../yaml/document.ts';
import { injectionNotes } from './notes.ts';

const POD = 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n';
const DEPLOYMENT = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: pay}\n';
const missing = (input: string, output: string) =>
  injectionNotes(readYaml('in.yaml', input), readYaml('injected.yaml', output), '')
    .filter(({ code }) => code === 'workload-missing')
    .map(({ message }) => message);

it('a workload that is missing from the answer is told, one that came back is not', () => {
  expect(missing(`${POD}---\n${DEPLOYMENT}`, POD)).toEqual([
    'in.yaml:5: Deployment pay is missing from what istioctl answered; look whether this is the real istioctl.',
  ]);
  expect(missing(`${POD}---\n${DEPLOYMENT}`, `${POD}---\n${DEPLOYMENT}`)).toEqual([]);
});

it('a key that was dropped is named as it is written, with what it is read as', () => {
  const dropped = (input: string) =>
    injectionNotes(readYaml('in.yaml', `${POD}${input}`), readYaml('injected.yaml', POD), '')
      .filter(({ code }) => code === 'field-dropped')
      .map(({ message }) => message.split(': the Kubernetes')[0]);
  const there = 'is in the input but not in the output';
  expect(dropped('y: 1\n')).toEqual([
    `in.yaml:4: y (YAML 1.1, which istioctl reads, takes this key for true) ${there}`,
  ]);
  expect(dropped('0123: 1\n')).toEqual([
    `in.yaml:4: 0123 (YAML 1.1, which istioctl reads, takes this key for 83) ${there}`,
  ]);
  expect(dropped('"y": 1\nspek: 1\n')).toEqual([`in.yaml:4: y ${there}`, `in.yaml:5: spek ${there}`]);
});
