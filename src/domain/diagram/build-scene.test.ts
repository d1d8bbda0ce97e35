import { describe, expect, test } from 'vitest';
import { makeInput } from '../../../test/helpers/anatomy.ts';
import { buildScene } from './build-scene.ts';

describe('buildScene', () => {
  test('gives the same picture for the same input', () => {
    expect(buildScene(makeInput())).toEqual(buildScene(makeInput()));
  });

  test('gives every box and line an id of its own', () => {
    const scene = buildScene(makeInput());
    const ids = [...scene.boxes, ...scene.lines].map((thing) => thing.id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
