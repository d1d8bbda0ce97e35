import type { RequestInput } from '../../contract/requests.ts';
import type { BootstrapVariant } from '../../contract/types.ts';
import type { Stores } from './app.ts';

type Note = RequestInput<'record:note'>;
type Edits = Readonly<Record<string, string>>;

const MINE_KEY = 'sidecar-anatomy.records';

/** Which workload and variant an edit is of: the end of its key. */
function placeOf(key: string): { readonly workload: number; readonly variant: BootstrapVariant } | null {
  const [, index, variant] = /#(\d{1,6})#(lab|sidecar|typo)$/.exec(key) ?? [];
  if (variant !== 'lab' && variant !== 'sidecar' && variant !== 'typo') return null;
  return { workload: Number(index), variant };
}

/** What is on the stage now, for a recording that begins; null while there is nothing. */
export function shownNow(stores: Stores): RequestInput<'record:start'> | null {
  const { study, index, variant, start } = stores.study.getState();
  const { scene, view } = stores.stage.getState();
  if (study === null) return null;
  const edits = Object.entries(stores.bootstrap.getState().edits).flatMap(([key, yaml]) => {
    const place = key.startsWith('recording ') ? null : placeOf(key);
    return place === null ? [] : [{ ...place, yaml }];
  });
  return { studyId: study.id, workload: index, variant, start, scene, view, edits };
}

/**
 * Tells a recording what is done on this page, as long as it is this page's: what is opened, chosen, edited, looked at. A page
 * that is loaded again goes on with it.
 */
export function noteForRecording(stores: Stores, storage: Pick<Storage, 'getItem' | 'setItem'>): void {
  let sending: Promise<unknown> = Promise.resolve();
  const isMine = (): boolean => {
    const { recording, mine } = stores.recorder.getState();
    return recording !== null && recording.phase === 'recording' && recording.id === mine;
  };
  // One after the other: what overtakes another would be recorded before it.
  const note = (one: Note): void => {
    if (!isMine()) return;
    sending = sending.then(() => stores.bridge.request('record:note', one));
  };
  stores.recorder.getState().setMine(storage.getItem(MINE_KEY));
  stores.recorder.subscribe((now, before) => {
    if (now.mine !== before.mine) storage.setItem(MINE_KEY, now.mine ?? '');
  });
  let chosen = '';
  stores.study.subscribe((now, before) => {
    const { study, index: workload, variant, start, workload: view } = now;
    // Not before its picture is there: what could not be shown was not chosen.
    if (study === null || study.bench !== 'lab' || view === before.workload) return;
    if (study !== before.study) note({ is: 'opened', studyId: study.id });
    const choice = JSON.stringify([workload, variant, start]);
    if (choice !== chosen || study !== before.study) note({ is: 'chose', workload, variant, start });
    chosen = choice;
  });
  stores.stage.subscribe(({ scene, view }, before) => {
    if (scene !== before.scene || view !== before.view) note({ is: 'scene', scene, view });
  });
  stores.bootstrap.subscribe(({ edits }, before) => noteEdits(edits, before.edits, note));
  void stores.bridge.request('record:state', {}).then((outcome) => {
    if (outcome.ok) stores.recorder.getState().take(outcome.value);
  });
}

function noteEdits(now: Edits, before: Edits, note: (one: Note) => void): void {
  if (now === before) return;
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const place = key.startsWith('recording ') ? null : placeOf(key);
    if (place !== null && now[key] !== before[key]) note({ is: 'edited', ...place, yaml: now[key] ?? null });
  }
}
