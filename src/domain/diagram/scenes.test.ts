import { expect, test } from 'vitest';
import { payments, stage, workloadOf } from '../../../test/helpers/drawings.ts';
import { buildScene } from './build-scene.ts';
import { SCENE_NAMES, SCENES, STORY, sceneEntry, sceneKey, viewOf } from './scenes.ts';

test('every scene is in the list once, has a name a question of its own, and is drawn', () => {
  expect(new Set(SCENE_NAMES.map((name) => buildScene(stage(payments(), { scene: name })).title)).size).toBe(
    SCENES.length,
  );
  for (const key of ['name', 'label', 'title', 'question'] as const)
    expect(new Set(SCENES.map((entry) => entry[key])).size).toBe(SCENES.length);
  for (const { question } of SCENES) expect(question).toMatch(/^[A-Z].*\?$/);
});

test('the number keys stand for the scenes of the story, 1 for the first, and for no more than ten', () => {
  expect(STORY.slice(0, 3).map(({ name }) => sceneKey(name))).toEqual(['1', '2', '3']);
  expect(STORY.length).toBeLessThanOrEqual(10);
  expect(sceneKey('pod')).toBeNull();
});

test('before and injection show their own view whatever was chosen, and say why', () => {
  expect(viewOf('before', 'difference')).toBe('original');
  expect(viewOf('injection', 'injected')).toBe('difference');
  expect(viewOf('overview', 'difference')).toBe('difference');
  for (const { fixed } of SCENES) if (fixed !== null) expect(fixed.why).toMatch(/\.$/);
  expect(sceneEntry('pod').fixed).toBeNull();
});

test('before injection a picture holds nothing that was added, whichever view was asked for', () => {
  for (const view of ['original', 'injected', 'difference'] as const) {
    const { boxes, title } = buildScene(stage(payments(), { scene: 'before', view }));
    expect(boxes.filter(({ tone }) => tone === 'injected')).toEqual([]);
    expect(title).toBe('payments (Deployment, default): before injection');
  }
});

test('a file that held its sidecar already says by what the picture knows whose is what', () => {
  const told = /no file from before injection/;
  const already = workloadOf(null, 'test/cases/63-ca-and-discovery-disagree.yaml');
  for (const scene of ['before', 'injection'] as const) {
    expect(buildScene(stage(already, { scene })).captions.join()).toMatch(told);
    expect(buildScene(stage(payments(), { scene })).captions.join()).not.toMatch(told);
  }
  expect(buildScene(stage(already)).captions.join()).not.toMatch(told);
});
