import { expect, test } from 'vitest';
import { createThemeStore, followSystemTheme } from './theme-store.ts';

function system() {
  const saved = new Map<string, string>();
  let dark = false;
  let changed: () => void = () => {};
  const scope = {
    localStorage: {
      getItem: (key: string) => saved.get(key) ?? null,
      setItem: (key: string, value: string) => saved.set(key, value),
    },
    matchMedia: () => ({
      get matches() {
        return dark;
      },
      addEventListener: (_: string, listener: () => void) => {
        changed = listener;
      },
    }),
  } as unknown as Window;
  const store = createThemeStore(scope);
  followSystemTheme(store, scope);
  return {
    store,
    turn(to: boolean) {
      dark = to;
      changed();
    },
  };
}

test('the theme goes with the system’s while the page is open, until one is chosen', () => {
  const { store, turn } = system();
  turn(true);
  expect(store.getState().theme).toBe('dark');
  store.getState().toggle();
  turn(false);
  turn(true);
  expect(store.getState().theme).toBe('light');
});
