import { execFileSync } from 'node:child_process';

export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** Start time as `ps` gives it: with the pid it names a process for good. */
  readonly started: string;
  readonly command: string;
}

/** Every process of this machine, as `ps` lists them (Linux and macOS). */
export function processes(): RunningProcess[] {
  const text = execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,lstart=,command='], { encoding: 'utf8' });
  return text.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+\s+\S+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/.exec(line);
    if (match === null) return [];
    const [, pid = '', parent = '', started = '', command = ''] = match;
    return [{ pid: Number(pid), parent: Number(parent), started, command }];
  });
}

/** What a process started, and what that started, and so on; not the process itself. */
export function descendants(pid: number): RunningProcess[] {
  const all = processes();
  const found: RunningProcess[] = [];
  for (let parents = [pid]; parents.length > 0; ) {
    const children = all.filter((one) => parents.includes(one.parent) && !one.command.startsWith('ps -axww'));
    found.push(...children);
    parents = children.map((child) => child.pid);
  }
  return found;
}

/** Those of the given processes that still run. A process that ended but was not yet waited for counts as gone. */
export function stillRunning(given: readonly RunningProcess[]): RunningProcess[] {
  const now = processes();
  return given.filter((one) =>
    now.some(
      ({ pid, started, command }) =>
        pid === one.pid && started === one.started && !command.includes('<defunct>'),
    ),
  );
}
