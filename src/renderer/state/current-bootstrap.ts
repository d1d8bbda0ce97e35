import type { BootstrapLabel } from '../../contract/types.ts';
import type { BootstrapVariant } from '../../domain/anatomy/model.ts';
import type { BootstrapState } from './bootstrap-store.ts';
import { editKey } from './bootstrap-store.ts';
import type { StudyState } from './study-store.ts';

/** The bootstrap on the stage: generated, or as the user edited it. */
export interface CurrentBootstrap {
  readonly key: string;
  readonly yaml: string;
  readonly generated: string;
  readonly edited: boolean;
  /** `payments, lab`. */
  readonly words: string;
}

/**
 * Neither two files of one name share edits and runs, nor one file with other injection files: its sidecar may ask
 * another istiod.
 */
function inputKey({ shown, study }: Pick<StudyState, 'shown' | 'study'>): string {
  // Edits of today are not of a recording, whose workload may be the same.
  if (study?.bench === 'recording') return `recording ${study.recordedAt} ${study.name}`;
  if (shown === null) return study?.name ?? '';
  const files = [shown.file, ...shown.injection].map(({ name, fingerprint }) => `${name}:${fingerprint}`);
  return [...files, ...(shown.alreadyInjected ? ['as it is'] : [])].join(' ');
}

/** Null when there is no workload, or one that got no sidecar and so has no bootstrap. */
export function currentBootstrap(
  study: Pick<StudyState, 'shown' | 'study' | 'index' | 'variant' | 'workload'>,
  bootstrap: Pick<BootstrapState, 'edits'>,
): CurrentBootstrap | null {
  if (study.workload === null) return null;
  const { anatomy, bootstrap: built } = study.workload;
  if (built.yaml === '') return null;
  const key = editKey(inputKey(study), study.index, built.variant);
  const edit = bootstrap.edits[key];
  return {
    key,
    yaml: edit ?? built.yaml,
    generated: built.yaml,
    edited: edit !== undefined,
    words: wordsOf(anatomy.name, built.variant),
  };
}

const wordsOf = (workload: string, variant: BootstrapVariant): string => `${workload}, ${variant}`;

/** What a bootstrap of the workload on the stage is called, as it is generated; null when there is no workload. */
export function labelOf(
  study: Pick<StudyState, 'shown' | 'study' | 'index' | 'workload'>,
  variant: BootstrapVariant,
): BootstrapLabel | null {
  if (study.workload === null) return null;
  const words = wordsOf(study.workload.anatomy.name, variant);
  return { key: editKey(inputKey(study), study.index, variant), words, edited: false };
}
