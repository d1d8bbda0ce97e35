import { useMemo } from 'react';
import { useStore } from 'zustand';
import { buildScene } from '../../../domain/diagram/build-scene.ts';
import type { Scene } from '../../../domain/diagram/scene.ts';
import { useStores } from '../../state/app.ts';
import { captionsOf } from '../../state/bench-text.ts';
import { litChain } from '../../state/chain.ts';
import { sceneLive } from '../../state/live.ts';
import { useByHandWords, useLiveInput } from '../../state/use-live.ts';
import type { Size } from './use-zoom.ts';

/**
 * On a stage smaller than this the picture is laid out for more room and drawn smaller, because cut names and folded
 * rows tell less than slightly smaller ones. At 926 × 550, beside the inspector, titles of 20 units keep 18 pixels.
 */
const ROOMY: Size = { width: 1028, height: 610 };

/** The picture of the workload on the stage, or null while there is none or no room for it. */
export function useScene(size: Size): Scene | null {
  const stores = useStores();
  const study = useStore(stores.study, (state) => state.study);
  const workload = useStore(stores.study, (state) => state.workload);
  const scene = useStore(stores.stage, (state) => state.scene);
  const view = useStore(stores.stage, (state) => state.view);
  const open = useStore(stores.stage, (state) => state.open);
  const selected = useStore(stores.stage, (state) => state.selected);
  const hovered = useStore(stores.stage, (state) => state.hovered);
  const liveInput = useLiveInput();
  const newest = sceneLive(liveInput);
  const { rung, evidence } = newest ?? { rung: null, evidence: '' };
  // A look at Envoy twice a second brings a new object; the picture changes only when it says something else.
  const live = useMemo(() => (rung === null ? null : { rung, evidence }), [rung, evidence]);
  const anatomy = workload?.anatomy ?? null;
  const variant = workload?.bootstrap.variant ?? 'lab';
  const lighting = hovered ?? selected;
  const lit = useMemo(
    () => (anatomy === null || lighting === null ? new Set<string>() : litChain(anatomy, lighting)),
    [anatomy, lighting],
  );
  const byHand = useByHandWords();
  const captions = useMemo(
    () => (study === null ? [] : captionsOf(study, variant, byHand)),
    [study, variant, byHand],
  );
  return useMemo(() => {
    if (anatomy === null || size.width < 50 || size.height < 50) return null;
    const shrink = Math.max(1, ROOMY.width / size.width, Math.min(1.11, ROOMY.height / size.height));
    return buildScene({
      anatomy,
      variant,
      scene,
      view,
      open,
      selected,
      lit,
      live,
      captions,
      width: size.width * shrink,
      height: size.height * shrink,
    });
  }, [anatomy, variant, scene, view, open, selected, lit, live, captions, size]);
}
