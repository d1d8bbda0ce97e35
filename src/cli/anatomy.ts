import { type Command, Option } from 'commander';
import type { BootstrapVariant } from '../contract/types.ts';
import type { WorkloadAnatomy } from '../domain/anatomy/model.ts';
import { withFailures } from '../host/failures.ts';
import type { CliContext } from './context.ts';
import { writeResult } from './output-file.ts';
import {
  addStudyOptions,
  type CliStudy,
  chooseWorkload,
  inputsOf,
  openStudy,
  type StudyOptions,
} from './study.ts';

export type DrawingFormat = 'svg' | 'png';

/** A drawing of one workload, asked for on the command line. */
export interface DrawRequest {
  readonly anatomy: WorkloadAnatomy;
  readonly variant: BootstrapVariant;
  readonly format: DrawingFormat;
  /** Options of the drawing's own, as commander read them. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Draws anatomies; says itself which options it takes. */
export interface Drawer {
  addOptions(command: Command): Command;
  draw(request: DrawRequest): Promise<string | Uint8Array>;
}

interface AnatomyOptions extends StudyOptions {
  readonly format: 'json' | DrawingFormat;
  readonly variant: BootstrapVariant;
  readonly workload?: string;
  readonly out?: string;
}

const HELP = `
json: {"workloads":[{"kind","name","namespace","injected","sidecar","containers","initContainers","parts","links"}],"notes"}
with every workload of FILE, one a line. A drawing shows one of them: the first injected one, or --workload.`;

/** `anatomy FILE`: parts, links and notes as JSON, or a drawing. Without a drawer only JSON is offered. */
export function addAnatomyCommand(program: Command, context: CliContext, drawer: Drawer | null): void {
  const formats = drawer === null ? ['json'] : ['json', 'svg', 'png'];
  const command = program
    .command('anatomy')
    .description('take the workloads of a file apart: parts, links with their rules, where each was read')
    .argument('<file>', 'workloads that kube-inject takes, YAML or JSON')
    .addOption(new Option('--format <format>', 'what is written').choices(formats).default('json'))
    .addOption(
      new Option('--variant <name>', 'which bootstrap is shown')
        .choices(['lab', 'sidecar', 'typo'])
        .default('lab'),
    )
    .option('--workload <name or number>', 'which workload is drawn, counted from 1')
    .option('--out <file>', 'write to a file')
    .addHelpText('after', HELP);
  addStudyOptions(command);
  drawer?.addOptions(command);
  command.action(
    context.action((file: string, options: AnatomyOptions) => anatomy(context, file, options, drawer)),
  );
}

async function anatomy(
  context: CliContext,
  file: string,
  options: AnatomyOptions,
  drawer: Drawer | null,
): Promise<void> {
  const { format, variant, out } = options;
  const study = await openStudy(context, file, options, format === 'json' ? 'anatomy' : 'drawing');
  if (format === 'json' || drawer === null)
    return writeResult(context, out, inputsOf(file, options), report(study, variant));
  const index = chooseWorkload(study, options.workload);
  const workload = study.anatomy.workload(index, { variant, start: {} });
  const { summaries } = study.anatomy;
  if (summaries.length > 1 && options.workload === undefined)
    context.err(
      `Drawn is ${workload.kind} ${workload.name}, one of ${summaries.length} workloads; --workload chooses another.\n`,
    );
  const drawn = await drawer.draw({ anatomy: workload, variant, format, options: { ...options } });
  return writeResult(context, out, inputsOf(file, options), drawn);
}

/** The report as JSON, one workload a line, so that a thousand of them can be read by eye and by line tools. */
function report({ anatomy, notes }: CliStudy, variant: BootstrapVariant): string {
  const workloads = anatomy.summaries.map((_, index) =>
    JSON.stringify(withFailures(() => anatomy.workload(index, { variant, start: {} }))),
  );
  return `{"workloads":${list(workloads)},"notes":${list(notes.map((note) => JSON.stringify(note)))}}\n`;
}

function list(items: readonly string[]): string {
  return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n]`;
}
