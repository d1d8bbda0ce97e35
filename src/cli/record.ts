import { type Command, InvalidArgumentError } from 'commander';
import { inputFailure } from '../contract/failure.ts';
import type { BootstrapVariant } from '../contract/types.ts';
import type { AnatomyText } from '../domain/anatomy/anatomy.ts';
import { withFailures } from '../host/failures.ts';
import type { NamedFile } from '../host/files/named-file.ts';
import type { CliContext } from './context.ts';
import { examples } from './examples.ts';
import { readInputFile } from './input-file.ts';
import { tellMasked } from './masked-note.ts';
import { outName, writeResult } from './output-file.ts';
import { openPart, type PartFile } from './part-file.ts';
import { endSentence } from './run-output.ts';
import {
  addStartOptions,
  addWorkloadOptions,
  type BootstrapChoice,
  inputsOf,
  type StudyOptions,
} from './study-options.ts';

type OpenStudy = typeof import('./study.ts')['openStudy'];

interface RecordCommandOptions extends BootstrapChoice, StudyOptions {
  readonly out: string;
  readonly seconds: number;
  readonly includeSecrets?: boolean;
}

const HELP = `
The recording holds what was put in, the programs' versions, every poll of Envoy's admin endpoint, its log and its config_dump.
It is written to OUT.part as it goes, and to OUT when it is done: what is left of OUT.part after a crash opens, too.
Passwords, tokens, keys and what looks like one are written as ••••, and paths by their last name; --include-secrets keeps secrets.
Open it with serve OUT, or draw a moment of it: anatomy OUT --at 12.5s --format svg.
${examples(
  'sidecar-anatomy record payments.yaml --seconds 5 --out payments.anatomy',
  'sidecar-anatomy record payments.yaml --fetch-timeout 5s --seconds 15 --out gave-up.anatomy',
  'sidecar-anatomy record payments.yaml --variant typo --out typo.anatomy',
)}`;

/** `record FILE --out F`: a `.anatomy` file, which shows what happened without any program. */
export function addRecordCommand(program: Command, context: CliContext): void {
  const command = program
    .command('record')
    .description('inject a workload, run its bootstrap in Envoy, and keep what was seen as a .anatomy file');
  addWorkloadOptions(command, WORDS, 'lab');
  addStartOptions(command)
    .requiredOption('--out <file>', 'where the recording is written, a .anatomy file', outName)
    .option('--seconds <number>', 'how long Envoy is watched', wholeNumber(1, 86_400), 3)
    .option('--include-secrets', 'keep passwords, tokens and keys as they are')
    .addHelpText('after', HELP)
    .action(context.action((file: string, options: RecordCommandOptions) => record(context, file, options)));
}

const WORDS = {
  file: 'the workload',
  variant: 'which bootstrap is run',
  workload: 'which workload of a file with several, counted from 1',
} as const;

async function record(context: CliContext, file: string, options: RecordCommandOptions): Promise<void> {
  const { out, variant } = options;
  const { chooseWorkload, openStudy } = await import('./study.ts');
  const input = await readInputFile(context, file);
  const study = await openStudy(context, file, options, input);
  const workload = chooseWorkload(study, options.workload);
  const start = startOf(options);
  const built = await context.compute(() =>
    withFailures(() => study.anatomy.bootstrap(workload, { variant, start })),
  );
  const name = study.anatomy.summaries[workload]?.name ?? '';
  if (built === null)
    throw inputFailure(
      'no-sidecar',
      `${name} has no sidecar, so there is no bootstrap to run.`,
      'Choose an injected workload with --workload, or have this one injected.',
    );
  const { createEnvoyBench } = await import('../host/envoy/envoy-bench.ts');
  const { makeRecording } = await import('../host/recording/make-recording.ts');
  const toolchain = context.toolchain();
  const bench = createEnvoyBench({ toolchain });
  context.onEnd(() => bench.close());
  const part = await openPart(context, out);
  context.onEnd(async () => part.close());
  const { original, injected, injectConfig, meshConfig, values } = study.input;
  const counterpart =
    original === null ? {} : { counterpart: await otherInjection(openStudy, context, file, options, input) };
  const made = await recordOrRemove(part, () =>
    makeRecording(
      { toolchain, bench },
      {
        study: {
          name: original?.name ?? injected.name,
          native: options.native === true,
          texts: { original, injected, injectConfig, meshConfig, values, ...counterpart },
          notes: study.notes,
          commands: study.commands,
        },
        of: { workload, variant },
        start,
        words: `${name}, ${variant}`,
        yaml: built.yaml,
        seconds: options.seconds,
        now: new Date(),
        app: context.version,
        includeSecrets: options.includeSecrets === true,
        write: part.write,
        signal: context.signal,
      },
    ),
  );
  await writeResult(context, out, inputsOf(file, options), made.text, { evenCalledOff: true });
  // Not before: a disk that is full leaves what there is in it.
  await part.remove();
  tellMasked(context, made.state.masked ?? 0);
  context.err(`${made.polls} polls of Envoy are recorded in ${out}. ${endSentence(made.ended)}\n`);
}

/** What istioctl gives for the same input the other way, classic or native: a recording shows both, without any program. */
async function otherInjection(
  openStudy: OpenStudy,
  context: CliContext,
  file: string,
  options: StudyOptions,
  input: NamedFile,
): Promise<AnatomyText> {
  const other = await openStudy(context, file, { ...options, native: options.native !== true }, input);
  return other.input.injected;
}

/** What came to nothing leaves nothing. */
async function recordOrRemove<T>(part: PartFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await part.remove();
    throw error;
  }
}

function startOf({ ip, pod, namespace, adminPort, fetchTimeout }: BootstrapChoice) {
  return {
    ...(ip === undefined ? {} : { ip }),
    ...(pod === undefined ? {} : { pod }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(adminPort === undefined ? {} : { adminPort }),
    ...(fetchTimeout === undefined ? {} : { fetchTimeout }),
  } satisfies Partial<Record<keyof BootstrapChoice, string | number | BootstrapVariant>>;
}

function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`A whole number from ${min} to ${max} is wanted.`);
    return value;
  };
}
