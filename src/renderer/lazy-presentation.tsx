import { lazy } from 'react';

/** The presentation is read when somebody presents. */
export const LazyPresentation = lazy(async () => ({
  default: (await import('./presentation.tsx')).Presentation,
}));
