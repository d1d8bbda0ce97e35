import { expect, test } from 'vitest';
import { createThemeStore, followSystemTheme } from './theme-store.ts';

type Wish = '(prefers-color-scheme: dark)' | '(forced-colors: active)';

function system() {
  const saved = new Map<string, string>();
  const wishes = new Set<string>();
  const changed = new Map<string, () => void>();
  let stored: (event: { key: string }) => void = () => {};
  const scope = {
    localStorage: {
      getItem: (key: string) => saved.get(key) ?? null,
      setItem: (key: string, value: string) => saved.set(key, value),
    },
    matchMedia: (wish: string) => ({
      get matches() {
        return wishes.has(wish);
      },
      addEventListener: (_: string, listener: () => void) => changed.set(wish, listener),
    }),
    addEventListener: (_: string, listener: (event: { key: string }) => void) => {
      stored = listener;
    },
  } as unknown as Window;
  const store = createThemeStore(scope);
  followSystemTheme(store, scope);
  return {
    store,
    turn(wish: Wish, to: boolean) {
      if (to) wishes.add(wish);
      else wishes.delete(wish);
      changed.get(wish)?.();
    },
    /** Another window of the same page writes down a choice. */
    elsewhere(theme: string) {
      saved.set('sidecar-anatomy.theme', theme);
      stored({ key: 'sidecar-anatomy.theme' });
    },
    saved,
  };
}

test('the theme goes with the system’s while the page is open, until one is chosen', () => {
  const { store, turn } = system();
  turn('(prefers-color-scheme: dark)', true);
  expect(store.getState().theme).toBe('dark');
  store.getState().choose('projector');
  turn('(prefers-color-scheme: dark)', false);
  turn('(prefers-color-scheme: dark)', true);
  expect(store.getState().theme).toBe('projector');
});

test('where the system forces its own colours the theme is high contrast', () => {
  const { store, turn } = system();
  turn('(forced-colors: active)', true);
  expect(store.getState().theme).toBe('contrast');
});

test('a theme that is chosen in one window is the other’s too, and one that does not exist is nobody’s', () => {
  const { store, elsewhere } = system();
  elsewhere('contrast');
  expect(store.getState().theme).toBe('contrast');
  elsewhere('sepia');
  expect(store.getState().theme).toBe('light');
});
