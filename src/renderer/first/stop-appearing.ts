/** Shows at full strength what style sheets let appear little by little: a picture that was there appears from nowhere. */
export function stopAppearing(): void {
  // Chromium before 84 has no such list; there it appears once more.
  if (!('getAnimations' in document)) return;
  for (const animation of document.getAnimations())
    if (animation instanceof CSSAnimation && animation.animationName === 'appear') animation.finish();
}
