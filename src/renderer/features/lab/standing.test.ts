import { describe, expect, it } from 'vitest';
import type { LabStepBy, LabView } from '../../../contract/lab-types.ts';
import type { LabStepPlan, LabStepState } from '../../../domain/lab/model.ts';
import { standingOf } from './standing.ts';

const PLAN: LabStepPlan = { number: 3, id: 'mesh', files: ['03-mesh.txt'] };

const IDLE = { doing: null, made: new Map() };

function view(state: LabStepState, by: LabStepBy): LabView {
  return {
    lab: 'bootstrap',
    folder: '/labs/one',
    exists: true,
    isOther: false,
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
    expect(standingOf(PLAN, null, IDLE)).toBe('unknown');
  });

  it('tells the app’s work from a person’s, right from wrong', () => {
    expect(standingOf(PLAN, view('pass', 'app'), IDLE)).toBe('app');
    expect(standingOf(PLAN, view('pass', 'hand'), IDLE)).toBe('hand');
    expect(standingOf(PLAN, view('fail', 'hand'), IDLE)).toBe('wrong');
    expect(standingOf(PLAN, view('fail', 'app'), IDLE)).toBe('wrong-app');
    expect(standingOf(PLAN, view('missing', 'nobody'), IDLE)).toBe('missing');
    expect(standingOf(PLAN, view('unproved', 'hand'), IDLE)).toBe('unproved');
  });

  it('of a step without a file is what other files show', () => {
    expect(standingOf({ ...PLAN, files: [] }, view('pass', 'nobody'), IDLE)).toBe('files');
  });

  it('is being done as long as the app is at it, whatever was seen before', () => {
    expect(standingOf(PLAN, view('fail', 'hand'), { ...IDLE, doing: 3 })).toBe('doing');
    expect(standingOf(PLAN, view('fail', 'hand'), { ...IDLE, doing: 4 })).toBe('wrong');
  });

  it('is the app’s as soon as its files are written, before all is graded', () => {
    const made = new Map<number, 'done' | 'kept'>([[3, 'done']]);
    expect(standingOf(PLAN, view('missing', 'nobody'), { doing: 4, made })).toBe('app');
    expect(standingOf({ ...PLAN, files: [] }, view('missing', 'nobody'), { doing: 4, made })).toBe('files');
  });
});
