import { useLayoutEffect, useRef, useState } from 'react';
import type { Size } from './looks.ts';

/** The room an element has, in whole pixels, kept up to date. */
export function useSize() {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  // Before anything is painted, so that the first paint holds the picture.
  useLayoutEffect(() => {
    if (element.current === null) return;
    const take = (rect: Size) => {
      const [width, height] = [Math.floor(rect.width), Math.floor(rect.height)];
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }));
    };
    const observer = new ResizeObserver(([entry]) => entry !== undefined && take(entry.contentRect));
    take(element.current.getBoundingClientRect());
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, size };
}
