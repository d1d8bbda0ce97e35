import { type Command, InvalidArgumentError } from 'commander';
import type { CliContext } from './context.ts';
import { examples } from './examples.ts';
import { readInputFile } from './input-file.ts';
import { tellMasked } from './masked-note.ts';
import { outName, writeResult } from './output-file.ts';

interface RecordCommandOptions {
  readonly out: string;
  readonly seconds: number;
  readonly adminPort: number;
  readonly includeSecrets?: boolean;
}

/** `record FILE --out F`: a `.anatomy` file, which shows what happened without any program. */
export function addRecordCommand(program: Command, context: CliContext): void {
  program
    .command('record')
    .description(
      'inject a workload, run its lab bootstrap in Envoy, and keep what was seen as a .anatomy file',
    )
    .argument('<file>', 'the workload')
    .requiredOption('--out <file>', 'where the recording is written, a .anatomy file', outName)
    .option('--seconds <number>', 'how long Envoy is watched', number(1, 600), 3)
    .option(
      '--admin-port <number>',
      "port of Envoy's admin endpoint; 0 takes a free one",
      number(0, 65_535),
      9982,
    )
    .option('--include-secrets', 'keep passwords, tokens and keys as they are')
    .addHelpText('after', examples('sidecar-anatomy record payments.yaml --seconds 5 --out payments.anatomy'))
    .action(context.action((file: string, options: RecordCommandOptions) => record(context, file, options)));
}

async function record(context: CliContext, file: string, options: RecordCommandOptions): Promise<void> {
  const input = await readInputFile(context, file);
  const { createLocalParts } = await import('../host/local-host.ts');
  const { makeRecording } = await import('../host/recording/make-recording.ts');
  const { createInlineReader } = await import('../host/study/inline-reader.ts');
  const parts = createLocalParts(context.toolchain(), createInlineReader());
  context.onEnd(async () => {
    await parts.bench.close();
  });
  const recording = await makeRecording(parts, {
    file: input,
    seconds: options.seconds,
    adminPort: options.adminPort,
    now: new Date(),
    includeSecrets: options.includeSecrets === true,
    signal: context.signal,
  });
  await writeResult(context, options.out, [file], `${JSON.stringify(recording, null, 1)}\n`);
  tellMasked(context, recording.masked ?? 0);
  context.err(`${recording.run.snapshots.length} observations of Envoy are recorded in ${options.out}\n`);
}

function number(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`A whole number from ${min} to ${max} is wanted.`);
    return value;
  };
}
