import { useCallback, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../state/app.ts';
import { useCurrentBootstrap } from '../../state/use-live.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import './export.css';
import { DragPicture } from './drag-picture.tsx';
import { EXPORT_FORMATS } from './export-formats.ts';
import { Secrets } from './export-secrets.tsx';
import type { Size } from './looks.ts';
import { pictureCommand } from './picture-command.ts';
import { stageText } from './stage-text.ts';
import { useExports } from './use-exports.ts';
import { type Leaving, useLeaving } from './use-scene.ts';

const SCALES = ['1', '2', '4'] as const;

/** Saves what the stage shows, with the bench it came from written on it. */
export function ExportControls({ size }: { readonly size: Size }) {
  const stores = useStores();
  const menu = useRef<HTMLDetailsElement>(null);
  const [scale, setScale] = useState<string>('2');
  // Not by the scene: the window is rendered before its room, and so its scene, is known.
  const empty = useStore(stores.study, (state) => state.workload === null);
  const leaving = useLeaving(size);
  const [secrets, setSecrets] = useState(false);
  // What the menu was opened on; null while it is closed.
  const [looked, setLooked] = useState<Leaving | null>(null);
  const make = useExports(() => leaving(secrets), Number(scale), menu);
  const command = useCommand(looked);
  const { pixels } = make;
  const dragged = useCallback(
    () => (looked === null ? Promise.resolve(null) : pixels(looked)),
    [looked, pixels],
  );

  return (
    <details
      ref={menu}
      className="export"
      data-testid="export"
      onToggle={({ currentTarget: { open } }) => {
        // What was allowed once is not allowed for the next.
        if (!open) setSecrets(false);
        setLooked(open ? leaving(false) : null);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return;
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary className="button small" title={stageText.exportHelp}>
        {stageText.exportAs}
      </summary>
      <fieldset className="plain export-list" aria-label={stageText.save} tabIndex={-1}>
        {EXPORT_FORMATS.map((format) => (
          <div key={format.id} className="export-item">
            <button
              type="button"
              className="export-format"
              data-testid={`export-${format.id}`}
              disabled={empty}
              onClick={() => void make.save(format)}
            >
              <strong>{format.name}</strong>
              <span>{format.help}</span>
            </button>
            {format.id === 'png' && <Scale scale={scale} choose={setScale} />}
          </div>
        ))}
        <button
          type="button"
          className="export-format"
          data-testid="copy-picture"
          disabled={empty}
          onClick={() => void make.copy()}
        >
          <strong>{stageText.copyPicture}</strong>
          <span>{stageText.copyPictureHelp}</span>
        </button>
        {command !== null && (
          <div className="export-item export-command">
            <p>
              <strong>{stageText.command}</strong>
              <code title={command}>{command}</code>
            </p>
            <CopyButton text={command} label={stageText.commandHelp} testId="copy-picture-command" />
          </div>
        )}
        {looked !== null && <DragPicture make={dragged} name={make.named(looked, 'png')} />}
        {looked !== null && looked.masked > 0 && (
          <Secrets
            masked={looked.masked}
            included={secrets}
            include={(included) => {
              setSecrets(included);
              setLooked(leaving(included));
            }}
          />
        )}
      </fieldset>
    </details>
  );
}

/** The command that makes the picture; null where the command line cannot. */
function useCommand(looked: Leaving | null): string | null {
  const stores = useStores();
  const theme = useStore(stores.theme, (state) => state.theme);
  const edited = useCurrentBootstrap()?.edited === true;
  if (looked === null) return null;
  const chosen = stores.study.getState();
  return pictureCommand(looked.input, { study: chosen.study, chosen, theme, edited });
}

function Scale({ scale, choose }: { readonly scale: string; readonly choose: (scale: string) => void }) {
  return (
    <select
      className="export-scale"
      aria-label={stageText.pngScale}
      data-testid="png-scale"
      value={scale}
      onChange={(event) => choose(event.target.value)}
    >
      {SCALES.map((one) => (
        <option key={one} value={one}>
          {one}×
        </option>
      ))}
    </select>
  );
}
