import { usageFailure } from '../contract/failure.ts';
import { readAnatomy } from '../domain/anatomy/anatomy.ts';
import type { BootstrapVariant } from '../domain/anatomy/model.ts';
import type { SceneTwin } from '../domain/diagram/scene.ts';
import { maskedWords } from '../domain/diagram/truth-words.ts';
import { clockWords, filmWords } from '../domain/recording/clock-words.ts';
import { type Film, type FilmMoment, momentAt, tellingTime } from '../domain/recording/film.ts';
import { filmLive, filmReport } from '../domain/recording/film-live.ts';
import { type RecordedTexts, recordedTexts } from '../domain/recording/recorded-texts.ts';
import { redactAnatomy } from '../domain/redact/anatomy.ts';
import { createSourceShelf } from '../domain/yaml/shelf.ts';
import { withFailures } from '../host/failures.ts';
import type { NamedFile } from '../host/files/named-file.ts';
import { parseRecordingBytes, type ReadRecording } from '../host/recording/recording.ts';
import type { Drawer, DrawingFormat } from './anatomy.ts';
import type { CliContext } from './context.ts';
import { tellMasked } from './masked-note.ts';
import { type CliStudy, chooseWorkload } from './study.ts';
import type { StudyOptions } from './study-options.ts';

type RecordedStudy = CliStudy & { readonly input: RecordedTexts };

interface RecordingDrawing extends StudyOptions {
  readonly format: 'json' | DrawingFormat;
  readonly variant: BootstrapVariant;
  readonly workload?: string;
  readonly includeSecrets?: boolean;
  readonly at?: number;
  readonly scene?: string;
}

interface Ways<T> {
  readonly drawer: Drawer | null;
  /** Somebody chose the variant; else it is that of the moment. */
  readonly variantChosen: boolean;
  /** Writes every workload as JSON. */
  report(context: CliContext, study: CliStudy, options: T): Promise<string>;
}

/**
 * Draws a moment of a recording, or writes what its workloads are made of. Runs no program.
 * @throws FailureError `recording-broken`, `recorded-already` for options of an injection, `no-such-moment`
 */
export async function drawRecording<T extends RecordingDrawing>(
  context: CliContext,
  { name, bytes }: NamedFile,
  options: T,
  { drawer, variantChosen, report }: Ways<T>,
): Promise<string | Uint8Array> {
  refuseInjection(options);
  const recording = await parseRecordingBytes(name, bytes, context.signal);
  const { film } = recording;
  const at = momentTime(film, options.at);
  const moment = momentAt(film, at);
  const study = await context.compute(() => withFailures(() => studyAt(name, recording, moment)));
  if (options.format === 'json' || drawer === null) return report(context, study, options);
  const index =
    options.workload === undefined ? moment.choice.workload : chooseWorkload(study, options.workload);
  const variant = variantChosen ? options.variant : moment.choice.variant;
  const { start } = moment.choice;
  const workload = await context.compute(() =>
    withFailures(() => study.anatomy.workload(index, { variant, start })),
  );
  const { anatomy, masked } = options.includeSecrets
    ? { anatomy: workload, masked: 0 }
    : await context.compute(() => redactAnatomy(workload));
  tellMasked(context, masked);
  const tools = film.events.findLast((event) => event.is === 'tools' && event.t <= at);
  const of = { workload: index, variant };
  const live = filmLive(film, moment, of);
  const reported = filmReport(moment, of, workload.parts);
  const drawn = {
    ...{
      anatomy,
      variant,
      format: options.format,
      options: { ...options } as Readonly<Record<string, unknown>>,
    },
    bench: {
      bench: 'recording',
      recordedAt: film.head.recordedAt,
      tools: tools?.is === 'tools' ? tools.tools : [],
      commands: study.commands,
    },
    live: reported === null ? live : { ...live, report: reported },
    captions: [filmWords(at, film.duration), ...maskedWords(masked + moment.masked)],
    tell: context.err,
  } as const;
  const twin =
    options.scene === 'start-order' ? await context.compute(() => twinIn(study, index, options)) : null;
  return context.compute(() => drawer.draw(twin === null ? drawn : { ...drawn, twin }));
}

/** The other lane of the start order, where the recording holds what the same input gave the other way. */
function twinIn({ input }: RecordedStudy, index: number, { includeSecrets }: RecordingDrawing): SceneTwin {
  const { counterpart, ...texts } = input;
  if (counterpart === undefined)
    return { kind: 'missing', why: 'This recording holds one injection only, and runs no program.' };
  const other = withFailures(() =>
    readAnatomy({ ...texts, injected: counterpart }, createSourceShelf().read),
  );
  const anatomy = other.workload(index, { variant: 'lab', start: {} });
  return { kind: 'there', anatomy: includeSecrets === true ? anatomy : redactAnatomy(anatomy).anatomy };
}

/** Whole at the moment that tells most, where none is asked for. */
function momentTime(film: Film, asked: number | undefined): number {
  if (asked === undefined) return tellingTime(film);
  if (asked <= film.duration) return asked;
  throw usageFailure(
    'no-such-moment',
    `--at ${clockWords(asked)} is behind the end of the recording, which lasts ${clockWords(film.duration)}.`,
    'Name an earlier moment.',
  );
}

function studyAt(name: string, { events, texts }: ReadRecording, { input }: FilmMoment): RecordedStudy {
  const opened = events.filter((event) => event.is === 'opened')[Math.max(0, input)];
  const found = opened?.is === 'opened' ? recordedTexts(opened, texts) : null;
  if (opened?.is !== 'opened' || found === null)
    throw usageFailure('recording-broken', `${name} holds no injected text.`, 'Use another recording.');
  const anatomy = readAnatomy(found, createSourceShelf().read);
  return { input: found, anatomy, notes: opened.notes, commands: opened.commands };
}

/** A recording is what was injected then. */
function refuseInjection({ config, mesh, values, manifest, native, injected }: StudyOptions): void {
  const given = Object.entries({ config, mesh, values, manifest, native, injected });
  const names = given.filter(([, value]) => value !== undefined).map(([key]) => `--${key}`);
  if (names.length === 0) return;
  throw usageFailure(
    'recorded-already',
    `${names.join(' and ')} ${names.length === 1 ? 'changes' : 'change'} how a workload is injected, and a recording holds what was injected then.`,
    'Leave it out, or give the workload.',
  );
}
