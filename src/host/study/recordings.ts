import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inputFailure } from '../../contract/failure.ts';
import type { NamedText, RecordedFilm, ShippedRecording, Study, ToolInfo } from '../../contract/types.ts';
import { tellingTime } from '../../domain/recording/film.ts';
import type { RecordedKinds } from '../../domain/recording/model.ts';
import { recordedTexts } from '../../domain/recording/recorded-texts.ts';
import { parseRecordingBytes, type ReadRecording, readRecording } from '../recording/recording.ts';
import { shippedTitle } from '../recording/shipped.ts';
import type { StudyTexts } from './reader.ts';
import type { Origin } from './studies.ts';

interface RecordingsParts {
  /** The folder of the shipped ones. */
  readonly folder: string;
  /** Makes a study of texts. */
  hold(origin: Origin, texts: StudyTexts, signal?: AbortSignal): Promise<Study>;
}

/** Recordings that are open, and the shipped ones. */
export interface Recordings {
  /** The study of its first input, with the film. */
  read(name: string, bytes: Uint8Array, signal: AbortSignal): Promise<Study>;
  readShipped(name: string, signal: AbortSignal): Promise<Study>;
  /** The study of another input of an open recording, counted from 0. */
  input(id: string, input: number, signal: AbortSignal): Promise<Study>;
  text(id: string, text: number): NamedText;
  shipped(): Promise<readonly ShippedRecording[]>;
}

/** How many are held; the one that was opened first goes first. */
const MOST_HELD = 4;

export function createRecordings({ folder, hold }: RecordingsParts): Recordings {
  const held = new Map<string, ReadRecording>();

  function take(id: string): ReadRecording {
    const found = held.get(id);
    if (found === undefined)
      throw inputFailure('no-such-recording', 'This recording is no longer held.', 'Open it again.');
    return found;
  }

  function keep(recording: ReadRecording): string {
    const id = randomUUID();
    held.set(id, recording);
    const [oldest] = held.keys();
    if (held.size > MOST_HELD && oldest !== undefined) held.delete(oldest);
    return id;
  }

  async function studyOf(recording: ReadRecording, input: number, signal: AbortSignal): Promise<Study> {
    const { head, events, texts } = recording;
    const opened = events.filter((event) => event.is === 'opened')[input];
    if (opened?.is !== 'opened')
      throw inputFailure('no-such-input', `The recording has no input ${input + 1}.`, 'Open it again.');
    const before = events.slice(0, events.indexOf(opened));
    const tools = before.findLast((event) => event.is === 'tools');
    const { name, notes, commands } = opened;
    const origin: Origin = {
      ...{ name, bench: 'recording', recordedAt: head.recordedAt, notes, commands },
      tools: tools?.is === 'tools' ? (tools.tools as readonly ToolInfo[]) : [],
    };
    return hold(origin, studyTexts(opened, texts), signal);
  }

  async function opened(recording: ReadRecording, signal: AbortSignal): Promise<Study> {
    const at = recording.film.moments.findLast(({ t }) => t <= tellingTime(recording.film));
    const study = await studyOf(recording, Math.max(0, at?.input ?? 0), signal);
    return { ...study, film: filmOf(keep(recording), recording) };
  }

  return {
    read: async (name, bytes, signal) => opened(await parseRecordingBytes(name, bytes, signal), signal),
    readShipped: async (name, signal) => opened(await readRecording(join(folder, name)), signal),
    input: (id, input, signal) => studyOf(take(id), input, signal),
    text(id, text) {
      const found = take(id).texts.get(text);
      if (found === undefined)
        throw inputFailure('no-such-text', `The recording has no text ${text}.`, 'Choose another moment.');
      return found;
    },
    async shipped() {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.anatomy')).sort();
      return Promise.all(
        names.map(async (name) => {
          const { film } = await readRecording(join(folder, name));
          const { recordedAt } = film.head;
          return { name, title: shippedTitle(name), recordedAt, seconds: Math.round(film.duration / 1000) };
        }),
      );
    },
  };
}

/** What a page shows it with: long texts stay here, and are asked for one by one. */
function filmOf(id: string, { head, events, whole }: ReadRecording): RecordedFilm {
  return {
    id,
    head,
    whole,
    events: events.map((event) => (event.is === 'text' ? { ...event, text: '' } : event)),
  };
}

function studyTexts(opened: RecordedKinds['opened'], texts: ReadRecording['texts']): StudyTexts {
  const found = recordedTexts(opened, texts);
  if (found !== null) return found;
  throw inputFailure(
    'recording-broken',
    `The recording of ${opened.name} cannot be read: the injected text is not in it.`,
    'Use another recording.',
  );
}
