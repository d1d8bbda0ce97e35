import { expect, it } from 'vitest';
import { AnatomyMaker } from '../../../test/helpers/anatomy-pod.ts';
import { workloadPlace } from './follow-selection.ts';

const place = (file: string, line: number) => ({ file, line, column: 1, endLine: line + 9, endColumn: 3 });
const two = { workloads: [{}, {}] } as unknown as Parameters<typeof workloadPlace>[0];

function workload() {
  const maker = new AnatomyMaker();
  maker.add('workload', 'workload', 'b', {
    source: place('injected.yaml', 300),
    original: place('mine.yaml', 30),
  });
  return { anatomy: { parts: maker.parts } };
}

it('the source opens at the chosen workload, in the text before and after', () => {
  expect(workloadPlace(two, workload(), 'injected.yaml')).toMatchObject({ line: 300, endLine: 300 });
  expect(workloadPlace(two, workload(), 'mine.yaml')).toMatchObject({ line: 30, endLine: 30 });
  expect(workloadPlace(two, workload(), 'mesh.yaml')).toBeNull();
});

it('a text with one workload opens at its top', () => {
  const one = { workloads: [{}] } as unknown as Parameters<typeof workloadPlace>[0];
  expect(workloadPlace(one, workload(), 'injected.yaml')).toBeNull();
});
