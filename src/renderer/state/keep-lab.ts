import type { LabName } from '../../domain/lab/model.ts';
import type { Stores } from './app.ts';
import type { LabOptions } from './lab-store.ts';

const KEY = 'sidecar-anatomy.lab';

/** What a reload of the page must not lose of the labs. */
interface Kept {
  readonly lab: LabName;
  readonly folders: Readonly<Record<LabName, string>>;
  readonly options: LabOptions;
}

type LabStore = Stores['lab'];

function read(storage: Pick<Storage, 'getItem'>, like: Kept): Kept | null {
  try {
    const found: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    return hasShape(found, like) ? (found as Kept) : null;
  } catch {
    return null;
  }
}

/** Whether a value has the keys of another one, with texts where that has texts. */
function hasShape(value: unknown, like: unknown): boolean {
  if (typeof like !== 'object' || like === null) return typeof value === typeof like;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(like).every(
    ([key, inner]) => Object.hasOwn(value, key) && hasShape((value as Record<string, unknown>)[key], inner),
  );
}

function keptOf({ lab, labs, options }: ReturnType<LabStore['getState']>): Kept {
  return { lab, folders: { bootstrap: labs.bootstrap.folder, install: labs.install.folder }, options };
}

/**
 * Gives a store that nothing was chosen in yet what was chosen before the page was loaded again, and keeps what is chosen from
 * now on, for this window alone. Returns the way to stop keeping.
 */
export function keepLab(store: LabStore, storage: Pick<Storage, 'getItem' | 'setItem'>): () => void {
  const { labs } = store.getState();
  const before = read(storage, keptOf(store.getState()));
  if (before !== null && labs.bootstrap.folder === '' && labs.install.folder === '')
    store.setState({
      lab: before.lab === 'install' ? 'install' : 'bootstrap',
      options: before.options,
      labs: {
        bootstrap: { ...labs.bootstrap, folder: before.folders.bootstrap },
        install: { ...labs.install, folder: before.folders.install },
      },
    });
  return store.subscribe((state) => {
    try {
      storage.setItem(KEY, JSON.stringify(keptOf(state)));
    } catch {
      // A full storage costs the note alone.
    }
  });
}
