import { useEffect, useState } from 'react';

/** A cursor that nobody moves for so long is hidden. */
const STILL_MS = 2500;

/** Whether the pointer has not been moved for a while. */
export function useStillCursor(): boolean {
  const [still, setStill] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = () => {
      setStill(false);
      clearTimeout(timer);
      timer = setTimeout(() => setStill(true), STILL_MS);
    };
    moved();
    window.addEventListener('pointermove', moved);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointermove', moved);
    };
  }, []);
  return still;
}
