import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inputFailure } from '../../contract/failure.ts';
import { MAX_INPUT_BYTES } from '../../contract/limits.ts';
import type { RequestInput, RequestResult } from '../../contract/requests.ts';
import type {
  BuiltBootstrap,
  CommandRun,
  Counterpart,
  NamedText,
  Note,
  ShippedRecording,
  StartValues,
  Study,
  TextRole,
  ToolInfo,
  WorkloadView,
} from '../../contract/types.ts';
import { isRecording } from '../../domain/recording/signs.ts';
import { readNamedFile } from '../files/named-file.ts';
import type { GivenFile, HostParts } from '../host-parts.ts';
import type { LabInput } from '../lab/labs.ts';
import { createUnderWay } from '../under-way.ts';
import { createCounterparts } from './counterparts.ts';
import type { StudyTexts } from './reader.ts';
import { createRecordings } from './recordings.ts';
import { StudyShelf, textsByRole } from './study-shelf.ts';

export interface StudiesOptions {
  readonly resources: string;
  readonly startFile: () => string | null;
}

export interface Studies {
  open(input: RequestInput<'study:open'>): Promise<Study>;
  openSample(native: boolean): Promise<Study>;
  /** The file of the command line. Throws when there is none or it cannot be read. */
  startFile(): Promise<RequestResult<'app:start-file'>>;
  /** Read once and then held: a recording does not change. Comes with its first workload. */
  openRecording(name: string): Promise<Study>;
  /** The recordings that come with the app. */
  shipped(): Promise<readonly ShippedRecording[]>;
  openShipped(name: string): Promise<Study>;
  /** The study of a later input of a recording. */
  recordedInput(input: RequestInput<'recording:input'>): Promise<Study>;
  recordedText(input: RequestInput<'recording:text'>): NamedText;
  /** A study with its texts. Throws `no-such-study`. */
  held(studyId: string): { readonly study: Study; readonly texts: StudyTexts };
  /** Ends every opening that is under way; each fails with `cancelled`. */
  cancel(): void;
  /** Cancels, ends the reading of recordings too, and waits until what was cancelled has cleaned up, 5 s at most. */
  close(): Promise<void>;
  text(studyId: string, role: TextRole): NamedText;
  view(input: RequestInput<'study:workload'>): Promise<WorkloadView>;
  bootstrap(input: RequestInput<'bootstrap:build'>): Promise<BuiltBootstrap>;
  /** A workload of a study, injected the other way: classic or native. */
  counterpart(input: RequestInput<'study:counterpart'>): Promise<Counterpart>;
  /** The text of the same, of all workloads. */
  otherInjection(studyId: string): Promise<NamedText>;
  /** What was injected, with the three files it was injected with. Throws `no-original` when the input already held its sidecar. */
  labInput(studyId: string): Pick<LabInput, 'input' | 'injection'>;
}

const CLOSE_LIMIT_MS = 5000;

/** What is known of a study before its texts were read. */
export interface Origin {
  readonly name: string;
  readonly bench: Study['bench'];
  readonly recordedAt: string | null;
  readonly notes: readonly Note[];
  readonly commands: readonly CommandRun[];
  readonly tools: readonly ToolInfo[];
}

/** Opens inputs, holds what came of them, and hands out one workload at a time. */
export function createStudies(options: StudiesOptions, parts: HostParts): Studies {
  const { injector, reader, toolchain, decode } = parts;
  const counterparts = createCounterparts(parts);
  const shelf = new StudyShelf((studyId) => {
    reader.forget(studyId);
    counterparts.forget(studyId);
  });
  const underWay = createUnderWay();
  const closing = new AbortController();
  const recordings = new Map<string, Promise<Study>>();

  async function hold(origin: Origin, texts: StudyTexts, signal?: AbortSignal): Promise<Study> {
    const id = randomUUID();
    const { summaries, notes } = await reader.read(id, texts, signal);
    const roles = [...textsByRole(texts)].map(([role, { name }]) => ({ role, name }));
    const study: Study = {
      ...origin,
      id,
      workloads: summaries,
      notes: distinct([...origin.notes, ...notes]),
      texts: roles,
    };
    shelf.put(study, texts);
    return study;
  }

  async function inject(file: GivenFile, injection: readonly GivenFile[], native: boolean): Promise<Study> {
    return underWay.run(async (signal) => {
      const { notes, commands, ...texts } = await injector.inject({ ...file, injection, native, signal });
      const tools = await toolchain.list();
      const origin: Origin = { name: file.name, bench: 'lab', recordedAt: null, notes, commands, tools };
      const study = await hold(origin, texts, signal);
      counterparts.note(study.id, native);
      return study;
    });
  }

  async function readInjected(file: GivenFile): Promise<Study> {
    return underWay.run(async (signal) => {
      const { text, notes } = decode(file.name, file.bytes);
      const injected = { name: file.name, text };
      const tools = await toolchain.list();
      const origin: Origin = {
        name: file.name,
        bench: 'lab',
        recordedAt: null,
        notes,
        commands: [],
        tools,
      };
      const texts = { original: null, injected, injectConfig: null, meshConfig: null, values: null };
      return hold(origin, texts, signal);
    });
  }

  const films = createRecordings({ folder: join(options.resources, 'recordings'), hold });

  async function readStudy(name: string): Promise<Study> {
    const study = await films.readShipped(name, closing.signal);
    if (study.workloads.length === 0 || closing.signal.aborted) return study;
    return { ...study, first: await reader.view(study.id, 0, { variant: 'lab', start: {} }) };
  }

  /** What could not be read is tried anew by who asks next. */
  function readOnce(name: string): Promise<Study> {
    const study = readStudy(name);
    recordings.set(name, study);
    study.catch(() => recordings.get(name) === study && recordings.delete(name));
    return study;
  }

  return {
    async open(input) {
      const file = given(input.file);
      // Whatever it is called, and whatever was asked for: it holds all that is needed, and runs nothing.
      if (isRecording(file.bytes)) return underWay.run((signal) => films.read(file.name, file.bytes, signal));
      return input.alreadyInjected
        ? readInjected(file)
        : inject(file, input.injection.map(given), input.native);
    },
    async openSample(native) {
      const name = 'payments.yaml';
      return inject({ name, bytes: await readFile(join(options.resources, 'samples', name)) }, [], native);
    },
    async startFile() {
      const path = options.startFile();
      if (path === null)
        throw inputFailure('no-start-file', 'No file was named at the start.', 'Open one with the button.');
      const { name, bytes } = await underWay.run((signal) => readNamedFile(path, path, signal));
      if (bytes.length > MAX_INPUT_BYTES) throw tooLarge(name);
      return { name, base64: Buffer.from(bytes).toString('base64') };
    },
    async openRecording(name) {
      const study = await (recordings.get(name) ?? readOnce(name));
      return shelf.keeps(study.id) ? study : readOnce(name);
    },
    shipped: () => films.shipped(),
    openShipped: async (name) => {
      if (!(await films.shipped()).some((one) => one.name === name))
        throw inputFailure(
          'no-such-recording',
          `No recording ${name} comes with the app.`,
          'Choose another.',
        );
      return underWay.run((signal) => films.readShipped(name, signal));
    },
    recordedInput: ({ id, input }) => underWay.run((signal) => films.input(id, input, signal)),
    recordedText: ({ id, text }) => films.text(id, text),
    held(studyId) {
      const { study, texts } = shelf.take(studyId);
      const counterpart = counterparts.textOf(studyId);
      return { study, texts: counterpart === undefined ? texts : { ...texts, counterpart } };
    },
    cancel: underWay.cancel,
    async close() {
      underWay.cancel();
      closing.abort();
      await underWay.settled(CLOSE_LIMIT_MS);
    },
    text(studyId, role) {
      const text = textsByRole(shelf.take(studyId).texts).get(role);
      if (text === undefined)
        throw inputFailure('no-such-text', `This study has no ${role} text.`, 'Choose another text.');
      return text;
    },
    async view({ studyId, index, variant, start }) {
      shelf.take(studyId);
      return reader.view(studyId, index, { variant, start: defined(start) });
    },
    async bootstrap({ studyId, index, variant, start }) {
      shelf.take(studyId);
      return reader.bootstrap(studyId, index, { variant, start: defined(start) });
    },
    async counterpart({ studyId, index }) {
      const { texts } = shelf.take(studyId);
      return underWay.run((signal) => counterparts.of(studyId, texts, index, signal));
    },
    async otherInjection(studyId) {
      const { texts } = shelf.take(studyId);
      await underWay.run((signal) => counterparts.of(studyId, texts, 0, signal));
      const text = counterparts.textOf(studyId);
      if (text === undefined) throw new Error('the other injection is gone');
      return text;
    },
    labInput(studyId) {
      const { original, injectConfig, meshConfig, values } = shelf.take(studyId).texts;
      if (original === null)
        throw inputFailure(
          'no-original',
          'This input already held its sidecar, and the labs begin with a workload that has none.',
          'Open the workload as it was before.',
        );
      const bytes = (text: NamedText) => ({ name: text.name, bytes: Buffer.from(text.text) });
      const files = [
        { role: 'config' as const, file: injectConfig },
        { role: 'mesh' as const, file: meshConfig },
        { role: 'values' as const, file: values },
      ];
      const injection = files.flatMap(({ role, file }) => (file === null ? [] : [{ ...bytes(file), role }]));
      return { input: bytes(original), injection };
    },
  };
}

/** A recording holds notes that are found again when its texts are read. */
function distinct(notes: readonly Note[]): readonly Note[] {
  return [...new Map(notes.map((note) => [JSON.stringify(note), note])).values()];
}

/** Leaves out what was given as undefined, so that it cannot take the place of a default. */
export function defined(start: RequestInput<'study:workload'>['start']): Partial<StartValues> {
  return Object.fromEntries(Object.entries(start).filter(([, value]) => value !== undefined));
}

/** A file as a shell sent it. Names are shown without folders, of either slash. */
function given(file: { readonly name: string; readonly base64: string }): GivenFile {
  const name = file.name.split(/[\\/]/).at(-1) || 'input.yaml';
  const bytes = Buffer.from(file.base64, 'base64');
  if (bytes.length > MAX_INPUT_BYTES) throw tooLarge(name);
  return { name, bytes };
}

function tooLarge(name: string) {
  return inputFailure(
    'too-large',
    `${name} is larger than ${MAX_INPUT_BYTES / 1e6} MB, the most that is read.`,
    'Split it, or keep only the workloads in it.',
  );
}
