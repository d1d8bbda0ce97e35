import { describe, expect, it } from 'vitest';
import { payments, stage } from '../../../test/helpers/drawings.ts';
import type { Unlit } from './scene.ts';
import { whereDrawn } from './where-drawn.ts';

const anatomy = payments('sidecar');
const shown = (over: Partial<Unlit> = {}): Unlit => stage(anatomy, { variant: 'sidecar', ...over });

describe('whereDrawn', () => {
  it('stays in the picture that is shown when the part is in it, be it in a folded rest', () => {
    expect(whereDrawn(shown(), 'container/istio-proxy/env/CA_ADDR')).toEqual({
      scene: 'overview',
      view: 'injected',
    });
    expect(whereDrawn(shown(), 'annotation/sidecar.istio.io~1status')?.scene).toBe('overview');
  });

  it('goes to the scene that draws it', () => {
    const image = 'container/payments/image';
    expect(whereDrawn(shown({ scene: 'way-out' }), image)?.scene).toBe('pod');
  });

  it('changes the view where the one that is shown does not have it', () => {
    const found = whereDrawn(shown({ view: 'original' }), 'container/istio-proxy/env/CA_ADDR');
    expect(found).toEqual({ scene: 'overview', view: 'injected' });
  });

  it('says so when no scene draws a part, and when there is none', () => {
    expect(whereDrawn(shown(), 'container/nobody')).toBeNull();
    expect(whereDrawn(shown(), 'volume/istio-podinfo/source/0')).toBeNull();
  });
});
