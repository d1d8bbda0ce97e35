import { lazy } from 'react';

/** Loads what stands beside the stage; a second call waits for the first. */
export const loadSide = () => import('./side.tsx');

export const LazySide = lazy(async () => ({ default: (await loadSide()).Side }));

export const LazyLab = lazy(async () => ({ default: (await import('./features/lab/lab-room.tsx')).LabRoom }));
