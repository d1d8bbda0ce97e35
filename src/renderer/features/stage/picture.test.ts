import { expect, it } from 'vitest';
import { payments, stage } from '../../../../test/helpers/drawings.ts';
import { lightScene } from '../../../domain/diagram/build-scene.ts';
import { SCENE_NAMES } from '../../../domain/diagram/scenes.ts';
import { homeTransform } from './looks.ts';
import { laidAt } from './picture.ts';

it.each(SCENE_NAMES)(
  '%s is whole beside the list of a lab, its margins and titles of 18 pixels too',
  (scene) => {
    const { selected: _, lit: __, ...picture } = stage(payments(), { scene });
    // The stage at 1280×720 when the lab is beside it.
    const room = { width: 908, height: 550 };
    const laid = laidAt(picture, room);
    if (laid === null) throw new Error('nothing was laid out');
    const drawn = lightScene(laid, { selected: null, lit: new Set() });
    const { k, x } = homeTransform(drawn, room);
    expect(k * 20).toBeGreaterThanOrEqual(18);
    expect(x + drawn.width * k).toBeLessThanOrEqual(room.width + 0.5);
  },
);
