import { createStore } from 'zustand/vanilla';

export type ThemeName = 'light' | 'dark';

export interface ThemeState {
  readonly theme: ThemeName;
  toggle(): void;
}

const KEY = 'sidecar-anatomy.theme';

/** The user's choice, else what the system prefers. */
export function createThemeStore(scope: Pick<Window, 'localStorage' | 'matchMedia'>) {
  const saved = scope.localStorage.getItem(KEY);
  const preferred = scope.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  return createStore<ThemeState>((set, get) => ({
    theme: saved === 'dark' || saved === 'light' ? saved : preferred,
    toggle() {
      const theme = get().theme === 'dark' ? 'light' : 'dark';
      scope.localStorage.setItem(KEY, theme);
      set({ theme });
    },
  }));
}
