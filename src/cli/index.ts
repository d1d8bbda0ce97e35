import packageInfo from '../../package.json' with { type: 'json' };
import { createCliRun } from './create-context.ts';
import { exitAfter } from './exit-after.ts';
import { tuneForOneRun } from './one-run.ts';
import { runProgramLine } from './program.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** exit() waits for calls of the file system that are under way, for ever when one hangs; a signal does not. */
const fileCallHangs = (): boolean =>
  process.getActiveResourcesInfo().some((resource) => resource.startsWith('FSReq'));

/** One press of Ctrl-C may come twice: from the terminal, and handed on by what started us (npm, `timeout`, a shell). */
const SAME_PRESS_MS = 500;

/** The folder in which we were called; null where it was removed meanwhile, for which Node throws. */
function callersFolder(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}

/** The command line's entry: the process, its signals and its exit code. */
async function main(): Promise<void> {
  const cwd = callersFolder();
  if (cwd === null) {
    process.stderr.write(
      'sidecar-anatomy: The folder in which it was called is not there any more.\nGo to another folder (cd), and call it again.\n',
    );
    process.exit(1);
  }
  if (process.argv[2] !== 'serve') tuneForOneRun();
  let by: NodeJS.Signals | null = null;
  let since = Number.POSITIVE_INFINITY;
  const hear = (signal: NodeJS.Signals): void => {
    by ??= signal;
    // Whoever asks twice does not want to wait, not even for a thread that hangs in a system call, as exit() would.
    // Children end with us all the same.
    if (performance.now() - since > SAME_PRESS_MS) process.kill(process.pid, 'SIGKILL');
    since = Math.min(since, performance.now());
    run.interrupt();
  };
  const listen = (): void => {
    // Two pieces of computing may end one after the other: once is enough. Taking it off would lose what is on its way to it.
    for (const signal of SIGNALS) if (!process.listeners(signal).includes(hear)) process.on(signal, hear);
  };
  const run = createCliRun({
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd,
    version: packageInfo.version,
    letSignalsEnd: () => {
      for (const signal of SIGNALS) process.off(signal, hear);
      return listen;
    },
  });
  listen();
  const code = await runProgramLine(process.argv.slice(2), run.context, run.exitCode);
  await run.end();
  const exit = exitAfter(code, by);
  if (exit !== 0 && run.stuck() && fileCallHangs()) {
    for (const signal of SIGNALS) process.off(signal, hear);
    process.kill(process.pid, by ?? 'SIGKILL');
  }
  process.exit(exit);
}

await main();
