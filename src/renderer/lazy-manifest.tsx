import { lazy } from 'react';

/** The manifest room; with its code views, loaded when somebody enters it. */
export const LazyManifest = lazy(async () => ({
  default: (await import('./features/manifest/manifest-room.tsx')).ManifestRoom,
}));
