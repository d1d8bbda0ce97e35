import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { layOutScene, lightScene } from '../../../domain/diagram/build-scene.ts';
import type { Unlit } from '../../../domain/diagram/scene.ts';
import { sceneToSvg } from '../../../domain/diagram/svg.ts';
import { THEMES, type Theme } from '../../../domain/diagram/theme.ts';
import type { DeckStep } from '../../../domain/presenter/deck.ts';
import { useStores } from '../../state/app.ts';
import type { PresenterLink } from '../../state/link-presenter.ts';
import type { Pictured } from '../../state/presenter-link.ts';

/** What a picture shows; how large it is comes from the room that it gets. */
type Picture = Omit<Unlit, 'width' | 'height'>;

const NONE: ReadonlySet<string> = new Set();
/** A screen of 1280 × 720 under one line. */
const WALL = { width: 1280, height: 660 } as const;

function drawn(picture: Picture, step: DeckStep, open: ReadonlySet<string>, theme: Theme): string {
  const laid = layOutScene({ ...picture, scene: step.scene, view: step.view, open, captions: [], ...WALL });
  return sceneToSvg(lightScene(laid, { selected: null, lit: new Set(step.lit) }), theme);
}

/** Shows the presenter's window small pictures of this step and of the next one. Returns who hears of the stage's picture. */
export function useSmallPictures(link: PresenterLink | null): (picture: Picture | null) => void {
  const stores = useStores();
  const theme = useStore(stores.theme, (state) => THEMES[state.theme]);
  const shown = useRef<Picture | null>(null);
  const make = useMemo(
    () => (): Pictured | null => {
      const { steps, at } = stores.presenter.getState();
      const [step, next] = [steps[at], steps[at + 1]];
      const picture = shown.current;
      if (picture === null || step === undefined) return null;
      return {
        kind: 'pictured',
        now: drawn(picture, step, picture.open, theme),
        next: next === undefined ? null : drawn(picture, next, NONE, theme),
      };
    },
    [stores, theme],
  );
  useEffect(() => {
    link?.picturedBy(make);
    return () => link?.picturedBy(null);
  }, [link, make]);
  return useCallback(
    (picture) => {
      shown.current = picture;
      link?.changed();
    },
    [link],
  );
}
