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
