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

/** A short fingerprint (FNV-1a), so that two files of one name do not share edits. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash.toString(16);
}

const inputKeys = new WeakMap<object, string>();

function inputKey(state: Pick<StudyState, 'shown' | 'study'>): string {
  const { shown, study } = state;
  if (shown === null) return study?.name ?? '';
  const known = inputKeys.get(shown) ?? `${shown.file.name}:${fingerprint(shown.file.base64)}`;
  inputKeys.set(shown, known);
  return known;
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
    words: `${anatomy.name}, ${built.variant}`,
  };
}
