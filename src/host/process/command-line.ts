import { quoteWord } from '../../domain/shell-word.ts';

/** How a program ended, to follow its name: `ended with exit code 1`, `was ended by SIGSEGV`. */
export function endedHow({
  exitCode,
  signal,
}: {
  readonly exitCode: number | null;
  readonly signal: string | null;
}): string {
  return signal !== null ? `was ended by ${signal}` : `ended with exit code ${exitCode ?? 'unknown'}`;
}

/** The first line that a program wrote, cut to what a sentence holds: `nothing` when there is none. */
export function firstLine(output: string): string {
  const line = output.trim().split('\n', 1)[0] ?? '';
  return line === '' ? 'nothing' : line.slice(0, 200);
}

/** `--use-kube=false`, `profile=demo`: behind the program no shell takes it for an assignment. */
const PAIR = /^[A-Za-z0-9_@%+:,./-]+=[A-Za-z0-9_@%+:,./-]*$/;

/** One argument of a program as a shell word. */
function quoteArgument(word: string): string {
  return PAIR.test(word) ? word : quoteWord(word);
}

/** A command to copy into a POSIX shell: the environment that matters in front, then program and arguments. */
export function commandLine(argv: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const assignments = Object.entries(env).map(([name, value]) => `${name}=${quoteWord(value)}`);
  const [program = '', ...args] = argv;
  return [...assignments, quoteWord(program), ...args.map(quoteArgument)].join(' ');
}
