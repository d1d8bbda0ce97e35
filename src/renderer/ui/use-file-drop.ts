import { useEffect, useRef, useState } from 'react';

/** Marks what is dragged out of the window itself: let go over it, it is nothing to open. */
export const OWN_DRAG = 'application/x-sidecar-anatomy';

function bringsFiles(data: DataTransfer | null): data is DataTransfer {
  return data?.types.includes('Files') === true && !data.types.includes(OWN_DRAG);
}

/** Takes files that are dropped anywhere on the window; true while some are dragged over it. */
export function useFileDrop(take: (files: readonly File[]) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const newest = useRef(take);
  newest.current = take;
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!bringsFiles(event.dataTransfer)) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent) => {
      setDragging(false);
      if (!bringsFiles(event.dataTransfer)) return;
      event.preventDefault();
      newest.current([...event.dataTransfer.files]);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return dragging;
}
