/** Largest input we read, in bytes: over it a file is refused with a sentence. */
export const MAX_INPUT_BYTES = 20 * 1024 * 1024;
