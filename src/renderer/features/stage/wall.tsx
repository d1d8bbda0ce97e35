import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { SceneName } from '../../../domain/diagram/scene.ts';
import { THEMES } from '../../../domain/diagram/theme.ts';
import { useStores } from '../../state/app.ts';
import { LegendItems } from './legend.tsx';
import type { Picture } from './picture.ts';
import { StageCanvas } from './stage-canvas.tsx';
import { stageText } from './stage-text.ts';
import { usePicture, useScene } from './use-scene.ts';
import { useSize } from './use-size.ts';
import type { Zoom } from './use-zoom.ts';

/** Scenes whose colours need words; in the others headings and states say them in place, and the height is theirs. */
const EXPLAINED: ReadonlySet<SceneName> = new Set(['overview', 'before', 'injection', 'volumes', 'ports']);

interface WallProps {
  /** Hears of every picture that is shown, to show it elsewhere as well. */
  onPicture(picture: Picture | null): void;
}

/** The stage as a room sees it: the picture, which can be pointed at and walked, and what its colours mean. */
export function Wall({ onPicture }: WallProps) {
  const stores = useStores();
  const { element, size } = useSize();
  const scene = useScene(size);
  const shown = useStore(stores.stage, (state) => state.scene);
  const picture = usePicture();
  const theme = useStore(stores.theme, (state) => THEMES[state.theme]);
  const zoom = useRef<Zoom | null>(null);
  const fits = useStore(stores.presenter, (state) => state.fits);
  useEffect(() => onPicture(picture), [picture, onPicture]);
  useEffect(() => {
    if (fits > 0) zoom.current?.home();
  }, [fits]);
  useEffect(() => {
    const turn = (way: 'down' | 'up') => zoom.current?.turn(way) ?? false;
    stores.presenter.setState({ turn });
    return () => stores.presenter.setState({ turn: null });
  }, [stores]);
  return (
    <>
      <div ref={element} className="stage-room">
        {scene === null ? (
          <p className="stage-empty">{stageText.loading}</p>
        ) : (
          <StageCanvas scene={scene} size={size} zoomRef={zoom} />
        )}
      </div>
      {scene !== null && EXPLAINED.has(shown) && (
        <p className="presenter-legend" data-testid="presenter-legend">
          <LegendItems scene={scene} theme={theme} brief />
        </p>
      )}
    </>
  );
}
