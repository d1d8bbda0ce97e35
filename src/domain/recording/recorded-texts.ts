import type { AnatomyInput } from '../anatomy/anatomy.ts';
import type { RecordedKinds } from './model.ts';

type Text = { readonly name: string; readonly text: string };

/** What was injected, and where it was kept what the same input gave the other way, classic or native. */
export interface RecordedTexts extends AnatomyInput {
  readonly counterpart?: Text;
}

/** The texts of an input that was opened in a recording; null where the injected one, without which there is nothing, is not there. */
export function recordedTexts(
  opened: RecordedKinds['opened'],
  texts: ReadonlyMap<number, Text>,
): RecordedTexts | null {
  const text = (role: string): Text | null => {
    const id = opened.texts[role];
    return id === undefined ? null : (texts.get(id) ?? null);
  };
  const injected = text('injected');
  if (injected === null) return null;
  const counterpart = text('counterpart');
  return {
    ...(counterpart === null ? {} : { counterpart }),
    original: text('original'),
    injected,
    injectConfig: text('injectConfig'),
    meshConfig: text('meshConfig'),
    values: text('values'),
  };
}
