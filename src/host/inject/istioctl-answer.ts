import { FailureError, inputFailure } from '../../contract/failure.ts';
import type { CommandRun } from '../../contract/types.ts';
import { endedHow } from '../process/command-line.ts';
import type { RunResult } from '../process/run-program.ts';

const MAX_EVIDENCE = 4000;
/** What people and the app make of a file can be too large; a text of any size can be no YAML only by its writer's fault. */
const TOO_MUCH: ReadonlySet<string> = new Set([
  'yaml-too-many',
  'yaml-too-deep',
  'yaml-alias',
  'yaml-alias-bomb',
]);

/** Code of the failure of an answer that holds something that is no object. */
export const NO_OBJECT = 'answer-no-object';

/** An answer that is more than is read: istioctl was ended when it went over the bound. `name` is the input. */
export function refuseFlood(result: Pick<RunResult, 'truncated' | 'stdout'>, name: string): void {
  if (!result.truncated) return;
  const megabytes = Math.floor(Buffer.byteLength(result.stdout) / 1024 / 1024);
  throw inputFailure(
    'output-too-large',
    `What istioctl wrote for ${name} is more than ${megabytes} MiB, the most that this app reads; istioctl was ended.`,
    'Split the file; if it holds few workloads, this istioctl does not answer as it should: name another one.',
    null,
    result.stdout.slice(0, MAX_EVIDENCE),
  );
}

/** An exit code of 0 and no answer, for an input that holds documents. */
export function refuseSilence(
  result: Pick<RunResult, 'stdout' | 'stderr'>,
  name: string,
  run: CommandRun,
): void {
  if (result.stdout.trim() !== '') return;
  throw notAnAnswer(`${endedHow(run)} and wrote nothing for ${name}`, run, result.stderr);
}

/**
 * The failure of reading what istioctl wrote, `injected`, in place of one that sends people to a line of a file that is not
 * theirs. Anything else as it is.
 */
export function blameAnswer(
  error: unknown,
  texts: {
    readonly injected: { readonly name: string; readonly text: string };
    readonly original: { readonly name: string };
  },
  run: CommandRun,
): unknown {
  if (!(error instanceof FailureError)) return error;
  const { code, message, source } = error.failure;
  const { injected, original } = texts;
  if (source?.file !== injected.name || TOO_MUCH.has(code)) return error;
  if (code === NO_OBJECT)
    return notAnAnswer(
      `${endedHow(run)}, and what it wrote for ${original.name} holds something that is no object`,
      run,
      injected.text,
    );
  const why = message.replace(`${injected.name}:`, 'line ').replace(/\.$/, '');
  return notAnAnswer(
    `${endedHow(run)}, and what it wrote for ${original.name} is no YAML (${why})`,
    run,
    injected.text,
  );
}

function notAnAnswer(what: string, run: CommandRun, said: string): FailureError {
  return inputFailure(
    'istioctl-answer',
    `istioctl ${what}.`,
    `Your file is not at fault. Check this istioctl in a terminal: ${run.line}`,
    null,
    said.slice(0, MAX_EVIDENCE),
  );
}
