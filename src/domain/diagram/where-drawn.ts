import { foldsHiding, layOutScene } from './build-scene.ts';
import { shows } from './part-index.ts';
import type { SceneName, Unlit, ViewMode } from './scene.ts';
import { SCENE_NAMES, viewOf } from './scenes.ts';

/** A picture in which a part has a box of its own. */
export interface WhereDrawn {
  readonly scene: SceneName;
  readonly view: ViewMode;
}

const VIEWS: readonly ViewMode[] = ['injected', 'difference', 'original'];

/**
 * The picture nearest to the one that is shown in which a part is drawn, be it in a folded rest: this view where that has
 * it, this scene before others. Null when no scene draws it, and for a part that is not there. Lays
 * out every picture it has to try: for who asks once, not at every key.
 */
export function whereDrawn(input: Unlit, partId: string): WhereDrawn | null {
  const part = input.anatomy.parts.find(({ id }) => id === partId);
  if (part === undefined) return null;
  const view = [input.view, ...VIEWS].find((one) => shows(part, one));
  if (view === undefined) return null;
  // A scene may be about one view, whatever is chosen: those that keep the view come first.
  const keeps = (scene: SceneName): boolean => viewOf(scene, view) === view;
  const others = SCENE_NAMES.filter((scene) => scene !== input.scene);
  const nearest = [input.scene, ...others.filter(keeps), ...others.filter((scene) => !keeps(scene))];
  const scene = nearest.find((one) => {
    const shown = viewOf(one, view);
    return shows(part, shown) && draws({ ...input, scene: one, view: shown }, partId);
  });
  return scene === undefined ? null : { scene, view };
}

/** Whether a part is drawn in a picture, be it in a folded rest that shows it when it is opened (`foldsHiding`). */
function draws(input: Unlit, partId: string): boolean {
  const laid = layOutScene(input);
  if (laid.boxes.some((box) => box.partId === partId)) return true;
  const folds = foldsHiding(laid, new Set([partId]));
  if (folds.length === 0) return false;
  const opened = layOutScene({ ...input, open: new Set([...input.open, ...folds]) });
  return opened.boxes.some((box) => box.partId === partId);
}
