/** Largest input we read, in bytes: over it a file is refused with a sentence. 20 MB; an MB is a million bytes everywhere. */
export const MAX_INPUT_BYTES = 20_000_000;

/** Characters of a drawing that is sent to become a document: that of a pod of 2,000 containers has a tenth of it. */
export const MAX_DRAWING = 16_000_000;
