import packageInfo from '../../package.json' with { type: 'json' };
import { createCliRun } from './create-context.ts';
import { exitAfter } from './exit-after.ts';
import { tuneForOneRun } from './one-run.ts';
import { runProgramLine } from './program.ts';

/** The command line's entry: the process, its signals and its exit code. */
async function main(): Promise<void> {
  if (process.argv[2] !== 'serve') tuneForOneRun();
  const run = createCliRun({
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    version: packageInfo.version,
  });
  let interrupts = 0;
  let by: NodeJS.Signals | null = null;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      interrupts += 1;
      by ??= signal;
      // Whoever asks twice does not want to wait, not even for a thread that hangs in a system call, as exit() would.
      // Children end with us all the same.
      if (interrupts > 1) process.kill(process.pid, 'SIGKILL');
      run.interrupt();
    });
  }
  const code = await runProgramLine(process.argv.slice(2), run.context, run.exitCode);
  await run.end();
  process.exit(exitAfter(code, by));
}

await main();
