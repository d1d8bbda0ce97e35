/** Longest to wait: a window in the background paints nothing. */
const LIMIT_MS = 500;

/** Resolves when what was last put on the page has been painted. */
export function afterPaint(): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, LIMIT_MS);
    requestAnimationFrame(() => setTimeout(done, 0));
  });
}
