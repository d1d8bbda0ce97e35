import { lazy } from 'react';

/** Loads the search, which looks through all parts and lays pictures out to find where one is drawn. */
export const LazySearch = lazy(async () => ({
  default: (await import('./features/search/search.tsx')).Search,
}));
