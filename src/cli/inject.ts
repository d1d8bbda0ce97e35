import { basename } from 'node:path';
import type { Command } from 'commander';
import type { Note } from '../contract/types.ts';
import type { ReadAnatomy } from '../domain/anatomy/anatomy.ts';
import type { InjectResult } from '../host/inject/injector.ts';
import type { CliContext } from './context.ts';
import { examples } from './examples.ts';
import { oneLine } from './one-line.ts';
import { outName, writeResult } from './output-file.ts';
import { addInjectionOptions, type InjectionOptions, inputsOf } from './study-options.ts';

interface InjectOptions extends InjectionOptions {
  readonly out?: string;
  readonly json?: boolean;
}

const HELP = `
With --json: {"injected": the YAML, "workloads":[{"kind","name","namespace","injected","sidecar","containers",
"initContainers"}], "notes":[{"code","severity","message","source","workload"}], "commands":[{"argv","line","exitCode",
"signal","ms","stderr"}]}. Without it the YAML is written, notes go to standard error.
Exit code: 0 when istioctl went through the file (a workload that it left alone is a note), 1 when the input or istioctl
said no, 2 for a wrong call.
${examples(
  'sidecar-anatomy inject payments.yaml --out injected.yaml',
  'kubectl get deployment payments -o yaml | sidecar-anatomy inject - --native',
)}`;

/** `inject FILE`: what the real `istioctl kube-inject` makes of a file, away from any cluster. */
export function addInjectCommand(program: Command, context: CliContext): void {
  const command = program
    .command('inject')
    .description('inject the sidecar with the real istioctl, away from any cluster')
    .argument('<file>', 'YAML or JSON with workloads; - reads standard input');
  addInjectionOptions(command)
    .option('--out <file>', 'write there instead of to standard output', outName)
    .option('--json', 'the YAML, notes and the commands that were run, as JSON')
    .addHelpText('after', HELP)
    .action(
      context.action(async (file: string, options: InjectOptions) => {
        if (options.json === true) context.quiet();
        const { injectFile } = await import('./study.ts');
        const { result, anatomy, notes } = await injectFile(context, file, options);
        const text = options.json === true ? jsonOf(result, anatomy, notes) : result.injected.text;
        await writeResult(context, options.out, inputsOf(file, options), text);
        if (options.json !== true)
          for (const note of notes)
            context.err(
              `${note.severity}: ${oneLine(noteSentence(note, result.injected.name, options.out))}\n`,
            );
      }),
    );
}

/** The sentence of a note; a place in what came out is told as where the person finds it. */
function noteSentence({ message, source }: Note, injected: string, out: string | undefined): string {
  const begin = source === null ? '' : `${source.file}:${source.line}: `;
  if (source?.file !== injected || !message.startsWith(begin)) return message;
  const place =
    out === undefined || out === '-'
      ? `line ${source.line} of the output`
      : `${basename(out)}:${source.line}`;
  return `${place}: ${message.slice(begin.length)}`;
}

function jsonOf(result: InjectResult, anatomy: ReadAnatomy, notes: readonly Note[]): string {
  const { injected, commands } = result;
  const { summaries } = anatomy;
  return `${JSON.stringify({ injected: injected.text, workloads: summaries, notes, commands }, null, 2)}\n`;
}
