import { describe, expect, it } from 'vitest';
import { readAnatomy } from '../../src/domain/anatomy/anatomy.ts';
import { alignWith, cutOut } from '../../src/domain/yaml/align.ts';
import { removedLines } from '../helpers/removed-lines.ts';
import { caseBytes, inject } from './injecting.ts';

/** The lines of a workload that the comparison shows as taken away by the real istioctl. */
async function removedFrom(name: string, index: number): Promise<readonly string[]> {
  const result = await inject(name, caseBytes(name));
  const anatomy = readAnatomy(result);
  const { parts } = anatomy.workload(index, { variant: 'lab', start: {} });
  const whole = parts.find((part) => part.id === 'workload');
  if (!whole?.source || whole.original === undefined)
    throw new Error(`${name} has no place for its workload`);
  const injected = cutOut(result.injected.text, whole.source);
  return removedLines(alignWith(cutOut(result.original.text, whole.original), injected), injected);
}

describe('the original in the order of the real istioctl', () => {
  it('shows nothing of a workload in a List as removed', async () => {
    expect(await removedFrom('05-list-kind.yaml', 0)).toEqual([]);
    expect(await removedFrom('05-list-kind.yaml', 1)).toEqual([]);
  });

  it('shows nothing of anchors and merges as removed, save the key that holds them', async () => {
    expect(await removedFrom('33-anchors-merge.yaml', 0)).toEqual([
      'x-common:',
      'image: registry.example.com/base:1',
      'resources:',
      'requests:',
      'cpu: 10m',
    ]);
  });

  it('shows nothing of a document between many separators as removed', async () => {
    expect(await removedFrom('48-separators.yaml', 0)).toEqual([]);
  });
});
