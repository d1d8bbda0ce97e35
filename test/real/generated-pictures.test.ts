import { beforeAll, describe, expect, it } from 'vitest';
import { type ReadAnatomy, readAnatomy } from '../../src/domain/anatomy/anatomy.ts';
import { buildScene } from '../../src/domain/diagram/build-scene.ts';
import type { SceneInput, SceneName, ViewMode } from '../../src/domain/diagram/scene.ts';
import { SCENE_NAMES } from '../../src/domain/diagram/scenes.ts';
import { stage } from '../helpers/drawings.ts';
import { generatedWorkloads } from '../helpers/generated-workloads.ts';
import { pictureFaults } from '../helpers/geometry.ts';
import { inject } from './injecting.ts';

const COUNT = 200;
const VIEWS: readonly ViewMode[] = ['injected', 'difference', 'original'];
/** Width and height of the stage in the window at both sizes it is made for, and of a picture on the command line. */
const ROOMS = [
  { width: 1280, height: 550 },
  { width: 1920, height: 900 },
  { width: 1280, height: 720 },
] as const;

/** The same with the picture for a room, under one line of words. */
const WALLS = [
  { width: 1280, height: 660 },
  { width: 1920, height: 1000 },
] as const;

describe(`the pictures of ${COUNT} generated workloads, as the real istioctl injects them`, () => {
  let anatomy: ReadAnatomy;
  let twins: ReadAnatomy;
  beforeAll(async () => {
    anatomy = readAnatomy(await inject('generated.yaml', generatedWorkloads(COUNT)));
    twins = readAnatomy(await inject('generated.yaml', generatedWorkloads(COUNT), { native: true }));
  }, 120_000);

  /** What the start order shows besides, at one step or another. */
  const beside = (scene: SceneName, index: number): Pick<SceneInput, 'twin' | 'step'> =>
    scene === 'start-order'
      ? {
          twin: { kind: 'there', anatomy: twins.workload(index, { variant: 'lab', start: {} }) },
          step: index % 3 === 0 ? null : index % 7,
        }
      : {};

  it('are of as many workloads, of all sorts', () => {
    expect(anatomy.summaries).toHaveLength(COUNT);
    expect(anatomy.summaries.filter(({ injected }) => !injected).length).toBeGreaterThan(5);
  });

  it.each(SCENE_NAMES)(
    '%s, for a room: the same, and no letter is smaller than 24 pixels of 1280',
    (scene) => {
      const faults: string[] = [];
      for (let index = 0; index < COUNT; index += 4) {
        const variant = index % 8 === 0 ? 'lab' : 'sidecar';
        const workload = anatomy.workload(index, { variant, start: {} });
        const room = WALLS[(index / 4) % WALLS.length] ?? WALLS[0];
        const view = VIEWS[Math.floor(index / 8) % VIEWS.length] ?? 'injected';
        const drawn = buildScene(
          stage(workload, { scene, variant, view, reader: 'room', ...beside(scene, index), ...room }),
        );
        const small = drawn.boxes.flatMap(({ id, texts }) =>
          texts
            .filter(({ size }) => size < (24 * room.width) / 1280)
            .map(({ text }) => `${id}: small “${text}”`),
        );
        for (const fault of [...pictureFaults(drawn), ...small])
          faults.push(`${index} ${view} ${room.width}: ${fault}`);
      }
      expect(faults).toEqual([]);
    },
  );

  it.each(SCENE_NAMES)(
    '%s: no text overlaps or is wider than its box, no line runs through what is not its own',
    (scene) => {
      const faults: string[] = [];
      for (let index = 0; index < COUNT; index += 1) {
        const variant = index % 2 === 0 ? 'lab' : 'sidecar';
        const workload = anatomy.workload(index, { variant, start: {} });
        const room = ROOMS[index % ROOMS.length] ?? ROOMS[0];
        const view = VIEWS[Math.floor(index / 2) % VIEWS.length] ?? 'injected';
        const drawn = buildScene(stage(workload, { scene, variant, view, ...beside(scene, index), ...room }));
        for (const fault of pictureFaults(drawn)) faults.push(`${index} ${view} ${room.width}: ${fault}`);
      }
      expect(faults).toEqual([]);
    },
  );
});
