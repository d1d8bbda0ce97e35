import { type RefObject, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { FailureError } from '../../../contract/failure.ts';
import { THEMES } from '../../../domain/diagram/theme.ts';
import { type Stores, useStores } from '../../state/app.ts';
import { fileName, saveFile } from '../../state/save-file.ts';
import './export.css';
import { EXPORT_FORMATS, type Exported, type ExportFormat } from './export-formats.ts';
import { picturePng } from './export-picture.ts';
import type { Size } from './looks.ts';
import { stageText } from './stage-text.ts';
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
  const [masked, setMasked] = useState(0);
  const make = useExports(() => leaving(secrets), Number(scale), menu);

  return (
    <details
      ref={menu}
      className="export"
      data-testid="export"
      onToggle={({ currentTarget: { open } }) => {
        // What was allowed once is not allowed for the next.
        if (!open) setSecrets(false);
        else setMasked(leaving(false)?.masked ?? 0);
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
      <fieldset className="plain export-list" aria-label={stageText.save}>
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
        {masked > 0 && <Secrets masked={masked} included={secrets} include={setSecrets} />}
      </fieldset>
    </details>
  );
}

interface SecretsProps {
  readonly masked: number;
  readonly included: boolean;
  include(included: boolean): void;
}

/** How many values are masked in what is saved or copied, and the way to have them in it: asked for twice. */
function Secrets({ masked, included, include }: SecretsProps) {
  const [asks, setAsks] = useState(false);
  if (included)
    return (
      <p className="export-secrets" role="status" data-testid="secrets-included">
        {stageText.secretsIncluded(masked)}
        <button type="button" className="button small" onClick={() => include(false)}>
          {stageText.mask}
        </button>
      </p>
    );
  return (
    <p className="export-secrets" data-testid="secrets-masked">
      {asks ? stageText.secretsAsk(masked) : stageText.secretsMasked(masked)}
      {asks && (
        <button type="button" className="button small" onClick={() => setAsks(false)}>
          {stageText.keepMasked}
        </button>
      )}
      <button
        type="button"
        className="button small"
        data-testid={asks ? 'include-secrets-now' : 'include-secrets'}
        onClick={() => {
          if (asks) include(true);
          setAsks(!asks);
        }}
      >
        {asks ? stageText.includeNow : stageText.include}
      </button>
    </p>
  );
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

/** Saves the picture in a format, and copies it; the menu is closed once that is under way. */
function useExports(
  leaving: () => Leaving | null,
  scale: number,
  menu: RefObject<HTMLDetailsElement | null>,
) {
  const stores = useStores();
  const theme = useStore(stores.theme, (state) => THEMES[state.theme]);
  const withExported = async (work: (exported: Exported) => Promise<void>): Promise<void> => {
    const taken = leaving();
    if (taken === null) return;
    if (menu.current !== null) menu.current.open = false;
    try {
      await work({ ...taken, theme, scale });
    } catch (cause) {
      tellFailure(stores, cause);
    }
  };
  return {
    save: (format: ExportFormat) =>
      withExported(async (exported) => {
        const { scene: name, view } = stores.stage.getState();
        const file = fileName([exported.anatomy.name, name, view], format.extension);
        await saveFile(stores, file, await format.make(exported, stores.bridge));
      }),
    copy: () =>
      withExported(async (exported) => {
        // The picture may take a moment: a clipboard is given only to a press that it can still see.
        const picture = picturePng(exported.scene, exported.theme, exported.scale, stores.bridge);
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': await picture })]);
        stores.study.getState().tell(stageText.copied);
      }),
  };
}

function tellFailure(stores: Pick<Stores, 'study'>, cause: unknown): void {
  if (cause instanceof FailureError) {
    stores.study.getState().fail(cause.failure);
    return;
  }
  stores.study.getState().fail({
    code: 'export-failed',
    kind: 'internal',
    message: stageText.exportFailed,
    hint: stageText.exportFailedHint,
    source: null,
    evidence: cause instanceof Error ? cause.message : String(cause),
  });
}
