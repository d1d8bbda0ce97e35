import type { CommandRun } from '../../../contract/types.ts';

/** Longest argument that is shown whole; a bootstrap given as an argument is some thousand characters. */
const MOST = 60;

/** Last name of an absolute path, POSIX or Windows; any other word as it is. */
const baseName = (word: string): string =>
  /^(?:\/|[A-Za-z]:[\\/])/.test(word) ? (word.split(/[\\/]/).at(-1) ?? word) : word;

function shortArgument(argument: string): string {
  const words = baseName(argument).replace(/\s+/g, ' ');
  const cut = words.length > MOST ? `${words.slice(0, MOST / 2)}…` : words;
  return /^[\w@%+=:,./…-]+$/.test(cut) ? cut : `'${cut}'`;
}

/**
 * A command to read at a glance: programs and files by their own names, long arguments by their beginning. It is not to
 * be run as it stands; `line` is.
 */
export function shortLine(command: Pick<CommandRun, 'argv' | 'line'>): string {
  return command.argv.length === 0 ? command.line : command.argv.map(shortArgument).join(' ');
}
