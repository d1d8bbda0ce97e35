import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { useStores } from '../../state/app.ts';
import { openManifest, openManifestFile } from '../../state/manifest-actions.ts';
import type { ManifestSource, SideName } from '../../state/manifest-store.ts';
import { manifestText } from './manifest-text.ts';

interface ChooseSourceProps {
  readonly side: SideName;
  readonly onDone: () => void;
  /** The profiles are offered beside it already. */
  readonly withoutProfiles?: boolean;
}

/** One setting a line; empty lines count for nothing. */
export function readSettings(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) =>
      line
        .trim()
        .replace(/^--set[ =]/, '')
        .trim(),
    )
    .filter((line) => line !== '');
}

/** A profile of its name: nothing is istioctl's default. */
function sourceOf(profile: string, settings: string): ManifestSource {
  const name = profile.trim();
  return { kind: 'generated', profile: name === '' ? null : name, sets: readSettings(settings) };
}

/** What was chosen last on a side, as the fields show it. */
export function fieldsOf(source: ManifestSource | null): {
  readonly profile: string;
  readonly settings: string;
} {
  if (source === null || source.kind === 'file') return { profile: '', settings: '' };
  return { profile: source.profile ?? '', settings: source.sets.join('\n') };
}

/** The profile that a side was generated with; null where a file is shown, or nothing. */
export function shownProfile(source: ManifestSource | null): string | null {
  return source === null || source.kind === 'file' ? null : (source.profile ?? 'default');
}

/** Which manifest: generated with a profile and settings, or a file. */
export function ChooseSource({ side, onDone, withoutProfiles = false }: ChooseSourceProps) {
  const stores = useStores();
  const before = useStore(stores.manifest, (state) => state[side].source);
  // What is compared with begins as what is shown: one setting more, and the difference is what that one does.
  const shown = useStore(stores.manifest, (state) => state.first.source);
  const begin = side === 'second' ? (before ?? shown) : before;
  const profiles = useStore(stores.manifest, (state) => state.profiles);
  const [profile, setProfile] = useState(() => fieldsOf(begin).profile);
  const [settings, setSettings] = useState(() => fieldsOf(begin).settings);
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <form
      className="choose-source"
      onSubmit={(event) => {
        event.preventDefault();
        void openManifest(stores, side, sourceOf(profile, settings));
        onDone();
      }}
    >
      <h3>{manifestText.generate}</h3>
      {!withoutProfiles && profiles === null && (
        <p className="side-help" role="status">
          <span className="spinner" aria-hidden="true" /> {manifestText.profilesAsked}
        </p>
      )}
      {!withoutProfiles && profiles !== null && profiles.length > 0 && (
        <fieldset className="plain profile-buttons" aria-label={manifestText.profiles}>
          {profiles.map((name) => (
            <button
              key={name}
              type="button"
              className="button small"
              aria-pressed={name === shownProfile(before)}
              data-testid={`profile-${name}`}
              onClick={() => {
                void openManifest(stores, side, sourceOf(name === 'default' ? '' : name, settings));
                onDone();
              }}
            >
              {visibleText(name)}
            </button>
          ))}
        </fieldset>
      )}
      <label className="field">
        {manifestText.profile}
        <input
          type="text"
          value={profile}
          spellCheck={false}
          data-testid="manifest-profile"
          onChange={(event) => setProfile(event.target.value)}
        />
      </label>
      <label className="field">
        {manifestText.sets}
        <textarea
          className="mono settings"
          rows={3}
          value={settings}
          spellCheck={false}
          placeholder={manifestText.setsExample}
          data-testid="manifest-sets"
          onChange={(event) => setSettings(event.target.value)}
        />
      </label>
      <button type="submit" className="button primary" data-testid="manifest-generate">
        {manifestText.generateNow}
      </button>
      <h3 className="choose-file">{manifestText.file}</h3>
      <p className="side-help">{manifestText.fileHelp}</p>
      <button
        type="button"
        className="button"
        data-testid="manifest-choose-file"
        onClick={() => chooser.current?.click()}
      >
        {manifestText.chooseFile}
      </button>
      <input
        ref={chooser}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={manifestText.chooseFile}
        data-testid="manifest-file"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file === undefined) return;
          void openManifestFile(stores, file, side);
          onDone();
        }}
      />
    </form>
  );
}
