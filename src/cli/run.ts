import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { usageFailure } from '../contract/failure.ts';
import type { EnvoyEnded, EnvoySnapshot } from '../contract/types.ts';
import { decodeInput } from '../domain/yaml/bytes.ts';
import { withFailures } from '../host/failures.ts';
import type { CliContext } from './context.ts';
import { examples } from './examples.ts';
import { readInputFile } from './input-file.ts';
import { pointedLine } from './pointed-line.ts';
import { changedLines, endSentence, jsonLines } from './run-output.ts';
import {
  addStartOptions,
  addWorkloadOptions,
  type BootstrapChoice,
  type StudyOptions,
} from './study-options.ts';

/** Injects a workload and writes its bootstrap. */
export type LoadBootstrap = (
  context: CliContext,
  file: string,
  choice: BootstrapChoice & StudyOptions,
) => Promise<string>;

interface RunOptions extends Partial<BootstrapChoice>, StudyOptions {
  readonly seconds?: number;
  readonly json: boolean;
}

const HELP = `
FILE is a workload, which is injected and whose bootstrap is run, or a bootstrap for Envoy, which is run as it is.
Envoy is looked at about twice a second. With --json each observation is one line
{"t","ready":{"code","body"},"connectedState","rung"}: t in milliseconds since Envoy was started; ready null while /ready
does not answer; connectedState null then, too, and where the bootstrap hides that stat; rung one of refused, no-istiod,
no-identity, rejected, live. A line is written when one of these changes, else about once a second.
Exit code: 0 when it ran as long as asked (or was interrupted), 1 when Envoy refused the bootstrap or was ended by others.
${examples(
  'sidecar-anatomy run payments.yaml',
  'sidecar-anatomy run payments.yaml --fetch-timeout 5s --seconds 10 --json',
  'sidecar-anatomy run bootstrap.yaml --seconds 5',
)}`;

/** `run FILE`: a real Envoy on a bootstrap, looked at until it is told to end. */
export function addRunCommand(program: Command, context: CliContext, load: LoadBootstrap): void {
  const command = program
    .command('run')
    .description('run a real Envoy with the bootstrap of a workload and watch how far it gets');
  addWorkloadOptions(command, WORDS);
  addStartOptions(command)
    .option('--seconds <number>', 'how long it runs; without it, until it is interrupted', parseSeconds)
    .option('--json', 'write what is seen as JSON, one line per observation', false)
    .addHelpText('after', HELP)
    .action(context.action((file: string, options: RunOptions) => run(context, load, file, options)));
}

const WORDS = {
  file: 'a workload, or a bootstrap for Envoy',
  variant: 'which bootstrap is written (lab)',
  workload: 'which workload of a file with several, counted from 1',
} as const;

async function run(
  context: CliContext,
  load: LoadBootstrap,
  file: string,
  options: RunOptions,
): Promise<number> {
  if (options.json) context.quiet();
  const yaml = await bootstrapOf(context, load, file, options);
  const { createEnvoyBench } = await import('../host/envoy/envoy-bench.ts');
  const bench = createEnvoyBench({ toolchain: context.toolchain() });
  context.onEnd(() => bench.close());
  const watch = watcher(context, options.json);
  if (context.signal.aborted) return 0;
  const started = await bench.start(yaml, watch);
  if (!options.json)
    context.err(
      `${started.command.line}\nprocess ${started.pid}${started.adminAddress === '' ? '' : `, admin ${started.adminAddress}`}\n`,
    );
  await enough(context, watch.over, options.seconds);
  await bench.stop(started.runId);
  const ended = await watch.over;
  await watch.written();
  if (ended.by === 'us') return 0;
  context.err(endLines(yaml, ended));
  return 1;
}

/** What happened, and what to do or, where that is known, the line that Envoy means. */
function endLines(yaml: string, ended: EnvoyEnded): string {
  const said = `sidecar-anatomy: ${endSentence(ended)}`;
  if (ended.explanation === undefined) return `${said}\n`;
  const { hint } = ended.explanation;
  const line = pointedLine(yaml, ended.explanation);
  return line === '' ? `${said}\n${hint}\n` : `${said}. ${hint}\n${line}`;
}

/** Writes what is seen, and tells when Envoy has ended. */
function watcher(context: CliContext, json: boolean) {
  const lineOf = json ? jsonLines() : changedLines();
  let writing: Promise<void> = Promise.resolve();
  let end: (ended: EnvoyEnded) => void = () => undefined;
  const over = new Promise<EnvoyEnded>((done) => {
    end = done;
  });
  return {
    over,
    written: () => writing,
    ended: end,
    snapshot(snapshot: EnvoySnapshot): void {
      const text = lineOf(snapshot);
      if (text === null) return;
      writing = writing.then(() => context.out(text));
      // Told by `written`; until then Envoy is to be ended in order.
      writing.catch(() => undefined);
    },
  };
}

/** Resolves when the time is over, a signal came, or Envoy has ended. */
async function enough(context: CliContext, over: Promise<unknown>, seconds?: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const time = new Promise<void>((done) => {
    if (seconds !== undefined) timer = setTimeout(done, seconds * 1000);
  });
  let hear = (): void => undefined;
  const interrupted = new Promise<void>((done) => {
    hear = done;
    if (context.signal.aborted) done();
    context.signal.addEventListener('abort', hear, { once: true });
  });
  await Promise.race([time, interrupted, over]);
  context.signal.removeEventListener('abort', hear);
  clearTimeout(timer);
}

async function bootstrapOf(
  context: CliContext,
  load: LoadBootstrap,
  file: string,
  options: RunOptions,
): Promise<string> {
  const { name, bytes } = await readInputFile(context, file);
  const { text } = withFailures(() => decodeInput(name, bytes));
  const { seconds: _, json: __, variant = 'lab', ...choice } = options;
  // YAML's reader is half of what this program would load at its start.
  const { isBootstrap } = await import('./run-file.ts');
  if (!(await context.compute(() => isBootstrap(name, text))))
    return load(context, file, { variant, ...choice });
  const given = Object.keys({ ...choice, ...(options.variant === undefined ? {} : { variant }) });
  if (given.length === 0) return text;
  const names = given.map((key) => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
  throw usageFailure(
    'bootstrap-as-it-is',
    `${name} is a bootstrap and is run as it is: ${names.join(' and ')} would change nothing.`,
    'Give the workload instead, or change the file.',
  );
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  // setTimeout counts milliseconds in 31 bits.
  if (!/^\d+(\.\d+)?$/.test(text) || seconds <= 0 || seconds > 2_000_000)
    throw new InvalidArgumentError('Give a number of seconds above 0, at most 2000000.');
  return seconds;
}
