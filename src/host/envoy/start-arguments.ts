import { isIP } from 'node:net';
import { inputFailure } from '../../contract/failure.ts';
import { type AdminAddress, isLoopback } from '../../domain/envoy/bootstrap-facts.ts';

/**
 * Paths of the admin endpoint that only read. The endpoint checks neither Host nor Origin, so without this any web page
 * could POST /quitquitquit; Envoy matches the path with its query.
 */
const READ_ONLY_PATHS = [
  { exact: '/ready' },
  { exact: '/server_info' },
  { exact: '/stats' },
  { prefix: '/stats?' },
  { prefix: '/stats/prometheus' },
  { prefix: '/config_dump' },
  { exact: '/clusters' },
  { prefix: '/clusters?' },
  { exact: '/listeners' },
  { prefix: '/listeners?' },
  { exact: '/certs' },
];

/** File in the private folder into which Envoy writes the admin address that it opened. */
export const ADMIN_ADDRESS_FILE = 'admin-address.txt';
const ADMIN_SOCKET = 'admin.sock';

/**
 * The arguments for running a bootstrap file that stays as it was given. What is added is in plain sight: Envoy merges
 * `--config-yaml` over the file, here `admin.allow_paths`, and a Unix socket (mode 0600) for a bootstrap without admin.
 * @throws FailureError `admin-not-loopback` for an admin address that others could reach, `admin-not-address` for a name:
 * Envoy resolves none here ("malformed IP address: localhost"), `admin-abstract-socket`
 */
export function startArguments(file: string, admin: AdminAddress): readonly string[] {
  if (admin.kind === 'tcp') refuseUnsafe(admin.address);
  if (admin.kind === 'pipe') refuseAbstract(admin.path);
  const address = admin.kind === 'none' ? { address: { pipe: { path: ADMIN_SOCKET, mode: 0o600 } } } : {};
  const merged = { admin: { ...address, allow_paths: READ_ONLY_PATHS } };
  return [
    '-c',
    file,
    '--config-yaml',
    JSON.stringify(merged),
    '--disable-hot-restart',
    '--log-level',
    'warn',
    '--admin-address-path',
    ADMIN_ADDRESS_FILE,
  ];
}

/**
 * A socket in Linux's abstract namespace is one without a file. Node 20 (libuv 1.46) fills up its name with NUL characters,
 * which makes it another name than the one that Envoy opens: it could not be watched.
 */
function refuseAbstract(path: string): void {
  if (!path.startsWith('@')) return;
  throw inputFailure(
    'admin-abstract-socket',
    `The bootstrap's admin endpoint is to listen on ${JSON.stringify(path)}, an abstract socket, which cannot be watched from here.`,
    'Give the socket the name of a file (admin.address.pipe.path), or set admin.address to 127.0.0.1.',
  );
}

function refuseUnsafe(address: string): void {
  if (isLoopback(address)) return;
  if (isIP(address.replace(/^\[(.*)\]$/, '$1')) === 0)
    throw inputFailure(
      'admin-not-address',
      `The bootstrap's admin endpoint is to listen on ${JSON.stringify(address)}, which is a name and no IP address: Envoy refuses it.`,
      'Set admin.address to 127.0.0.1.',
    );
  throw inputFailure(
    'admin-not-loopback',
    `The bootstrap's admin endpoint listens on ${address}, where other machines could read its secrets and end it.`,
    'Set admin.address to 127.0.0.1 to run it here.',
  );
}
