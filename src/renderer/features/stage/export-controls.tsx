import { useState } from 'react';
import { useStore } from 'zustand';
import type { Scene } from '../../../domain/diagram/scene.ts';
import { THEMES } from '../../../domain/diagram/theme.ts';
import { useStores } from '../../state/app.ts';
import { fileName, saveFile } from '../../state/save-file.ts';
import { picturePng, pictureSvg } from './export-picture.ts';
import { stageText } from './stage-text.ts';

const SCALES = ['1', '2', '4'] as const;

/** Saves what the stage shows, with the bench it came from written on it. */
export function ExportControls({ scene }: { readonly scene: Scene | null }) {
  const stores = useStores();
  const theme = useStore(stores.theme, (state) => THEMES[state.theme]);
  // Not by the scene: the window is rendered before its room, and so its scene, is known.
  const empty = useStore(stores.study, (state) => state.workload === null);
  const [scale, setScale] = useState<string>('2');

  const save = async (extension: 'svg' | 'png', make: (scene: Scene) => Promise<Blob>) => {
    if (scene === null) return;
    const { scene: name, view } = stores.stage.getState();
    const workload = stores.study.getState().workload?.anatomy.name ?? '';
    try {
      const file = fileName([workload, name, view], extension);
      await saveFile(stores, file, await make(scene));
    } catch (cause) {
      stores.study.getState().fail({
        code: 'export-failed',
        kind: 'internal',
        message: stageText.exportFailed,
        hint: stageText.exportFailedHint,
        source: null,
        evidence: cause instanceof Error ? cause.message : String(cause),
      });
    }
  };

  return (
    <fieldset className="plain export" aria-label={stageText.save}>
      <button
        type="button"
        className="button small"
        data-testid="export-svg"
        title={stageText.saveSvg}
        disabled={empty}
        onClick={() =>
          void save('svg', async (one) => new Blob([await pictureSvg(one, theme)], { type: 'image/svg+xml' }))
        }
      >
        {stageText.svg}
      </button>
      <button
        type="button"
        className="button small"
        data-testid="export-png"
        title={stageText.savePng}
        disabled={empty}
        onClick={() => void save('png', (one) => picturePng(one, theme, Number(scale)))}
      >
        {stageText.png}
      </button>
      <select
        className="export-scale"
        aria-label={stageText.pngScale}
        data-testid="png-scale"
        value={scale}
        onChange={(event) => setScale(event.target.value)}
      >
        {SCALES.map((one) => (
          <option key={one} value={one}>
            {one}×
          </option>
        ))}
      </select>
    </fieldset>
  );
}
