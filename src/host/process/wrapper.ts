/**
 * Stands between us and every child on POSIX systems, so that the child ends when we do, `kill -9` of us included.
 *
 * The shell starts a watcher in the background and then becomes the program (`exec`): process id, exit code and
 * signal are the program's own. The watcher holds the far end of a pipe from us (descriptor 3). When we end, however
 * that happens, the kernel closes our end; the watcher reads end-of-file and ends the whole process group: TERM, up
 * to two seconds, then KILL. It ignores TERM, INT and HUP itself so that a stop of the group does not take it along early.
 * When the program ends first, we end the group and with it the watcher. A folder that holds what only this run needs goes
 * with us as well: when the program has ended the watcher removes it.
 *
 * The text is fixed: the folder (empty: none), program and arguments come as positional parameters and are never parsed by
 * the shell.
 */
export const WRAPPER_SCRIPT = `sidecar_anatomy_folder=$1
shift
(
  trap '' TERM INT HUP
  while read -r ignored; do :; done
  kill -TERM -$$
  tries=0
  while [ $tries -lt 20 ] && kill -0 $$; do
    sleep 0.1 || sleep 1
    tries=$((tries + 1))
  done
  if [ -n "$sidecar_anatomy_folder" ]; then
    kill -KILL $$
    rm -rf -- "$sidecar_anatomy_folder"
  fi
  kill -KILL -$$
) <&3 3<&- >/dev/null 2>&1 &
exec "$@" 3<&-
`;

/** `$0` of the wrapper: what it prints when `exec` fails starts with this, and nothing else does. */
export const WRAPPER_NAME = 'sidecar-anatomy-exec';

export interface SpawnVector {
  readonly file: string;
  readonly args: readonly string[];
  /** Descriptor 3 is the pipe whose end ends the child. */
  readonly lifeline: boolean;
}

/**
 * What is really spawned for a program: behind the wrapper on POSIX systems, directly on Windows, where Node's children are
 * in a job that ends with us (and `ownFolder` is left to the next start).
 */
export function wrap(
  program: string,
  args: readonly string[],
  ownFolder: string | null = null,
  platform: NodeJS.Platform = process.platform,
): SpawnVector {
  if (platform === 'win32') return { file: program, args, lifeline: false };
  return {
    file: '/bin/sh',
    args: ['-c', WRAPPER_SCRIPT, WRAPPER_NAME, ownFolder ?? '', program, ...args],
    lifeline: true,
  };
}
