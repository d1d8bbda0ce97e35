import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../state/app.ts';
import { obey } from '../../state/presenter-actions.ts';

/** Dark everywhere but around the pointer; the wheel makes the light wider or narrower. */
export function Spotlight({ room }: { readonly room: RefObject<HTMLElement | null> }) {
  const stores = useStores();
  const radius = useStore(stores.presenter, (state) => state.radius);
  const dark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const moved = ({ clientX, clientY }: PointerEvent) => {
      dark.current?.style.setProperty('--x', `${clientX}px`);
      dark.current?.style.setProperty('--y', `${clientY}px`);
    };
    // The wheel is the light's as long as there is one, not the picture's.
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      event.stopPropagation();
      if (event.deltaY !== 0) void obey(stores, event.deltaY < 0 ? 'wider' : 'narrower');
    };
    const element = room.current;
    window.addEventListener('pointermove', moved);
    element?.addEventListener('wheel', wheel, { capture: true, passive: false });
    return () => {
      window.removeEventListener('pointermove', moved);
      element?.removeEventListener('wheel', wheel, { capture: true });
    };
  }, [stores, room]);
  useEffect(() => {
    dark.current?.style.setProperty('--radius', `${Math.round(radius * 100)}vh`);
  }, [radius]);
  return (
    <div
      ref={dark}
      className="presenter-dark"
      data-testid="presenter-spotlight"
      data-radius={radius.toFixed(2)}
    />
  );
}
