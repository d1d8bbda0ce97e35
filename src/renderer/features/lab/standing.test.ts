import { describe, expect, it } from 'vitest';
import type { LabStepBy, LabView } from '../../../contract/lab-types.ts';
import type { LabStepPlan, LabStepState } from '../../../domain/lab/model.ts';
import { standingOf } from './standing.ts';

const PLAN: LabStepPlan = { number: 3, id: 'mesh', files: ['03-mesh.txt'] };

function view(state: LabStepState, by: LabStepBy): LabView {
  return {
    lab: 'bootstrap',
    folder: '/labs/one',
    exists: true,
    by: { 3: by },
    report: {
      lab: 'bootstrap',
      passed: false,
      workload: null,
      steps: [{ number: 3, id: 'mesh', state, findings: [], notes: [] }],
    },
  };
}

describe('how a step stands', () => {
  it('is not known before the folder was looked at', () => {
    expect(standingOf(PLAN, null, null)).toBe('unknown');
  });

  it('tells the app’s work from a person’s, right from wrong', () => {
    expect(standingOf(PLAN, view('pass', 'app'), null)).toBe('app');
    expect(standingOf(PLAN, view('pass', 'hand'), null)).toBe('hand');
    expect(standingOf(PLAN, view('fail', 'hand'), null)).toBe('wrong');
    expect(standingOf(PLAN, view('fail', 'app'), null)).toBe('wrong-app');
    expect(standingOf(PLAN, view('missing', 'nobody'), null)).toBe('missing');
    expect(standingOf(PLAN, view('unproved', 'hand'), null)).toBe('unproved');
  });

  it('of a step without a file is what other files show', () => {
    expect(standingOf({ ...PLAN, files: [] }, view('pass', 'nobody'), null)).toBe('files');
  });

  it('is being done as long as the app is at it, whatever was seen before', () => {
    expect(standingOf(PLAN, view('fail', 'hand'), 3)).toBe('doing');
    expect(standingOf(PLAN, view('fail', 'hand'), 4)).toBe('wrong');
  });
});
