/** Asks for the whole screen, from a key or a press; where it is not given the presentation fills the window. */
export function enterFullscreen(): void {
  if (document.fullscreenElement !== null || !document.fullscreenEnabled) return;
  document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => undefined);
}

export function leaveFullscreen(): void {
  if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined);
}
