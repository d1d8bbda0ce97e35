import type { Failure } from '../../contract/failure.ts';
import type { NamedText, Note } from '../../contract/types.ts';
import { explainInjectFailure } from '../../domain/inject/explain.ts';
import { injectionNotes } from '../../domain/inject/notes.ts';
import { decodeInput } from '../../domain/yaml/bytes.ts';
import { readYaml } from '../../domain/yaml/document.ts';
import { toFailure, withFailures } from '../failures.ts';

/** What the reading of texts around an injection asks and gives; data only, so that it can go to another thread. */
export interface TextTasks {
  /** Bytes to text; refuses what istioctl could not read either. Throws the failures of `decodeInput`, `readYaml`. */
  readonly prepare: {
    readonly ask: { readonly name: string; readonly bytes: Uint8Array };
    readonly answer: { readonly text: string; readonly notes: readonly Note[]; readonly documents: number };
  };
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

/** The work itself, on the thread of whoever calls it. */
export const inlineTextWork: TextWork = {
  async prepare({ name, bytes }) {
    return withFailures(() => {
      const { text, notes } = decodeInput(name, bytes);
      const source = readYaml(name, text);
      return { text, notes: [...notes, ...source.notes], documents: source.documents.length };
    });
  },
  async review({ original, injected, stderr }) {
    return withFailures(() =>
      injectionNotes(readYaml(original.name, original.text), readYaml(injected.name, injected.text), stderr),
    );
  },
  async explain({ original, ...failure }) {
    return withFailures(() =>
      toFailure(explainInjectFailure({ ...failure, input: readYaml(original.name, original.text) })),
    );
  },
};
