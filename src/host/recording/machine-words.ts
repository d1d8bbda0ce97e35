import { homedir, hostname, tmpdir, userInfo } from 'node:os';
import { dirname } from 'node:path';
import type { ToolInfo } from '../../contract/types.ts';

/** What of this machine a recording does not tell. */
export interface MachineWords {
  readonly folders: readonly string[];
  readonly names: readonly string[];
}

/** Names that name nobody. */
const NOBODY: ReadonlySet<string> = new Set(['root', 'localhost', '']);

/** Folders of the programs, of the person and of this run; the names of the person and of the machine. */
export function machineWords(tools: readonly ToolInfo[], more: readonly string[]): MachineWords {
  const programs = tools.flatMap(({ path }) => (path === null ? [] : [dirname(path)]));
  const names = [userName(), hostname(), hostname().split('.')[0] ?? ''];
  return {
    folders: [...programs, ...more, tmpdir(), homedir(), process.cwd()].filter((folder) => folder !== ''),
    names: names.filter((name) => !NOBODY.has(name)),
  };
}

/** A user id without an entry has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
