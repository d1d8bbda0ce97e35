import { describe, expect, test } from 'vitest';
import { DRAWINGS, payments, stage, workloadOf } from '../../../test/helpers/drawings.ts';
import { buildScene } from '../diagram/build-scene.ts';
import { SCENE_NAMES, STORY } from '../diagram/scenes.ts';
import { defaultDeck } from './deck.ts';

const notInjected = () =>
  workloadOf('test/cases/14-hostnetwork-daemonset.yaml', 'test/fixtures/diagram/host-network.injected.yaml');

describe('the default deck', () => {
  test('tells every scene of the story in its order, then runs Envoy, breaks it and comes back', () => {
    const deck = defaultDeck(payments());
    const ids = deck.map(({ id }) => id);
    const told = STORY.map(({ name }) => name).filter((name) => name !== 'live');
    expect(ids).toEqual([...told, 'do-run', 'do-typo', 'do-good']);
    // What Envoy says is told where one runs.
    expect(deck.find(({ id }) => id === 'do-run')?.scene).toBe('live');
  });

  test('on a recording has the same steps, and says of none that it starts or asks an Envoy', () => {
    const [now, then] = [defaultDeck(payments()), defaultDeck(payments(), true)];
    expect(then.map(({ id }) => id)).toEqual(now.map(({ id }) => id));
    const told = then.flatMap(({ title, facts }) => [title, ...facts]).join('\n');
    expect(told).not.toMatch(/starts a|gives a|ends the|What does a real/);
  });

  test('of a workload without a sidecar runs nothing and shows no scene in which nothing stands', () => {
    const deck = defaultDeck(notInjected());
    expect(deck.map(({ scene, action }) => [scene, action])).toEqual([
      ['overview', null],
      ['before', null],
    ]);
  });

  test('has steps that can be told apart, and lights only parts that there are', () => {
    for (const [name, input] of Object.entries(DRAWINGS)) {
      const { anatomy } = input();
      const deck = defaultDeck(anatomy);
      const known = new Set(anatomy.parts.map(({ id }) => id));
      expect(new Set(deck.map(({ id }) => id)).size, name).toBe(deck.length);
      for (const step of deck) {
        expect(SCENE_NAMES).toContain(step.scene);
        expect(
          step.lit.filter((id) => !known.has(id)),
          `${name}, ${step.id}`,
        ).toEqual([]);
      }
    }
  });

  test('counts what is in the workload, and nothing else', () => {
    const facts = (id: string) => defaultDeck(payments()).find((step) => step.id === id)?.facts;
    const { boxes } = buildScene(stage(payments(), { reader: 'room', height: 660 }));
    const drawn = (id: string) => boxes.find((box) => box.id === id)?.texts[0]?.text ?? '';
    expect(facts('overview')).toEqual([
      'Deployment payments in default: 2 containers, 1 init container, 9 volumes.',
      'The node has 22 metadata keys.',
    ]);
    expect(drawn('more/volumes/injected')).toBe('9 volumes');
    expect(drawn('more/metadata')).toBe('22 metadata');
    expect(facts('before')).toEqual(['As written: 1 container and 0 volumes.']);
  });
});
