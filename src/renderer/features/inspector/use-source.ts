import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { TextRole } from '../../../contract/types.ts';
import { useStores } from '../../state/app.ts';
import { type OpenedFile, textOf } from '../../state/opened-input.ts';
import { shownView } from '../../state/stage-store.ts';
import { useCurrentBootstrap } from '../../state/use-live.ts';
import { defaultFile, type SourceFile, sourceFiles } from './source-files.ts';

/** Loads a text of the study when it is wanted; null until it is there, or when none is wanted. */
export function useStudyText(role: TextRole | null): string | null {
  const stores = useStores();
  const texts = useStore(stores.study, (state) => state.texts);
  const studyId = useStore(stores.study, (state) => state.study?.id ?? null);
  useEffect(() => {
    if (role !== null && studyId !== null) void stores.study.getState().loadText(role);
  }, [stores, role, studyId]);
  return role === null ? null : (texts.get(role)?.text ?? null);
}

/** The text of a file that no study holds; null until it was read, or when none is wanted. */
function useOpenedText(file: OpenedFile | null): string | null {
  const [read, setRead] = useState<{ readonly of: OpenedFile; readonly text: string } | null>(null);
  useEffect(() => {
    if (file === null) return setRead(null);
    let wanted = true;
    void textOf(file).then((text) => wanted && setRead({ of: file, text }));
    return () => {
      wanted = false;
    };
  }, [file]);
  return read === null || read.of !== file ? null : read.text;
}

export interface ShownSource {
  readonly files: readonly SourceFile[];
  readonly shown: SourceFile | null;
  readonly text: string | null;
  /** The text is the generated bootstrap, and Envoy is given another, edited by hand. */
  readonly notEdit: boolean;
}

/** The text that the source view shows now, and which others there are. */
export function useSource(): ShownSource {
  const stores = useStores();
  const study = useStore(stores.study, (state) => state.study);
  const workload = useStore(stores.study, (state) => state.workload);
  const input = useStore(stores.study, (state) => state.input);
  const view = useStore(stores.stage, shownView);
  const wanted = useStore(stores.source, (state) => state.file);
  const bootstrap = useCurrentBootstrap();
  const files = useMemo(() => sourceFiles(study, workload, input), [study, workload, input]);
  const shown = files.find((file) => file.name === wanted) ?? defaultFile(files, view);
  const loaded = useStudyText(shown?.kind === 'study' ? shown.role : null);
  const opened = useOpenedText(shown?.kind === 'opened' ? shown.file : null);
  const whole = { files, shown, notEdit: false };
  if (shown === null) return { ...whole, text: null };
  switch (shown.kind) {
    case 'study':
      return { ...whole, text: loaded };
    case 'bootstrap':
      // The picture is of this one, and so is every place that a part names.
      return { ...whole, text: bootstrap?.generated ?? null, notEdit: bootstrap?.edited === true };
    case 'opened':
      return { ...whole, text: opened };
  }
}
