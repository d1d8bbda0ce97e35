import { createStore } from 'zustand/vanilla';
import { THEME_NAMES, type ThemeName } from '../../domain/diagram/theme.ts';

export interface ThemeState {
  readonly theme: ThemeName;
  choose(theme: ThemeName): void;
}

const KEY = 'sidecar-anatomy.theme';

/** The user's choice, else what the system prefers: high contrast where it forces its own colours on pages. */
export function chosenTheme(scope: Pick<Window, 'localStorage' | 'matchMedia'>): ThemeName {
  const saved = scope.localStorage.getItem(KEY);
  const known = THEME_NAMES.find((name) => name === saved);
  if (known !== undefined) return known;
  if (scope.matchMedia('(forced-colors: active)').matches) return 'contrast';
  return scope.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Goes with the system from one theme to the other as long as the user has chosen none, and with a choice in another window. */
export function followSystemTheme(
  store: ReturnType<typeof createThemeStore>,
  scope: Pick<Window, 'localStorage' | 'matchMedia' | 'addEventListener'>,
): void {
  const follow = () => store.setState({ theme: chosenTheme(scope) });
  for (const wish of ['(prefers-color-scheme: dark)', '(forced-colors: active)'])
    scope.matchMedia(wish).addEventListener('change', follow);
  scope.addEventListener('storage', ({ key }) => {
    if (key === KEY) follow();
  });
}

export function createThemeStore(scope: Pick<Window, 'localStorage' | 'matchMedia'>) {
  return createStore<ThemeState>((set) => ({
    theme: chosenTheme(scope),
    choose(theme) {
      scope.localStorage.setItem(KEY, theme);
      set({ theme });
    },
  }));
}
