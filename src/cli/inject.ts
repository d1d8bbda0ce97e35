import type { Command } from 'commander';
import type { Note } from '../contract/types.ts';
import { type ReadAnatomy, readAnatomy } from '../domain/anatomy/anatomy.ts';
import { createSourceShelf } from '../domain/yaml/shelf.ts';
import { withFailures } from '../host/failures.ts';
import { createInjector, type InjectResult } from '../host/inject/injector.ts';
import { createTextWork } from '../host/inject/text-work.ts';
import type { CliContext } from './context.ts';
import { readInputFile } from './input-file.ts';
import { oneLine } from './one-line.ts';
import { writeResult } from './output-file.ts';
import { addInjectionOptions, type InjectionOptions, inputsOf, readInjection } from './study.ts';

interface InjectOptions extends InjectionOptions {
  readonly out?: string;
  readonly json?: boolean;
}

const HELP = `
With --json: {"injected": the YAML, "workloads":[{"kind","name","namespace","injected","sidecar","containers",
"initContainers"}], "notes":[{"code","severity","message","source","workload"}], "commands":[{"argv","line","exitCode",
"signal","ms","stderr"}]}. Without it the YAML is written, notes go to standard error.
Exit code: 0 when istioctl went through the file (a workload that it left alone is a note), 1 when the input or istioctl
said no, 2 for a wrong call.`;

/** `inject FILE`: what the real `istioctl kube-inject` makes of a file, away from any cluster. */
export function addInjectCommand(program: Command, context: CliContext): void {
  const command = program
    .command('inject')
    .description('inject the sidecar with the real istioctl, away from any cluster')
    .argument('<file>', 'YAML or JSON with workloads; - reads standard input');
  addInjectionOptions(command)
    .option('--out <file>', 'write there instead of to standard output')
    .option('--json', 'the YAML, notes and the commands that were run, as JSON')
    .addHelpText('after', HELP)
    .action(
      context.action(async (file: string, options: InjectOptions) => {
        const input = await readInputFile(context, file);
        const injection = await readInjection(context, options);
        const shelf = createSourceShelf();
        const injector = createInjector({ toolchain: context.toolchain(), texts: createTextWork(shelf) });
        const { signal } = context;
        const native = options.native === true;
        const result = await injector.inject({ ...input, injection, native, signal });
        const anatomy = withFailures(() => readAnatomy(result, shelf.read));
        // What the injection tells and what the anatomy tells, as every other command and the window do.
        const notes = [...result.notes, ...anatomy.notes];
        const text = options.json === true ? jsonOf(result, anatomy, notes) : result.injected.text;
        await writeResult(context, options.out, inputsOf(file, options), text);
        if (options.json !== true)
          for (const note of notes) context.err(`${note.severity}: ${oneLine(note.message)}\n`);
      }),
    );
}

function jsonOf(result: InjectResult, anatomy: ReadAnatomy, notes: readonly Note[]): string {
  const { injected, commands } = result;
  const { summaries } = anatomy;
  return `${JSON.stringify({ injected: injected.text, workloads: summaries, notes, commands }, null, 2)}\n`;
}
