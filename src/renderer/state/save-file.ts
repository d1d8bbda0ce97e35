import type { Bridge } from '../bridge/bridge.ts';
import type { Stores } from './app.ts';

/** A file name from a workload's name: nothing in it that a file system would mind. */
export function fileName(parts: readonly string[], extension: string): string {
  const base = parts
    .map((part) => part.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/^[-.]+|[-.]+$/g, ''))
    .filter((part) => part !== '')
    .join('-');
  return `${base.slice(0, 120) || 'anatomy'}.${extension}`;
}

/** The own name of a shown text, with nothing in it that a file system would mind. */
export function savedAs(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? fileName([name], 'txt') : fileName([name.slice(0, dot)], name.slice(dot + 1));
}

/** Hands a file to the user: the browser's download, or the desktop's save dialog. */
function saveAs(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The name under which a file that is handed out next was saved; null when the user called that off. */
function savedName(bridge: Pick<Bridge, 'on' | 'tellsSaved'>, name: string): Promise<string | null> {
  if (!bridge.tellsSaved) return Promise.resolve(name);
  return new Promise((done) => {
    const stop = bridge.on('file:saved', (answer) => {
      stop();
      done(answer.saved ? answer.name || name : null);
    });
  });
}

/** Hands a file to the user and says under which name it was saved. */
export async function saveFile(
  stores: Pick<Stores, 'bridge' | 'study'>,
  name: string,
  blob: Blob,
): Promise<void> {
  const saved = savedName(stores.bridge, name);
  saveAs(name, blob);
  const as = await saved;
  if (as !== null) stores.study.getState().tell(`Saved as ${as}`);
}
