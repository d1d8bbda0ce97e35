import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface CliPlaces {
  readonly istioctl: string;
  /** Holds the cache. */
  readonly folder: string;
  /** In place of the system's folder for what is temporary. */
  readonly temporary: string;
}

/** Starts the whole command line, as built. `ended` is its exit code as a shell tells it: 128 and the number of a signal. */
export function startCli(
  args: readonly string[],
  { istioctl, folder, temporary }: CliPlaces,
): { readonly child: ChildProcess; readonly ended: Promise<number> } {
  const child = spawn(process.execPath, ['out/node/cli.js', ...args], {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...process.env,
      SIDECAR_ANATOMY_ISTIOCTL: istioctl,
      SIDECAR_ANATOMY_CACHE: join(folder, 'cache'),
      TMPDIR: temporary,
    },
  });
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const ended = exit.then(([code, by]) => (by === null ? (code ?? Number.NaN) : 128 + constants.signals[by]));
  return { child, ended };
}
