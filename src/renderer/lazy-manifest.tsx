import { lazy } from 'react';

/** What of a manifest a step of a lab is about. */
export const LazyManifestBoard = lazy(async () => ({
  default: (await import('./features/manifest/manifest-board.tsx')).ManifestBoard,
}));

/** The manifest room; with its code views, loaded when somebody enters it. */
export const LazyManifest = lazy(async () => ({
  default: (await import('./features/manifest/manifest-room.tsx')).ManifestRoom,
}));
