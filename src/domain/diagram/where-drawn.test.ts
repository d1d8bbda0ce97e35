import { describe, expect, it } from 'vitest';
import { payments, stage } from '../../../test/helpers/drawings.ts';
import type { SceneName, Unlit } from './scene.ts';
import { whereDrawn } from './where-drawn.ts';
import { SCENE_TITLES } from './words.ts';

const SCENES = Object.keys(SCENE_TITLES) as SceneName[];
const anatomy = payments('sidecar');
const shown = (over: Partial<Unlit> = {}): Unlit => stage(anatomy, { variant: 'sidecar', ...over });

describe('whereDrawn', () => {
  it('stays in the picture that is shown when the part is in it, be it in a folded rest', () => {
    expect(whereDrawn(shown(), 'container/istio-proxy/env/CA_ADDR', SCENES)).toEqual({
      scene: 'overview',
      view: 'injected',
    });
    expect(whereDrawn(shown(), 'annotation/sidecar.istio.io~1status', SCENES)?.scene).toBe('overview');
  });

  it('goes to the scene that draws it', () => {
    const image = 'container/payments/image';
    expect(whereDrawn(shown({ scene: 'way-out' }), image, SCENES)?.scene).toBe('pod');
  });

  it('changes the view where the one that is shown does not have it', () => {
    const found = whereDrawn(shown({ view: 'original' }), 'container/istio-proxy/env/CA_ADDR', SCENES);
    expect(found).toEqual({ scene: 'overview', view: 'injected' });
  });

  it('says so when no scene draws a part, and when there is none', () => {
    expect(whereDrawn(shown(), 'container/nobody', SCENES)).toBeNull();
    expect(whereDrawn(shown(), 'volume/istio-podinfo/source/0', SCENES)).toBeNull();
  });
});
