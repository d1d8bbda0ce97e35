import { MAX_INPUT_BYTES } from '../../contract/limits.ts';
import {
  type Happening,
  RECORDING_FORMAT,
  type RecordedEvent,
  type RecordingHead,
  recordingLine,
} from '../../domain/recording/model.ts';
import { mapTexts } from '../../domain/redact/map-texts.ts';
import { createRedactor } from '../../domain/redact/redactor.ts';
import { logKeeper } from './log-keeper.ts';
import { MOST_EVENTS } from './recording.ts';
import { redactPaths } from './redact-paths.ts';

export interface RecorderOptions {
  /** Of the first input, without folders. */
  readonly name: string;
  /** Version of the app. */
  readonly app: string;
  readonly now: Date;
  /** Passwords, tokens and keys are kept as they are; by default they are masked. */
  readonly includeSecrets: boolean;
  /** Folders of this machine: of paths below them the last name is kept. */
  readonly folders: readonly string[];
  /** Names of this machine and of who uses it, which are left out of what the programs said. */
  readonly names: readonly string[];
  /** Gets each line when it is made. */
  readonly write?: (line: string) => void;
  /** Most that is kept, in bytes. */
  readonly limit?: number;
  /** Milliseconds since the recording began; by default the clock of this process. */
  readonly clock?: () => number;
}

/** What kind of text: `file` is the user's own, whose lines stay and whose paths are not of this machine. */
export type TextKind = 'file' | 'said';

/** Keeps what happens, as lines of a recording. */
export interface Recorder {
  /** Nothing is kept any more after the end. */
  add(happening: Happening): void;
  /** Keeps a text once, and gives its id. */
  text(name: string, text: string, kind: TextKind): number;
  /** A text that is masked already, with what was masked in it. */
  masked(name: string, text: string, secrets: readonly string[]): number;
  /** Envoy wrote this; kept by whole lines. */
  wrote(text: string): void;
  /** Milliseconds since it began. */
  elapsed(): number;
  readonly state: RecorderState;
  /** Ends it, and gives the whole text: what was known to be a secret only later is masked where it stood before. */
  finish(): string;
}

export interface RecorderState {
  readonly bytes: number;
  readonly events: number;
  /** How many different secrets were masked; null where they are included. */
  readonly masked: number | null;
  /** It holds as much as a recording can, and keeps no more. */
  readonly full: boolean;
}

/** Kept free for what ends a recording, and for what is masked at last: four dots can be longer than what they stand for. */
const RESERVE = 1_000_000;

export function createRecorder(options: RecorderOptions): Recorder {
  const { limit = MAX_INPUT_BYTES - RESERVE, includeSecrets } = options;
  const begin = performance.now();
  const elapsed = options.clock ?? (() => Math.round(performance.now() - begin));
  const redactor = createRedactor();
  const lines: string[] = [];
  const ids = new Map<string, number>();
  const names = namesPattern(options.names);
  let bytes = 0;
  let told = 0;
  let last = 0;
  let nextId = 0;
  let over: 'no' | 'full' | 'ended' = 'no';

  const isFull = (size: number): boolean => bytes + size > limit || lines.length > MOST_EVENTS - 10;

  function put(line: RecordingHead | RecordedEvent): boolean {
    const text = recordingLine(line);
    const size = Buffer.byteLength(text);
    if (over === 'no' && isFull(size)) {
      over = 'full';
      const end = recordingLine({ t: last, is: 'end', why: 'full' });
      keep(end, Buffer.byteLength(end));
    }
    if (over !== 'no') return false;
    keep(text, size);
    return true;
  }
  function keep(text: string, size: number): void {
    lines.push(text);
    bytes += size;
    options.write?.(text);
  }

  /** What may leave this machine of a text that a program said. */
  function said(text: string): string {
    const { value } = redactPaths(text, options.folders);
    const anonymous = names === null ? value : value.replace(names, '…');
    return includeSecrets ? anonymous : redactor.text(anonymous);
  }

  function addAt(t: number, happening: Happening): void {
    last = Math.max(last, t);
    put({ t: last, ...happening } as RecordedEvent);
    if (redactor.secrets.size === told) return;
    told = redactor.secrets.size;
    put({ t: last, is: 'masked', count: told });
  }

  function keepText(name: string, masked: string): number {
    const key = `${name}\n${masked}`;
    const known = ids.get(key);
    if (known !== undefined) return known;
    const id = nextId;
    nextId += 1;
    ids.set(key, id);
    addAt(elapsed(), { is: 'text', id, name, text: masked });
    return id;
  }

  const log = logKeeper((t, text) => addAt(t, { is: 'log', text: said(text) }));

  put({
    format: RECORDING_FORMAT,
    name: options.name,
    recordedAt: options.now.toISOString(),
    app: options.app,
    secrets: includeSecrets ? 'included' : 'masked',
  });

  return {
    add(happening) {
      log.flush(happening.is === 'ended');
      addAt(elapsed(), mapTexts(happening, said));
    },
    text(name, text, kind) {
      log.flush(false);
      if (kind === 'file') return keepText(name, includeSecrets ? text : redactor.file(text));
      return keepText(name, said(text));
    },
    masked(name, text, secrets) {
      log.flush(false);
      if (!includeSecrets) for (const secret of secrets) redactor.secret(secret);
      return keepText(
        name,
        mapTexts(text, (one) => redactPaths(one, options.folders).value),
      );
    },
    wrote: (text) => log.add(elapsed(), text),
    elapsed,
    get state() {
      return {
        bytes,
        events: lines.length - 1,
        masked: includeSecrets ? null : redactor.secrets.size,
        full: over === 'full',
      };
    },
    finish() {
      log.flush(true);
      if (over === 'no') {
        addAt(elapsed(), { is: 'end', why: 'stopped' });
        over = 'ended';
      }
      return includeSecrets ? lines.join('') : maskedAgain(lines, redactor.again);
    },
  };
}

/** Lines with what was found to be a secret masked wherever it stands; most hold none, and stay as they are. */
function maskedAgain(lines: readonly string[], again: (text: string) => string): string {
  return lines
    .map((line) => (again(line) === line ? line : recordingLine(mapTexts(JSON.parse(line), again))))
    .join('');
}

/** Whole words only: a user called `al` is not in `always`. */
function namesPattern(names: readonly string[]): RegExp | null {
  const words = names.filter((name) => name.length > 1).map(literally);
  return words.length === 0 ? null : new RegExp(`(?<![\\w.-])(?:${words.join('|')})(?![\\w-])`, 'g');
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
