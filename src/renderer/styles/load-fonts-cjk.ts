/** Declares the fonts for Korean and Japanese; a second call waits for the first. */
export async function loadFontsCjk(): Promise<void> {
  await import('./fonts-cjk.ts');
}
