import { describe, expect, it } from 'vitest';
import { payments, stage, workloadOf } from '../../../test/helpers/drawings.ts';
import { buildScene } from './build-scene.ts';
import { stepCount } from './columns/start-order.ts';
import type { Scene, SceneInput, SceneTwin } from './scene.ts';

const native = workloadOf('resources/samples/payments.yaml', 'test/fixtures/diagram/native.injected.yaml');
const there: SceneTwin = { kind: 'there', anatomy: native };

const draw = (over: Partial<SceneInput> = {}): Scene =>
  buildScene(stage(payments(), { scene: 'start-order', twin: there, ...over }));
const badge = ({ boxes }: Scene, event: string): string | undefined =>
  boxes.find(({ id }) => id === `badge/${event}`)?.title;
const saidOf = ({ boxes }: Scene, id: string): string => boxes.find((box) => box.id === id)?.title ?? '';

describe('the scene of the start order', () => {
  it('has as many steps as the longer start and the longer end', () => {
    expect(stepCount({ anatomy: payments(), twin: there })).toBe(5);
    expect(stepCount({ anatomy: payments() })).toBe(3);
  });

  it('says at each step what is over, what happens now and what comes later', () => {
    const drawn = draw({ step: 2 });
    expect(badge(drawn, 'classic/event/1')).toBe('over');
    expect(badge(drawn, 'classic/event/2')).toBe('now');
    expect(badge(drawn, 'classic/event/3')).toBe('later');
  });

  it('lets the lane with fewer steps wait, so that both come to their end together', () => {
    const waits = draw({ step: 3 });
    expect(badge(waits, 'classic/event/2')).toBe('runs');
    expect(badge(waits, 'classic/event/3')).toBe('later');
    expect(badge(waits, 'native/event/3')).toBe('now');
    const end = draw({ step: 4 });
    expect(badge(end, 'classic/event/3')).toBe('now');
    expect(badge(end, 'native/event/4')).toBe('now');
    expect(badge(draw({ step: 5 }), 'classic/event/3')).toBe('over');
  });

  it('moves no box from one step to the next', () => {
    const places = (scene: Scene) =>
      scene.boxes.flatMap(({ id, role, x, y, width, height }) =>
        role === 'badge' ? [] : [[id, x, y, width, height]],
      );
    for (const step of [2, 3, 4, 5]) expect(places(draw({ step }))).toEqual(places(draw({ step: 1 })));
  });

  it('makes only what is of the workload on the stage its parts', () => {
    for (const { id, partId } of draw().boxes) if (partId !== null) expect(id).toMatch(/^classic\//);
  });

  it('says why a lane is not here, and makes nothing up', () => {
    const twin: SceneTwin = { kind: 'missing', why: 'istioctl is not here.' };
    const drawn = draw({ twin });
    expect(saidOf(drawn, 'native/not-here')).toContain('istioctl is not here.');
    expect(drawn.boxes.some(({ id }) => id.startsWith('native/event'))).toBe(false);
  });

  it('says so where the result is the same both times', () => {
    const drawn = draw({ twin: { kind: 'there', anatomy: payments() } });
    expect(saidOf(drawn, 'native/not-here')).toContain('Injected both times');
  });
});
