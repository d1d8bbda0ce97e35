const HEAD = /^\uFEFF?\s{0,100}\{\s{0,100}"format"\s{0,10}:\s{0,10}"sidecar-anatomy-recording\/(\d{1,9})"/;

/** How much of a text has to be seen to know whether it is a recording. */
export const SIGN_CHARACTERS = 512;

/** Which format of recording a text says it is; null when it says nothing of the kind. Looks at its first characters only. */
export function formatOf(text: string): number | null {
  const match = HEAD.exec(text.slice(0, SIGN_CHARACTERS));
  return match === null ? null : Number(match[1]);
}

/** Whether the first bytes of a file are those of a recording, of whatever format. */
export function isRecording(bytes: Uint8Array): boolean {
  let head = '';
  for (const byte of bytes.subarray(0, SIGN_CHARACTERS)) head += String.fromCharCode(byte);
  return formatOf(head.replace(/^\u00ef\u00bb\u00bf/, '')) !== null;
}
