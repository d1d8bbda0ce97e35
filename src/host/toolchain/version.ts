import type { ProgramName } from '../../contract/types.ts';

/** How each program is asked for its version, without a cluster and without a configuration. */
export const versionArguments: Readonly<Record<ProgramName, readonly string[]>> = {
  istioctl: ['version', '--remote=false'],
  envoy: ['--version'],
};

/**
 * The version in a program's own words, or null when the answer is not that program's: istioctl says
 * `client version: 1.30.3` (older ones only the number, `-o json` an object, unstamped builds `unknown`), Envoy
 * `envoy  version: <commit>/1.40.0/Clean/RELEASE/BoringSSL`.
 */
export function parseVersion(program: ProgramName, output: string): string | null {
  switch (program) {
    case 'istioctl':
      return istioctlVersion(output.trim());
    case 'envoy':
      return /\bversion:\s*[0-9a-f]+\/([^/\s]+)\/[^/\s]+\/[^/\s]+/.exec(output)?.[1] ?? null;
  }
}

function istioctlVersion(output: string): string | null {
  if (output.startsWith('{')) return jsonVersion(output);
  const named = /^client version: *(\S+)/m.exec(output)?.[1];
  return named ?? /^(\d+\.\d+[^\s]*)$/m.exec(output)?.[1] ?? null;
}

function jsonVersion(output: string): string | null {
  try {
    const answer = JSON.parse(output) as { clientVersion?: { version?: unknown } } | null;
    const version = answer?.clientVersion?.version;
    if (answer?.clientVersion === undefined) return null;
    return typeof version === 'string' && version !== '' ? version : 'unknown';
  } catch {
    return null;
  }
}
