/** What a person gave the window: files, or text where there are none. */
export interface Given {
  readonly files: readonly File[];
  readonly text: string;
}

let early: Given | null = null;
let stop = () => undefined as unknown;

/** Files and text of an event; a file has to be taken out of it while it is told. */
export const given = (data: DataTransfer): Given => ({
  files: [...data.files],
  text: data.getData('text/plain'),
});

/** Keeps what is dropped or pasted before React listens; the browser itself would leave the page for it. */
export function listenEarly(scope: Window): void {
  const over = (event: DragEvent) => event.preventDefault();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (event.dataTransfer !== null && event.dataTransfer.files.length > 0)
      early = { files: [...event.dataTransfer.files], text: '' };
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    if (event.clipboardData !== null) early = given(event.clipboardData);
  };
  scope.addEventListener('dragover', over);
  scope.addEventListener('drop', drop);
  scope.addEventListener('paste', paste);
  stop = () => {
    scope.removeEventListener('dragover', over);
    scope.removeEventListener('drop', drop);
    scope.removeEventListener('paste', paste);
  };
}

/** What was given so far, once; from here on whoever asks listens for itself. */
export function takeEarly(): Given | null {
  stop();
  const taken = early;
  early = null;
  return taken;
}
