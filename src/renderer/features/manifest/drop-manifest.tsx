import { useStore } from 'zustand';
import { useStores } from '../../state/app.ts';
import { openManifestFile } from '../../state/manifest-actions.ts';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { manifestText } from './manifest-text.ts';

/** Takes a file that is dropped anywhere in the room: the one of the map, or the second one of a comparison. */
export function DropManifest() {
  const stores = useStores();
  const view = useStore(stores.manifest, (state) => state.view);
  const dragging = useFileDrop(([file]) => {
    if (file !== undefined) void openManifestFile(stores, file, view === 'map' ? 'first' : 'second');
  });
  if (!dragging) return null;
  return (
    <div className="drop" data-testid="manifest-drop">
      <p>{manifestText.dropped}</p>
      <p className="drop-help">{manifestText.droppedHelp[view]}</p>
    </div>
  );
}
