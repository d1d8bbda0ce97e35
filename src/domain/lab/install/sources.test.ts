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
  it('blames no value for a file that is not there to compare it with', () => {
    const files = new Map(filesOf(smallLab()));
    files.set('injected.yaml', { kind: 'missing' });
    const report = gradeInstallLab(files, WITHOUT_CLUSTER);
    expect(notPassed(report)).toEqual({ 5: 'missing', 7: 'unproved' });
    expect(report.steps[6]?.notes).toEqual([
      'out/sidecar.json could not be compared: there is no injected.yaml yet, which step 5 makes.',
    ]);
  });

  it('does not tell a manifest that cannot be read as one that is not there', () => {
    const files = new Map(filesOf(smallLab()));
    files.set('manifest.yaml', { kind: 'unreadable', why: 'manifest.yaml is a pipe and not a file.' });
    const report = gradeInstallLab(files, WITHOUT_CLUSTER);
    expect(Object.entries(notPassed(report))).toEqual([
      ['2', 'fail'],
      ['3', 'fail'],
      ['8', 'unproved'],
    ]);
    expect(findingsOf(report).filter((line) => line.includes('is a pipe'))).toHaveLength(2);
    expect(report.steps[7]?.notes.join()).toContain('is a pipe');
  });
});
