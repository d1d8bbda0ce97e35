import type { Failure } from '../../contract/failure.ts';
import type { NamedText, Note } from '../../contract/types.ts';
import { coverageOf, type FileCoverage } from '../../domain/checks/coverage.ts';
import { locateFindings } from '../../domain/checks/locate.ts';
import type { CheckName, Finding, RawFinding } from '../../domain/checks/model.ts';
import { explainInjectFailure } from '../../domain/inject/explain.ts';
import { injectionNotes } from '../../domain/inject/notes.ts';
import { checkYaml } from '../../domain/yaml/document.ts';
import { createSourceShelf, type ReadText, type SourceShelf } from '../../domain/yaml/shelf.ts';
import { cancelledFailure, toFailure, withFailures } from '../failures.ts';
import { refuseNoObjects } from './answer-objects.ts';
import { inputText } from './input-text.ts';

/** What the reading of texts around an injection asks and gives; data only, so that it can go to another thread. */
export interface TextTasks {
  /** Bytes to text; refuses what istioctl could not read either. Throws the failures of `decodeInput`, `readYaml`. */
  readonly prepare: {
    readonly ask: { readonly name: string; readonly bytes: Uint8Array };
    readonly answer: {
      readonly notes: readonly Note[];
      /** Documents that hold more than null. */
      readonly documents: number;
      /** Documents that are nothing but null. */
      readonly nulls: number;
    };
  };
  /**
   * Reads texts that are needed later, while istioctl works. Answers nothing and never throws: what is wrong with one is
   * told to whoever needs it.
   */
  readonly ahead: { readonly ask: { readonly texts: readonly NamedText[] }; readonly answer: null };
  /** Takes the next piece of a text that istioctl is still writing, and reads what is whole of it. Never throws. */
  readonly grow: { readonly ask: { readonly name: string; readonly piece: string }; readonly answer: null };
  /** Compares input and output of a run that ended with 0. */
  readonly review: {
    readonly ask: { readonly original: NamedText; readonly injected: NamedText; readonly stderr: string };
    readonly answer: readonly Note[];
  };
  /** Explains a run that did not. */
  readonly explain: {
    readonly ask: {
      readonly original: NamedText;
      readonly injectConfig: NamedText;
      readonly meshConfig: NamedText;
      readonly values: NamedText;
      readonly stderr: string;
      readonly exitCode: number | null;
      readonly signal: string | null;
      /** Stretches between separators that it wrote before it stopped. */
      readonly written: number;
    };
    readonly answer: Failure;
  };
  /** Looks up the lines that findings of a check are about, and how much of each text it reads at all. */
  readonly locate: {
    readonly ask: {
      readonly check: CheckName;
      readonly findings: readonly RawFinding[];
      readonly texts: readonly NamedText[];
      /** The only namespace of which it was to tell; null: all. */
      readonly namespace: string | null;
    };
    readonly answer: { readonly findings: readonly Finding[]; readonly coverage: readonly FileCoverage[] };
  };
}

/** Reads and compares texts: seconds of work for the largest inputs, so the thread that serves people hands it on. */
export type TextWork = {
  readonly [K in keyof TextTasks]: (
    ask: TextTasks[K]['ask'],
    signal?: AbortSignal,
  ) => Promise<TextTasks[K]['answer']>;
};

/** Does a piece of work during which the thread hears nothing; nothing else of the text work is done until it has. */
export type Alone = <T>(work: () => T) => Promise<T>;

/**
 * The work itself, on the thread of whoever calls it. What was read stays on the shelf, from one `prepare` to the next, so
 * that nobody reads it again. `alone` is told of every piece that may take long.
 *
 * Whatever takes time is done one after the other, as it was asked for: `alone` may give the thread away for some turns, to
 * hear what there is before it begins, and whoever reads in those turns would keep it from hearing.
 */
export function createTextWork(
  shelf: SourceShelf = createSourceShelf(),
  whenAlone: Alone = async (work) => work(),
): TextWork {
  const { read } = shelf;
  const oneByOne = createQueue();
  const alone: Alone = (work) => oneByOne(() => whenAlone(work));
  return {
    async prepare({ name, bytes }, signal) {
      const { text, notes } = withFailures(() => inputText(name, bytes));
      shelf.clear();
      if (text.length > PIECE) {
        await alone(() => withFailures(() => checkYaml(name, text)));
        await growInPieces((piece) => oneByOne(() => growAndTurn(shelf, name, piece)), text, signal);
      }
      const source = await alone(() => withFailures(() => read(name, text)));
      const nulls = source.documents.filter(({ value }) => value === null).length;
      return { notes: [...notes, ...source.notes], documents: source.documents.length - nulls, nulls };
    },
    async ahead({ texts }) {
      for (const { name, text } of texts) await alone(() => readAhead(read, name, text));
      return null;
    },
    async grow({ name, piece }, signal) {
      await oneByOne(async () => {
        // Many pieces come in one turn: between them the thread hears whatever else there is, such as a signal to end.
        await nextTurn();
        if (signal?.aborted !== true) shelf.grow(name, piece);
      });
      return null;
    },
    async review({ original, injected, stderr }) {
      // The pieces of the answer were asked for before, and are read by now.
      return alone(() =>
        withFailures(() => {
          const answer = read(injected.name, injected.text);
          refuseNoObjects(answer);
          return injectionNotes(read(original.name, original.text), answer, stderr);
        }),
      );
    },
    async explain({ original, ...failure }) {
      return alone(() =>
        withFailures(() =>
          toFailure(explainInjectFailure({ ...failure, input: read(original.name, original.text) })),
        ),
      );
    },
    async locate({ check, findings, texts, namespace }) {
      return alone(() => {
        const located = locateFindings(findings, texts, read);
        const said = findings.map(({ hint }, index) => ({ hint, source: located[index]?.source ?? null }));
        const coverage = texts.flatMap((text) => coverageOf(check, text, read, said, namespace) ?? []);
        return { findings: located, coverage };
      });
    },
  };
}

/** Some hundredths of a second of reading. */
const PIECE = 32_768;

const nextTurn = (): Promise<void> => new Promise((done) => setImmediate(done));

type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/** Begins a piece of work when all that came before have ended, however they did. None may wait for another one inside. */
function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}

async function growInPieces(
  grow: (piece: string) => Promise<void>,
  text: string,
  signal?: AbortSignal,
): Promise<void> {
  for (let at = 0; at < text.length; at += PIECE) {
    if (signal?.aborted === true) throw cancelledFailure();
    await grow(text.slice(at, at + PIECE));
  }
}

/** After a piece the thread takes what istioctl has written meanwhile: with a full pipe istioctl would stand still. */
async function growAndTurn(shelf: SourceShelf, name: string, piece: string): Promise<void> {
  shelf.grow(name, piece);
  await nextTurn();
}

function readAhead(read: ReadText, name: string, text: string): void {
  try {
    read(name, text);
  } catch {
    // Not needed yet, perhaps never: whoever needs it reads it again and hears why it cannot be read.
  }
}
