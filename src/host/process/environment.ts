/**
 * What a child process may know of our environment. An allow-list: whatever changes how a program is loaded
 * (`LD_PRELOAD`, `DYLD_*`, `NODE_OPTIONS`), where it connects (`KUBECONFIG`) or holds a secret stays out unless a
 * caller names it.
 */
const ALLOWED = new Set([
  'HOME',
  'PATH',
  'USER',
  'LOGNAME',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  'TMP',
  'TEMP',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_RUNTIME_DIR',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'DBUS_SESSION_BUS_ADDRESS',
  // Downloads: proxies and certificate authorities, as curl, Go and pip read them.
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  // Windows cannot start a program without these.
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'NUMBER_OF_PROCESSORS',
  'PROCESSOR_ARCHITECTURE',
]);

/** True for a variable that every child may have. Windows and proxy variables are known in both cases. */
export function mayPass(name: string): boolean {
  const upper = name.toUpperCase();
  if (upper.startsWith('LC_')) return true;
  return (
    ALLOWED.has(name) || (ALLOWED.has(upper) && (upper.endsWith('_PROXY') || process.platform === 'win32'))
  );
}

/** The environment of a child: the allowed part of ours, then what the caller asks for, which wins. */
export function childEnvironment(
  extra: Readonly<Record<string, string>> = {},
  ours: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const result: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(ours)) {
    if (value !== undefined && mayPass(name)) result[name] = value;
  }
  for (const [name, value] of Object.entries(extra)) result[name] = value;
  return result;
}
