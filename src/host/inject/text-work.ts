import type { Failure } from '../../contract/failure.ts';
import type { NamedText, Note } from '../../contract/types.ts';
import { explainInjectFailure } from '../../domain/inject/explain.ts';
import { injectionNotes } from '../../domain/inject/notes.ts';
import { checkYaml } from '../../domain/yaml/document.ts';
import { createSourceShelf, type ReadText, type SourceShelf } from '../../domain/yaml/shelf.ts';
import { cancelledFailure, toFailure, withFailures } from '../failures.ts';
import { inputText } from './input-text.ts';
import { refuseNoObjects } from './istioctl-answer.ts';

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
}

/** Reads and compares texts: seconds of work for the largest inputs, so the thread that serves people hands it on. */
export type TextWork = {
  readonly [K in keyof TextTasks]: (
    ask: TextTasks[K]['ask'],
    signal?: AbortSignal,
  ) => Promise<TextTasks[K]['answer']>;
};

/** Does a piece of work during which the thread hears nothing. */
export type Alone = <T>(work: () => T) => Promise<T>;

/**
 * The work itself, on the thread of whoever calls it. What was read stays on the shelf, from one `prepare` to the next, so
 * that nobody reads it again. `alone` is told of every piece that may take long.
 */
export function createTextWork(
  shelf: SourceShelf = createSourceShelf(),
  alone: Alone = async (work) => work(),
): TextWork {
  const { read } = shelf;
  let growing: Promise<void> = Promise.resolve();
  return {
    async prepare({ name, bytes }, signal) {
      const { text, notes } = withFailures(() => inputText(name, bytes));
      shelf.clear();
      if (text.length > PIECE) {
        await alone(() => withFailures(() => checkYaml(name, text)));
        await growInPieces(shelf, name, text, signal);
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
      // Many pieces come in one turn: between them the thread hears whatever else there is, such as a signal to end.
      growing = growing.then(nextTurn).then(() => {
        if (signal?.aborted !== true) shelf.grow(name, piece);
      });
      await growing;
      return null;
    },
    async review({ original, injected, stderr }) {
      await growing;
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
  };
}

/** Some hundredths of a second of reading. */
const PIECE = 32_768;

const nextTurn = (): Promise<void> => new Promise((done) => setImmediate(done));

/** Between the pieces the thread takes what istioctl has written meanwhile: with a full pipe istioctl would stand still. */
async function growInPieces(
  shelf: SourceShelf,
  name: string,
  text: string,
  signal?: AbortSignal,
): Promise<void> {
  for (let at = 0; at < text.length; at += PIECE) {
    if (signal?.aborted === true) throw cancelledFailure();
    shelf.grow(name, text.slice(at, at + PIECE));
    await nextTurn();
  }
}

function readAhead(read: ReadText, name: string, text: string): void {
  try {
    read(name, text);
  } catch {
    // Not needed yet, perhaps never: whoever needs it reads it again and hears why it cannot be read.
  }
}
