import type { Failure } from '../../contract/failure.ts';
import type { BootstrapVariant } from '../../contract/types.ts';
import type { SceneName, ViewMode } from '../../domain/diagram/scene.ts';
import type { OpenedInput } from './opened-input.ts';

/** What survives a reload or a crash of the renderer. */
export interface Kept {
  readonly input: OpenedInput | null;
  /** What was on the stage: another than `input` when that could not be opened, null for the sample. */
  readonly shown: OpenedInput | null;
  /** `input` was refused or called off, so it is not tried again. */
  readonly refused: boolean;
  /** Why, as long as it was told on the screen. */
  readonly failure: Failure | null;
  /** Bootstraps edited by hand, by workload and variant (`editKey`). */
  readonly edits: Readonly<Record<string, string>>;
  readonly index: number;
  readonly variant: BootstrapVariant;
  readonly scene: SceneName;
  readonly view: ViewMode;
}

/** A place for one value; the browser's database in the app, a variable in tests. */
export interface Keeper {
  load(): Promise<Kept | null>;
  save(kept: Kept): Promise<void>;
}

const STORE = 'session';
const SESSION_KEY = 'sidecar-anatomy.session';
const DAY = 24 * 60 * 60 * 1000;

function asPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open('sidecar-anatomy', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return asPromise(request);
}

/**
 * Keeps by session: a reloaded window finds its own input again, a new window starts clean, and what windows of
 * other days left is removed. `sessionStorage` alone would not hold 20 MB.
 */
export function createBrowserKeeper(scope: Pick<Window, 'indexedDB' | 'sessionStorage'>): Keeper {
  let session = scope.sessionStorage.getItem(SESSION_KEY);
  const isNew = session === null;
  if (session === null) {
    session = `${Date.now()}-${Math.random().toString(36).slice(2)}`;
    scope.sessionStorage.setItem(SESSION_KEY, session);
  }
  const key = session;
  const database = open(scope.indexedDB);

  async function removeOld(): Promise<void> {
    const store = (await database).transaction(STORE, 'readwrite').objectStore(STORE);
    for (const old of await asPromise(store.getAllKeys()))
      if (Date.now() - Number.parseInt(String(old), 10) > DAY) store.delete(old);
  }

  return {
    async load() {
      if (isNew) {
        await removeOld();
        return null;
      }
      const store = (await database).transaction(STORE).objectStore(STORE);
      return ((await asPromise(store.get(key))) as Kept | undefined) ?? null;
    },
    async save(kept) {
      await asPromise((await database).transaction(STORE, 'readwrite').objectStore(STORE).put(kept, key));
    },
  };
}
