import { type Command, Option } from 'commander';
import { type FailureError, usageFailure } from '../contract/failure.ts';
import type { BootstrapVariant } from '../contract/types.ts';
import type { WorkloadAnatomy } from '../domain/anatomy/model.ts';
import type { SceneLive, SceneTwin } from '../domain/diagram/scene.ts';
import { type Bench, maskedWords, NOT_STARTED } from '../domain/diagram/truth-words.ts';
import { isRecording } from '../domain/recording/signs.ts';
import type { Redactor, RedactorMemory } from '../domain/redact/redactor.ts';
import { withFailures } from '../host/failures.ts';
import type { CliContext } from './context.ts';
import { examples } from './examples.ts';
import { readAnyFile } from './input-file.ts';
import { tellMasked } from './masked-note.ts';
import { outName, writeResult } from './output-file.ts';
import { parseTime } from './recording-time.ts';
import type { CliStudy } from './study.ts';
import { addWorkloadOptions, inputsOf, type StudyOptions } from './study-options.ts';

/** Everything a scene can be written as. */
export const DRAWING_FORMATS = ['svg', 'png', 'pdf', 'mermaid', 'drawio', 'html', 'md'] as const;
export type DrawingFormat = (typeof DRAWING_FORMATS)[number];

/** A drawing of one workload, asked for on the command line. */
export interface DrawRequest {
  readonly anatomy: WorkloadAnatomy;
  readonly variant: BootstrapVariant;
  readonly format: DrawingFormat;
  /** Options of the drawing's own, as commander read them. */
  readonly options: Readonly<Record<string, unknown>>;
  /** What it was made with, which the picture says. */
  readonly bench: Bench;
  /** What an Envoy was seen to do with the bootstrap. */
  readonly live: SceneLive;
  /** What else the picture says of itself: its moment, how many values were masked. */
  readonly captions: readonly string[];
  /** Of the start order: the workload injected the other way. */
  readonly twin?: SceneTwin;
  /** Takes a line about the picture that does not stand in it. */
  readonly tell: (words: string) => void;
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
  readonly check?: string;
  readonly includeSecrets?: boolean;
  /** In milliseconds since a recording began. */
  readonly at?: number;
  /** Of the drawing. */
  readonly scene?: string;
}

const HELP = `
json: {"workloads":[{"kind","name","namespace","injected","sidecar","containers","initContainers","parts","links"}],"notes"}
with every workload of FILE, one a line; env, args, mounts, labels, annotations and static clusters say where they come from and what
becomes of them ("provenance": steps, and what is unknown); and how many values were "masked". A drawing shows one of them: the first injected one, or --workload.
svg, png, pdf: the picture. mermaid, drawio: the same boxes and lines, to be edited on. html: one file in which parts can be pressed,
with no network. md: a report with tables, and the picture as Mermaid or, with --picture, as a file of its own.
Passwords, tokens, keys and what looks like one are written as ••••; --include-secrets writes them as they are.
FILE may be a recording, for which no program is needed: --at says of which moment a drawing is.
--check FILE writes nothing: it ends with 1 when FILE is not what would be written now.
${examples(
  'sidecar-anatomy anatomy payments.yaml --out anatomy.json',
  'sidecar-anatomy anatomy payments.yaml --format svg --view difference --out payments.svg',
  'sidecar-anatomy anatomy payments.yaml --format png --scene pod --scale 2 --out pod.png',
  'sidecar-anatomy anatomy payments.yaml --format mermaid --check docs/payments.mmd',
)}`;

/** `anatomy FILE`: parts, links and notes as JSON, or a drawing. Without a drawer only JSON is offered. */
export function addAnatomyCommand(program: Command, context: CliContext, drawer: Drawer | null): void {
  const formats = drawer === null ? ['json'] : ['json', ...DRAWING_FORMATS];
  const command = program
    .command('anatomy')
    .description('take the workloads of a file apart: parts, links with their rules, where each was read')
    .addOption(new Option('--format <format>', 'what is written').choices(formats).default('json'))
    .option('--out <file>', 'write to a file', outName)
    .option(
      '--check <file>',
      'compare a file that was written before with what would be written now',
      outName,
    )
    .option('--include-secrets', 'write passwords, tokens and keys as they are')
    .option('--at <time>', 'the moment of a recording: 12.5s, 1:02.5 (the most telling one)', parseTime)
    .addHelpText('after', HELP);
  addWorkloadOptions(command, WORDS, 'lab');
  const common = command.options.length;
  drawer?.addOptions(command);
  const drawing = command.options.slice(common);
  command.action(
    context.action(async (file: string, options: AnatomyOptions) => {
      const chosen = drawing.filter((one) => command.getOptionValueSource(one.attributeName()) === 'cli');
      if (options.format === 'json') refuseDrawing(chosen.map(({ long }) => long ?? ''));
      const isGiven = (name: string) => command.getOptionValueSource(name) === 'cli';
      await anatomy(context, file, options, { drawer, variantChosen: isGiven('variant') });
    }),
  );
}

const WORDS = {
  file: 'workloads that kube-inject takes, YAML or JSON',
  variant: 'which bootstrap is shown',
  workload: 'which workload is drawn, counted from 1',
} as const;

async function anatomy(
  context: CliContext,
  file: string,
  options: AnatomyOptions,
  { drawer, variantChosen }: { readonly drawer: Drawer | null; readonly variantChosen: boolean },
): Promise<void> {
  const { format, variant } = options;
  if (options.check !== undefined && options.out !== undefined) throw writesNothing(options.out);
  if (format === 'json' && options.workload !== undefined) throw notDrawn(options.workload);
  const input = await readAnyFile(context, file);
  if (isRecording(input.bytes)) {
    const { drawRecording } = await import('./anatomy-recording.ts');
    const drawn = await drawRecording(context, input, options, { drawer, variantChosen, report });
    return finish(context, file, options, drawn);
  }
  if (options.at !== undefined) throw noMoment(file);
  // Asked while istioctl works: a picture says which programs are here.
  const tools = format === 'json' ? null : context.toolchain().list();
  tools?.catch(() => undefined);
  const { chooseWorkload, openStudy } = await import('./study.ts');
  const study = await openStudy(context, file, options, input);
  if (format === 'json' || drawer === null || tools === null)
    return finish(context, file, options, await report(context, study, options));
  const index = chooseWorkload(study, options.workload);
  const workload = await context.compute(() => study.anatomy.workload(index, { variant, start: {} }));
  const { summaries } = study.anatomy;
  if (summaries.length > 1 && options.workload === undefined)
    context.err(
      `Drawn is ${workload.kind} ${workload.name}, one of ${summaries.length} workloads; --workload chooses another.\n`,
    );
  const { redactAnatomy } = await import('../domain/redact/anatomy.ts');
  const { anatomy: shown, masked } = options.includeSecrets
    ? { anatomy: workload, masked: 0 }
    : await context.compute(() => redactAnatomy(workload));
  tellMasked(context, masked);
  const request = {
    anatomy: shown,
    variant,
    format,
    options: { ...options },
    bench: { bench: 'lab', recordedAt: null, tools: await tools, commands: study.commands } as const,
    live: NOT_STARTED,
    captions: maskedWords(masked),
    tell: context.err,
    ...(options.scene === 'start-order'
      ? { twin: await (await import('./twin.ts')).twinOf(context, file, options, index, input) }
      : {}),
  };
  const drawn = await context.compute(() => drawer.draw(request));
  return finish(context, file, options, drawn);
}

/** Writes the result, or compares it with what was written before. */
async function finish(
  context: CliContext,
  file: string,
  options: AnatomyOptions,
  result: string | Uint8Array,
): Promise<void> {
  if (options.check === undefined) return writeResult(context, options.out, inputsOf(file, options), result);
  const { refuseStale } = await import('./stale.ts');
  await refuseStale(context, options.check, result);
  context.err(`${options.check} is what is made now.\n`);
}

function noMoment(file: string): FailureError {
  return usageFailure(
    'at-without-recording',
    `--at names a moment of a recording, and ${file} is none.`,
    'Leave it out, or give an .anatomy file.',
  );
}

/** JSON is no drawing: what would only change one is told, not passed over. */
function refuseDrawing(names: readonly string[]): void {
  if (names.length === 0) return;
  throw usageFailure(
    'drawing-option',
    `${names.join(' and ')} ${names.length === 1 ? 'changes' : 'change'} a drawing, and --format json is none.`,
    'Leave it out, or ask for another --format, such as svg.',
  );
}

function writesNothing(out: string): FailureError {
  return usageFailure(
    'check-and-out',
    `--check compares and writes nothing, and --out ${out} says where to write.`,
    'Leave out one of them.',
  );
}

/** JSON holds every workload: a choice that changes nothing is told, not passed over. */
function notDrawn(wish: string): FailureError {
  return usageFailure(
    'workload-without-drawing',
    `--workload ${wish} chooses what is drawn, and --format json holds every workload of the file.`,
    'Leave it out, or ask for another --format, such as svg.',
  );
}

/** The report as JSON, one workload a line, so that a thousand of them can be read by eye and by line tools. */
async function report(
  context: CliContext,
  { anatomy, notes }: CliStudy,
  { variant, includeSecrets }: AnatomyOptions,
): Promise<string> {
  const { withProvenance } = await import('../domain/anatomy/provenance.ts');
  const { createRedactor } = await import('../domain/redact/redactor.ts');
  const { redactAnatomy, redactNotes } = await import('../domain/redact/anatomy.ts');
  const secrets = new Set<string>();
  const redactors: Redactor[] = [];
  const memory: RedactorMemory = new Map();
  const workloads = await context.compute(() =>
    [...anatomy.summaries.keys()].map((index) => {
      const workload = withFailures(() => anatomy.workload(index, { variant, start: {} }));
      if (includeSecrets) return JSON.stringify(withProvenance(workload));
      const redactor = createRedactor(memory);
      redactors.push(redactor);
      const redacted = redactAnatomy(workload, redactor).anatomy;
      for (const secret of redactor.secrets) secrets.add(secret);
      return JSON.stringify(withProvenance(redacted));
    }),
  );
  const told = includeSecrets ? notes : redactNotes(notes, redactors);
  tellMasked(context, secrets.size);
  return `{"workloads":${list(workloads)},"notes":${list(told.map((note) => JSON.stringify(note)))},"masked":${secrets.size}}\n`;
}

function list(items: readonly string[]): string {
  return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n]`;
}
