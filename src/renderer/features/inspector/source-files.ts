import type { Study, TextRole, WorkloadView } from '../../../contract/types.ts';
import type { ViewMode } from '../../../domain/diagram/scene.ts';
import type { OpenedFile, OpenedInput } from '../../state/opened-input.ts';
import { tabWords } from './inspector-text.ts';

/** One text the source view can show. */
export type SourceFile =
  | { readonly kind: 'study'; readonly name: string; readonly role: TextRole; readonly tab: string }
  | { readonly kind: 'bootstrap'; readonly name: string; readonly tab: string }
  /** As the user opened it; shown where no study holds it, because injecting it failed. */
  | { readonly kind: 'opened'; readonly name: string; readonly tab: string; readonly file: OpenedFile };

const ORDER: readonly TextRole[] = ['original', 'injected', 'mesh-config', 'values', 'inject-config'];

/** Every text that can be shown now, in the order of the tabs. */
export function sourceFiles(
  study: Study | null,
  workload: WorkloadView | null,
  input: OpenedInput | null,
): readonly SourceFile[] {
  const files: SourceFile[] = [];
  for (const role of ORDER) {
    const text = study?.texts.find((one) => one.role === role);
    if (text !== undefined) files.push({ kind: 'study', name: text.name, role, tab: tabWords[role] });
    if (role === 'injected' && workload !== null && workload.bootstrap.yaml !== '')
      files.push({ kind: 'bootstrap', name: workload.bootstrapFile, tab: tabWords.bootstrap });
  }
  const opened = input === null ? [] : [input.file, ...input.injection];
  for (const file of opened)
    if (!files.some((known) => known.name === file.name))
      files.unshift({ kind: 'opened', name: file.name, tab: file.name, file });
  return files;
}

/** The text that is shown when nobody asked for one: it fits the view. */
export function defaultFile(files: readonly SourceFile[], view: ViewMode): SourceFile | null {
  const role: TextRole = view === 'original' ? 'original' : 'injected';
  return files.find((file) => file.kind === 'study' && file.role === role) ?? files[0] ?? null;
}
