import { useRef } from 'react';
import { useStore } from 'zustand';
import { THEME_NAMES } from '../../../domain/diagram/theme.ts';
import { useStores } from '../../state/app.ts';
import { headerText, themeWords } from './header-text.ts';
import './theme-menu.css';

/** Which colours the window and its pictures wear. */
export function ThemeMenu() {
  const stores = useStores();
  const theme = useStore(stores.theme, (state) => state.theme);
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current === null || !menu.current.open) return;
    menu.current.open = false;
    menu.current.querySelector('summary')?.focus();
  };
  return (
    <details
      ref={menu}
      className="theme-menu"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <summary
        className="button icon"
        data-testid="theme"
        aria-label={headerText.theme}
        title={headerText.theme}
      >
        <span className="theme-sign" aria-hidden="true" />
      </summary>
      <fieldset className="plain theme-list">
        <legend className="visually-hidden">{headerText.theme}</legend>
        {THEME_NAMES.map((name) => (
          <button
            key={name}
            type="button"
            className="theme-choice"
            data-testid={`theme-${name}`}
            aria-pressed={theme === name}
            onClick={() => {
              stores.theme.getState().choose(name);
              close();
            }}
          >
            {/* At every one, and the style sheet shows it: the window is rendered before its theme is known. */}
            <span className="theme-chosen" aria-hidden="true">
              ✓
            </span>
            <strong>{themeWords[name].name}</strong>
            <span>{themeWords[name].help}</span>
          </button>
        ))}
      </fieldset>
    </details>
  );
}
