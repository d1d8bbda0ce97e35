import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { z } from 'zod';
import { type FailureError, inputFailure } from '../../contract/failure.ts';
import { MAX_INPUT_BYTES } from '../../contract/limits.ts';
import { type Film, makeFilm } from '../../domain/recording/film.ts';
import { fromFirstFormat } from '../../domain/recording/first-format.ts';
import {
  RECORDING_FORMAT,
  type RecordedEvent,
  type Recording,
  type RecordingHead,
} from '../../domain/recording/model.ts';
import { formatOf } from '../../domain/recording/signs.ts';
import { cancelledFailure, withFailures } from '../failures.ts';
import { firstSchema } from './first-schema.ts';
import { eventSchema, headSchema } from './schema.ts';

/** Most events that are read: more than a day of polls, and little enough to be held. */
export const MOST_EVENTS = 250_000;
/** Lines that are read in one go: some milliseconds. */
const AT_ONCE = 1000;

/** A recording that was read, with the texts in it by their ids. */
export interface ReadRecording extends Recording {
  readonly film: Film;
  readonly texts: ReadonlyMap<number, { readonly name: string; readonly text: string }>;
}

/**
 * Reads and checks a recording of any format that there was. `name` is how the file is called in a failure. The thread is let go
 * between lines.
 * @throws FailureError `recording-broken`, `recording-newer`, `cancelled`
 */
export async function parseRecording(
  name: string,
  text: string,
  signal?: AbortSignal,
): Promise<ReadRecording> {
  const format = formatOf(text);
  if (format === null) throw broken(name, `its first line does not say “${RECORDING_FORMAT}”`);
  if (format > 2) throw newer(name, format);
  const recording = format === 2 ? await readLines(name, text, signal) : readFirst(name, text);
  const film = withFailures(() => makeFilm({ ...recording, head: { ...recording.head, name } }));
  const texts = new Map<number, { readonly name: string; readonly text: string }>();
  for (const event of recording.events)
    if (event.is === 'text') texts.set(event.id, { name: event.name, text: event.text });
  if (film.moments.every(({ input }) => input < 0))
    throw broken(name, 'it ends before the first input in it is whole');
  return { ...recording, film: { ...film, head: recording.head }, texts };
}

function readFirst(name: string, text: string): Recording {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw broken(name, 'it is no JSON, or not all of it');
  }
  const parsed = firstSchema.safeParse(value);
  if (!parsed.success) throw broken(name, firstIssue(parsed.error));
  return fromFirstFormat(parsed.data);
}

async function readLines(name: string, text: string, signal?: AbortSignal): Promise<Recording> {
  let head: RecordingHead | null = null;
  const events: RecordedEvent[] = [];
  let line = 0;
  // A disk that lost its power leaves zeros where the text had no time to go.
  const end = text.replace(/[\0\s]+$/, '').length;
  for (let from = 0; from < end; ) {
    const stop = text.indexOf('\n', from);
    const written = text.slice(from, stop < 0 ? end : stop);
    line += 1;
    const read: RecordingHead | RecordedEvent | string =
      head === null ? readHead(written) : readEvent(written);
    if (typeof read === 'string') {
      // What a crash leaves of the last line is no line.
      if (stop < 0 && head !== null) break;
      throw broken(name, `line ${line}: ${read}`);
    }
    if ('is' in read) events.push(read);
    else head = read;
    if (events.length > MOST_EVENTS)
      throw broken(name, `it holds more than ${MOST_EVENTS} events, the most that are read`);
    from = stop < 0 ? end : stop + 1;
    if (line % AT_ONCE === 0) await letOthers(signal);
  }
  if (head === null) throw broken(name, 'it is empty');
  return { head, events, whole: events.at(-1)?.is === 'end' };
}

async function letOthers(signal?: AbortSignal): Promise<void> {
  await new Promise((done) => setImmediate(done));
  if (signal?.aborted === true) throw cancelledFailure();
}

/** A line's value as it stands there, its keys in their order, or what is wrong with it. */
function readHead(written: string): RecordingHead | string {
  return checked(written, headSchema);
}

function readEvent(written: string): RecordedEvent | string {
  const event = checked(written, eventSchema);
  if (typeof event === 'string' || event.is !== 'dump') return event as RecordedEvent | string;
  const { t, text, problem } = event;
  if (text !== undefined && problem === undefined) return { t, is: 'dump', text };
  if (problem !== undefined && text === undefined) return { t, is: 'dump', problem };
  return 'a config_dump has either a text or a problem';
}

function checked<T extends z.ZodType>(written: string, schema: T): z.infer<T> | string {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    return 'it is no JSON, or not all of it';
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? (value as z.infer<T>) : firstIssue(parsed.error);
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  const message = (issue?.message ?? 'invalid').slice(0, 200);
  const where = issue?.path.map(String).join('.').slice(0, 80) ?? '';
  return where === '' ? message : `${where}: ${message}`;
}

/** Reads a recording of ours. */
export async function readRecording(path: string): Promise<ReadRecording> {
  const bytes = await readFile(path).catch(() => {
    throw broken(basename(path), 'the file is missing');
  });
  return parseRecordingBytes(basename(path), bytes);
}

/** The same of bytes. What a crash cut within a character is no fault. */
export async function parseRecordingBytes(
  name: string,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<ReadRecording> {
  if (bytes.length > MAX_INPUT_BYTES) throw broken(name, `it is over ${MAX_INPUT_BYTES / 1e6} MB`);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return parseRecording(name, text, signal);
}

function broken(name: string, why: string): FailureError {
  return inputFailure(
    'recording-broken',
    `The recording ${name} cannot be read: ${why.replace(/\.$/, '')}.`,
    'Use another recording.',
  );
}

function newer(name: string, format: number): FailureError {
  return inputFailure(
    'recording-newer',
    `The recording ${name} cannot be read: it has format ${format}, and this Sidecar Anatomy reads up to 2.`,
    'Open it with the version that made it, or a newer one.',
  );
}
