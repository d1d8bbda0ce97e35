import { createContext, useContext } from 'react';
import type { PresenterLink } from './link-presenter.ts';

/** How this page and its presenter's window find each other; no link where the browser has no channel for it. */
export interface Presenting {
  readonly session: string;
  readonly link: PresenterLink | null;
}

export const PresentingContext = createContext<Presenting>({ session: '', link: null });

export const usePresenting = (): Presenting => useContext(PresentingContext);
