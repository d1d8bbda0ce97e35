import { describe, expect, test } from 'vitest';
import { complaints, grade, labFolder } from '../../../../test/helpers/boot-lab.ts';

const folder = labFolder();

describe('several workloads', () => {
  const two = labFolder({
    injected: `${folder['inject.yaml']}---\n${(folder['inject.yaml'] ?? '').replaceAll('payments', 'orders')}`,
    workload: 1,
  });
  test('are judged by the one that the report names', () => {
    const report = grade(two);
    expect(report.workload).toBe('Deployment orders');
    expect(complaints(report)).toEqual([]);
    expect(report.steps[0]?.notes[0]).toContain(
      'Judged by Deployment orders, which 08-report.md names, of 2',
    );
  });
  test('or by the one that was asked for', () => {
    expect(complaints(grade(two, { workload: 'payments' })).map((line) => line[0])).toContain('2');
    expect(complaints(grade(two, { workload: '2' }))).toEqual([]);
    expect(() => grade(two, { workload: 'x' })).toThrow('inject.yaml holds no workload x.');
  });
});
