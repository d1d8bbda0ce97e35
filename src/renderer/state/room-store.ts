import { createStore } from 'zustand/vanilla';

/** The rooms of the window, in the order of the switch in its header. */
export const ROOMS = ['anatomy', 'manifest', 'lab'] as const;
export type Room = (typeof ROOMS)[number];

export interface RoomState {
  readonly room: Room;
  enter(room: Room): void;
}

/** Which room is entered; every page begins with the anatomy, whose picture is there before anything else. */
export function createRoomStore() {
  return createStore<RoomState>((set) => ({
    room: 'anatomy',
    enter: (room) => set({ room }),
  }));
}
