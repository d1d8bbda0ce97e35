import { describe, expect, it } from 'vitest';
import {
  filesOf,
  findingsOf,
  notPassed,
  smallLab,
  WITHOUT_CLUSTER,
} from '../../../../test/helpers/install-lab.ts';
import { gradeInstallLab } from './grade.ts';

describe('what a folder is judged by', () => {
  it('does not tell a manifest that cannot be read as one that is not there', () => {
    const files = new Map(filesOf(smallLab()));
    files.set('manifest.yaml', { kind: 'unreadable', why: 'manifest.yaml is a pipe and not a file.' });
    const report = gradeInstallLab(files, WITHOUT_CLUSTER);
    expect(Object.entries(notPassed(report))).toEqual([
      ['2', 'fail'],
      ['3', 'fail'],
      ['8', 'fail'],
    ]);
    expect(findingsOf(report).filter((line) => line.includes('is a pipe'))).toHaveLength(3);
  });
});
