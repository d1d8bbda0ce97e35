import type { Stores } from './app.ts';
import { ROOMS } from './room-store.ts';

const KEY = 'sidecar-anatomy.room';

/**
 * Enters the room in which this window was before its page was loaded again, and keeps the one that is entered from now on.
 * Returns the way to stop keeping.
 */
export function keepRoom(store: Stores['room'], storage: Pick<Storage, 'getItem' | 'setItem'>): () => void {
  try {
    const before = storage.getItem(KEY);
    const room = ROOMS.find((one) => one === before);
    if (room !== undefined) store.getState().enter(room);
  } catch {
    // A window that may keep nothing begins where every window does.
  }
  return store.subscribe(({ room }) => {
    try {
      storage.setItem(KEY, room);
    } catch {
      // A full storage costs the note alone.
    }
  });
}
