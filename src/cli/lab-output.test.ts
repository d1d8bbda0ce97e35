import { expect, test } from 'vitest';
import type { LabReport } from '../domain/lab/model.ts';
import { reportText, stepNumbers } from './lab-output.ts';

const report: LabReport = {
  lab: 'bootstrap',
  passed: false,
  workload: 'Deployment payments',
  steps: [
    { number: 1, id: 'arguments', state: 'pass', findings: [], notes: [] },
    {
      number: 3,
      id: 'mesh',
      state: 'fail',
      findings: [
        { file: '03-mesh.txt', line: 4, key: 'ca_addr_same', message: 'ca_addr_same says no' },
        { file: '03-mesh.txt', line: null, key: null, message: '03-mesh.txt holds \u001b[31m five lines' },
      ],
      notes: ['Compared with mesh-config.yaml.'],
    },
  ],
};

test('a report is a line a step with place and reason, and nothing of the input moves the cursor', () => {
  expect(reportText(report)).toBe(
    [
      'Deployment payments',
      '✓ 1 arguments  pass',
      '✗ 3 mesh       fail      03-mesh.txt:4: ca_addr_same says no',
      '                         03-mesh.txt holds \\u001b[31m five lines',
      '                         (Compared with mesh-config.yaml.)',
      '1 of 2 steps pass',
      '',
    ].join('\n'),
  );
});

test('steps are named by numbers and ranges', () => {
  expect(stepNumbers('bootstrap', '2,4-6')).toEqual([2, 4, 5, 6]);
  for (const wrong of ['', '0', '9', '3-2', 'x', '1,,2']) {
    expect(() => stepNumbers('bootstrap', wrong)).toThrow('names no step');
  }
});
