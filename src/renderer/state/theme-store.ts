import { createStore } from 'zustand/vanilla';

export type ThemeName = 'light' | 'dark';

export interface ThemeState {
  readonly theme: ThemeName;
  toggle(): void;
}

const KEY = 'sidecar-anatomy.theme';

/** The user's choice, else what the system prefers. */
export function chosenTheme(scope: Pick<Window, 'localStorage' | 'matchMedia'>): ThemeName {
  const saved = scope.localStorage.getItem(KEY);
  if (saved === 'dark' || saved === 'light') return saved;
  return scope.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function createThemeStore(scope: Pick<Window, 'localStorage' | 'matchMedia'>) {
  return createStore<ThemeState>((set, get) => ({
    theme: chosenTheme(scope),
    toggle() {
      const theme = get().theme === 'dark' ? 'light' : 'dark';
      scope.localStorage.setItem(KEY, theme);
      set({ theme });
    },
  }));
}
