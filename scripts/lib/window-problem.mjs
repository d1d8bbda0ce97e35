/** Whether this session has a screen: on Linux programs find it by these variables, elsewhere it is always there. */
function hasScreen(platform, env) {
  return platform !== 'linux' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
}

/**
 * Why Electron can open no window here, or null.
 * @param isRoot whether the process runs as root
 */
export function windowProblem(platform, env, isRoot) {
  if (platform !== 'linux') return null;
  if (isRoot) return 'it does not run as root without giving up its sandbox';
  return hasScreen(platform, env) ? null : 'there is no screen here';
}

/** Why no browser can be opened from here, or null. `BROWSER` may name one for a terminal. */
export function browserProblem(platform, env) {
  return hasScreen(platform, env) || env.BROWSER ? null : 'there is no screen here';
}
