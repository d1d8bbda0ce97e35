import type { Failure } from '../../contract/failure.ts';
import type { BootstrapVariant, StartValues } from '../../contract/types.ts';
import type { SceneName, ViewMode } from '../../domain/diagram/scene.ts';
import type { OpenedInput, OpenedRecording } from './opened-input.ts';

/** What survives a reload or a crash of the renderer. */
export interface Kept {
  readonly input: OpenedInput | null;
  /** What was on the stage: another than `input` when that could not be opened, null for the sample. */
  readonly shown: OpenedInput | null;
  /** The recording that was chosen and is on the stage; null: the lab bench, or what every window begins with. */
  readonly recording: OpenedRecording | null;
  /** `input` was refused or called off, so it is not tried again. */
  readonly refused: boolean;
  /** Why, as long as it was told on the screen; or why something else was turned away, which is then `unread`. */
  readonly failure: Failure | null;
  readonly unread: boolean;
  /** Bootstraps edited by hand, by workload and variant (`editKey`). */
  readonly edits: Readonly<Record<string, string>>;
  readonly index: number;
  readonly variant: BootstrapVariant;
  readonly start: Partial<StartValues>;
  /** What is on the stage was injected with a native sidecar. */
  readonly native: boolean;
  readonly scene: SceneName;
  readonly view: ViewMode;
}

/** What is small and changes with every key that is pressed. */
export type Quick = Pick<Kept, 'edits' | 'variant' | 'start' | 'scene' | 'view'>;

/** A place for one value; the browser's database in the app, a variable in tests. */
export interface Keeper {
  /** Keeps at once what `load` then gives in place of what was saved. Too much of it is left to `save`. */
  note(quick: Quick): void;
  load(): Promise<Kept | null>;
  save(kept: Kept): Promise<void>;
  readonly reading: ReadingNote;
}

/** The file that is being read: a reload before it is kept would lose it without a word. */
export interface ReadingNote {
  begin(name: string): void;
  /** It is kept, or was turned away. Another file that is read meanwhile stays noted. */
  end(name: string): void;
  /** What the page before this one was reading when it went; null when that was nothing. */
  lost(): string | null;
}

type Files = Pick<Kept, 'input' | 'shown' | 'recording'>;
type Place = Omit<Kept, keyof Files>;

const STORE = 'session';
const SESSION_KEY = 'sidecar-anatomy.session';
const QUICK_KEY = 'sidecar-anatomy.quick';
const READING_KEY = 'sidecar-anatomy.reading';
/** Most that is noted at once, in characters of all edits: a tenth of what browsers hold for one origin. */
const QUICK_LIMIT = 500_000;
const DAY = 24 * 60 * 60 * 1000;
/** Of the shape that is kept; what another version of this page left is of no use and goes. */
const VERSION = 3;

/** What is kept where nothing was opened yet. */
export const NOTHING: Kept = {
  input: null,
  shown: null,
  recording: null,
  refused: false,
  failure: null,
  unread: false,
  edits: {},
  index: 0,
  variant: 'lab',
  start: {},
  native: false,
  scene: 'overview',
  view: 'injected',
};

/** The note in a session's storage. A note that does not fit goes, so that it cannot take the place of what was saved since. */
export function quickNote(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  return {
    write(quick: Quick): void {
      const size = Object.values(quick.edits).reduce((sum, text) => sum + text.length, 0);
      try {
        if (size <= QUICK_LIMIT) storage.setItem(QUICK_KEY, JSON.stringify(quick));
        else storage.removeItem(QUICK_KEY);
      } catch {
        // The storage is full.
        storage.removeItem(QUICK_KEY);
      }
    },
    read(): Quick | null {
      const text = storage.getItem(QUICK_KEY);
      return text === null ? null : (JSON.parse(text) as Quick);
    },
  };
}

/** The note in a session's storage; a storage that is full costs the note alone. */
export function readingNote(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): ReadingNote {
  // Taken over at once: what this page reads later is not lost.
  const left = storage.getItem(READING_KEY);
  storage.removeItem(READING_KEY);
  return {
    begin(name) {
      try {
        storage.setItem(READING_KEY, name);
      } catch {
        storage.removeItem(READING_KEY);
      }
    },
    end(name) {
      if (storage.getItem(READING_KEY) === name) storage.removeItem(READING_KEY);
    },
    lost: () => left,
  };
}

const sameFiles = (one: Files | null, other: Files): boolean =>
  one !== null && one.input === other.input && one.shown === other.shown && one.recording === other.recording;

function asPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open('sidecar-anatomy', VERSION);
  request.onupgradeneeded = () => {
    if (request.result.objectStoreNames.contains(STORE)) request.result.deleteObjectStore(STORE);
    request.result.createObjectStore(STORE);
  };
  return asPromise(request);
}

/**
 * Keeps by session: a reloaded window finds its own input again, a new window starts clean, and what windows of
 * other days left is removed. `sessionStorage` alone would not hold 20 MB. Files have a record of their own, which is
 * written when they change, and not with every edit.
 */
export function createBrowserKeeper(scope: Pick<Window, 'indexedDB' | 'sessionStorage'>): Keeper {
  let session = scope.sessionStorage.getItem(SESSION_KEY);
  const isNew = session === null;
  if (session === null) {
    session = `${Date.now()}-${Math.random().toString(36).slice(2)}`;
    scope.sessionStorage.setItem(SESSION_KEY, session);
  }
  const key = session;
  const filesKey = `${session} files`;
  const database = open(scope.indexedDB);
  const quick = quickNote(scope.sessionStorage);
  let written: Files | null = null;

  async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    return (await database).transaction(STORE, mode).objectStore(STORE);
  }

  async function removeOld(): Promise<void> {
    const all = await store('readwrite');
    for (const old of await asPromise(all.getAllKeys()))
      if (Date.now() - Number.parseInt(String(old), 10) > DAY) all.delete(old);
  }

  return {
    async load() {
      if (isNew) {
        await removeOld();
        return null;
      }
      const all = await store('readonly');
      const [place, files] = (await Promise.all([asPromise(all.get(key)), asPromise(all.get(filesKey))])) as [
        Place | undefined,
        Files | undefined,
      ];
      const noted = quick.read();
      if (files !== undefined) written = files;
      if (place === undefined || files === undefined) return noted === null ? null : { ...NOTHING, ...noted };
      return { ...place, ...files, ...noted };
    },
    reading: readingNote(scope.sessionStorage),
    note: (now) => quick.write(now),
    async save({ input, shown, recording, ...place }) {
      const all = await store('readwrite');
      const placed = asPromise(all.put(place, key));
      const files: Files = { input, shown, recording };
      if (!sameFiles(written, files)) {
        await asPromise(all.put(files, filesKey));
        written = files;
      }
      await placed;
    },
  };
}
