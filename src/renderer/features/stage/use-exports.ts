import { type RefObject, useCallback } from 'react';
import { useStore } from 'zustand';
import { FailureError } from '../../../contract/failure.ts';
import { THEMES } from '../../../domain/diagram/theme.ts';
import { type Stores, useStores } from '../../state/app.ts';
import { fileName, saveFile } from '../../state/save-file.ts';
import type { Exported, ExportFormat } from './export-formats.ts';
import { picturePng } from './export-picture.ts';
import { stageText } from './stage-text.ts';
import type { Leaving } from './use-scene.ts';

/** Saves the picture in a format, and copies it; the menu is closed once that is under way. */
export function useExports(
  leaving: () => Leaving | null,
  scale: number,
  menu: RefObject<HTMLDetailsElement | null>,
) {
  const stores = useStores();
  const theme = useStore(stores.theme, (state) => THEMES[state.theme]);
  const withExported = async (work: (exported: Leaving & Exported) => Promise<void>): Promise<void> => {
    const taken = leaving();
    if (taken === null) return;
    if (menu.current !== null) menu.current.open = false;
    try {
      await work({ ...taken, theme, scale });
    } catch (cause) {
      tellFailure(stores, cause);
    }
  };
  const named = ({ anatomy, input }: Leaving, extension: string): string =>
    fileName([anatomy.name, input.scene, input.view], extension);
  const pixels = useCallback(
    ({ scene }: Leaving) => picturePng(scene, theme, 2, stores.bridge),
    [theme, stores.bridge],
  );
  return {
    named,
    /** At twice its size, which a document of any kind can take. */
    pixels,
    save: (format: ExportFormat) =>
      withExported(async (exported) => {
        await saveFile(stores, named(exported, format.extension), await format.make(exported, stores.bridge));
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
