import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../state/app.ts';
import type { Picture } from './picture.ts';
import { StageCanvas } from './stage-canvas.tsx';
import { stageText } from './stage-text.ts';
import { usePicture, useScene } from './use-scene.ts';
import { useSize } from './use-size.ts';
import type { Zoom } from './use-zoom.ts';

interface WallProps {
  /** Hears of every picture that is shown, to show it elsewhere as well. */
  onPicture(picture: Picture | null): void;
}

/** The stage as a room sees it: the picture, which can be pointed at and walked, and nothing around it. */
export function Wall({ onPicture }: WallProps) {
  const stores = useStores();
  const { element, size } = useSize();
  const scene = useScene(size);
  const picture = usePicture();
  const zoom = useRef<Zoom | null>(null);
  const fits = useStore(stores.presenter, (state) => state.fits);
  useEffect(() => onPicture(picture), [picture, onPicture]);
  useEffect(() => {
    if (fits > 0) zoom.current?.home();
  }, [fits]);
  return (
    <div ref={element} className="stage-room">
      {scene === null ? (
        <p className="stage-empty">{stageText.loading}</p>
      ) : (
        <StageCanvas scene={scene} size={size} zoomRef={zoom} />
      )}
    </div>
  );
}
