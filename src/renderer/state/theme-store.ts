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

/** Goes with the system from one theme to the other, as long as the user has chosen none. */
export function followSystemTheme(
  store: ReturnType<typeof createThemeStore>,
  scope: Pick<Window, 'localStorage' | 'matchMedia'>,
): void {
  scope
    .matchMedia('(prefers-color-scheme: dark)')
    .addEventListener('change', () => store.setState({ theme: chosenTheme(scope) }));
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
