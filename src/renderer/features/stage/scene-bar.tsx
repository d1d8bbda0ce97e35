import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { SceneName } from '../../../domain/diagram/scene.ts';
import { SCENES, type SceneEntry, STORY, sceneKey } from '../../../domain/diagram/scenes.ts';
import { useStores } from '../../state/app.ts';
import './scene-bar.css';
import { stageText } from './stage-text.ts';

/** Where a number is typed, or a dialog asks for something else first. */
const TYPED_INTO =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], .cm-editor, dialog';

/** The scene that a key stands for, where nothing else takes it. */
function sceneOfKey(event: globalThis.KeyboardEvent): SceneName | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return null;
  if (event.target instanceof Element && event.target.closest(TYPED_INTO) !== null) return null;
  return STORY.find(({ name }) => sceneKey(name) === event.key)?.name ?? null;
}

/** Number keys choose the scenes of the story, wherever the focus is but in a field. */
function useNumberKeys(choose: (scene: SceneName) => void): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const scene = sceneOfKey(event);
      if (scene === null) return;
      event.preventDefault();
      choose(scene);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [choose]);
}

/** How far an arrow key goes in the row; null for another key. */
function stepOf(key: string): 1 | -1 | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return 1;
  return key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : null;
}

function SceneButton({ entry, pressed, choose }: SceneButtonProps) {
  const key = sceneKey(entry.name);
  return (
    <button
      type="button"
      aria-pressed={pressed}
      // One stop for the Tab key; arrows go on from there.
      tabIndex={pressed ? 0 : -1}
      aria-keyshortcuts={key ?? undefined}
      data-testid={`scene-${entry.name}`}
      data-story={entry.story}
      title={key === null ? entry.question : `${entry.question} (${key})`}
      onClick={() => choose(entry.name)}
    >
      {key !== null && (
        <span className="scene-number" aria-hidden="true">
          {key}
        </span>
      )}
      {entry.label}
    </button>
  );
}

interface SceneButtonProps {
  readonly entry: SceneEntry;
  readonly pressed: boolean;
  readonly choose: (scene: SceneName) => void;
}

/** The scenes in the order of the story, and the one that is shown. */
export function SceneBar() {
  const stores = useStores();
  const shown = useStore(stores.stage, (state) => state.scene);
  const choose = useStore(stores.stage, (state) => state.setScene);
  const row = useRef<HTMLDivElement>(null);
  useNumberKeys(choose);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event.key);
    if (step === null) return;
    event.preventDefault();
    const at = SCENES.findIndex(({ name }) => name === shown);
    const next = SCENES[(at + step + SCENES.length) % SCENES.length];
    if (next === undefined) return;
    choose(next.name);
    row.current?.querySelector<HTMLElement>(`[data-testid="scene-${next.name}"]`)?.focus();
  };

  return (
    <div ref={row} className="scene-bar" role="toolbar" aria-label={stageText.scenes} onKeyDown={onKeyDown}>
      {SCENES.map((entry) => (
        <SceneButton key={entry.name} entry={entry} pressed={entry.name === shown} choose={choose} />
      ))}
    </div>
  );
}
