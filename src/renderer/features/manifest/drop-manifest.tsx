import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../state/app.ts';
import { openManifestFile } from '../../state/manifest-actions.ts';
import { manifestText } from './manifest-text.ts';

/** Takes a file that is dropped anywhere in the room: the one of the map, or the second one of a comparison. */
export function DropManifest() {
  const stores = useStores();
  const view = useStore(stores.manifest, (state) => state.view);
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent) => {
      setDragging(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file === undefined) return;
      event.preventDefault();
      void openManifestFile(stores, file, view === 'map' ? 'first' : 'second');
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [stores, view]);
  if (!dragging) return null;
  return (
    <div className="drop" data-testid="manifest-drop">
      <p>{manifestText.dropped}</p>
      <p className="drop-help">{manifestText.droppedHelp[view]}</p>
    </div>
  );
}
