import { inputFailure } from '../../contract/failure.ts';
import type { NamedText, Note } from '../../contract/types.ts';
import { separators } from '../../domain/yaml/split.ts';
import { cancelledFailure } from '../failures.ts';
import type { IstioctlCall } from './istioctl.ts';
import type { TextWork } from './text-work.ts';

/** An input as it was given. */
interface GivenInput {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly signal?: AbortSignal;
}

interface InjectionTexts {
  readonly injectConfig: NamedText;
  readonly meshConfig: NamedText;
  readonly values: NamedText;
}

type InputReader = ReturnType<typeof inputReader>;

/** The input is read at the latest after this, in milliseconds, when istioctl has to be asked for its version or manifest. */
const READ_AFTER_MS = 50;

/**
 * Characters of istioctl's answer that are read before it is whole: what a thousand workloads give. An answer that never
 * ends takes no more time and memory than this.
 */
const READ_AHEAD = 16_000_000;
const READ_AHEAD_DOCUMENTS = 20_000;

/** What could be over the limits is looked at before istioctl starts, which would take a core to work on it. */
const READ_FIRST_BYTES = 2 * 1024 * 1024;

/**
 * Reads the input while istioctl already works on it. What is wrong with the input is told before whatever else went
 * wrong, and ends istioctl at once.
 */
export function inputReader(work: TextWork, { name, bytes, signal }: GivenInput) {
  const stop = new AbortController();
  const cancel = (): void => stop.abort();
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted === true) cancel();
  let reading: Promise<readonly Note[]> | null = null;
  const read = async (): Promise<readonly Note[]> => {
    const prepared = await work.prepare({ name, bytes }, signal);
    if (prepared.documents === 0) throw noDocuments(name, prepared.nulls);
    return prepared.notes;
  };
  const notes = (): Promise<readonly Note[]> => {
    reading ??= read();
    reading.catch(cancel);
    return reading;
  };
  const timer = setTimeout(() => void notes(), READ_AFTER_MS);
  if (bytes.length > READ_FIRST_BYTES) void notes();
  return {
    /** Aborted by the request's signal, and by an input that cannot be used. */
    signal: stop.signal,
    begin: (): void => void notes(),
    /** Waits for something that cannot be called off, and no longer when the input is refused meanwhile. */
    unlessRefused: <T>(other: Promise<T>): Promise<T> =>
      new Promise((done, failed) => {
        other.then(done, failed);
        const refused = (): void => failed(cancelledFailure());
        if (stop.signal.aborted) refused();
        else stop.signal.addEventListener('abort', refused, { once: true });
      }),
    /** What `run` gave, and the notes on the input. */
    async before<T extends object>(run: () => Promise<T>): Promise<T & { readonly notes: readonly Note[] }> {
      try {
        const done = await run();
        return { ...done, notes: await notes() };
      } catch (error) {
        await notes();
        throw error;
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
      }
    },
  };
}

/** What is read while istioctl works: the input, the injection files, and what istioctl has written so far, under `name`. */
export function readMeanwhile(
  work: TextWork,
  input: Pick<InputReader, 'begin'>,
  { injectConfig, meshConfig, values }: InjectionTexts,
  name: string,
  signal?: AbortSignal,
): Required<Pick<IstioctlCall, 'onStart' | 'onStdout'>> {
  let ahead = 0;
  let documents = 0;
  return {
    onStart: () => {
      input.begin();
      work.ahead({ texts: [injectConfig, meshConfig, values] }, signal).catch(() => undefined);
    },
    onStdout: (piece) => {
      ahead += piece.length;
      documents += separators(piece);
      if (ahead <= READ_AHEAD && documents <= READ_AHEAD_DOCUMENTS)
        work.grow({ name, piece }, signal).catch(() => undefined);
    },
  };
}

/** Nothing in an input (`nulls`: but documents of null). */
function noDocuments(name: string, nulls: number) {
  return inputFailure(
    'no-documents',
    `${name} holds no documents: nothing but ${nulls === 0 ? 'blank lines and comments' : 'null, which is no object'}.`,
    'Open a file with a workload (Deployment, Pod …).',
  );
}
