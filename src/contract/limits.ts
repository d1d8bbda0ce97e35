/** Largest input we read, in bytes: over it a file is refused with a sentence. 20 MB; an MB is a million bytes everywhere. */
export const MAX_INPUT_BYTES = 20_000_000;
