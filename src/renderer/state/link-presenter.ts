import type { Stores } from './app.ts';
import { endedWords } from './live.ts';
import { goTo, obey, startPresenting } from './presenter-actions.ts';
import {
  type FromPresenter,
  fromPresenter,
  GONE_AFTER_MS,
  type Pictured,
  type Told,
} from './presenter-link.ts';
import { rungWords } from './rung-words.ts';

/** The stage's end of the line to the presenter's window. */
export interface PresenterLink {
  /** What makes the small pictures, which costs too much where nobody looks at them; null when nothing is presented. */
  picturedBy(make: (() => Pictured | null) | null): void;
  /** The pictures are others now. */
  changed(): void;
}

/** Changes come in bunches: they are told once they have settled. */
const SETTLED_MS = 60;
const PICTURED_MS = 350;

/** Where Envoy stands, in words; null while none was started. */
function liveWords(stores: Stores): string | null {
  const { phase, snapshot, ended } = stores.run.getState();
  if (ended !== null) return endedWords(ended);
  if (snapshot !== null) return rungWords(snapshot);
  return phase === 'idle' ? null : 'Envoy starts';
}

function toldOf(stores: Stores): Told {
  const { on, at, steps, blank, spotlight, laser } = stores.presenter.getState();
  const { workload, failure, busy } = stores.study.getState();
  return {
    kind: 'told',
    on,
    at,
    workload: workload?.anatomy.name ?? '',
    steps: steps.map(({ id, title, facts }) => ({ id, title, facts })),
    blank,
    spotlight,
    laser,
    message: failure === null ? null : `${failure.message} ${failure.hint}`,
    busy: busy?.what ?? null,
    live: liveWords(stores),
  };
}

function wanted(stores: Stores, message: FromPresenter): void {
  const { on } = stores.presenter.getState();
  if (message.kind === 'goes-to') {
    if (on) void goTo(stores, message.at);
    return;
  }
  if (message.kind !== 'wants') return;
  const { command } = message;
  // Only the stage's own window can take the screen or open another.
  if (command === 'fullscreen' || command === 'window') return;
  if (on) void obey(stores, command);
  else if (command === 'next' || command === 'first') void startPresenting(stores);
}

/** Tells the presenter's window what the stage shows, as long as there is one, and does what it asks for. */
export function linkPresenter(stores: Stores, channel: BroadcastChannel): PresenterLink {
  let heard = Number.NEGATIVE_INFINITY;
  let telling: ReturnType<typeof setTimeout> | undefined;
  let picturing: ReturnType<typeof setTimeout> | undefined;
  let make: (() => Pictured | null) | null = null;
  const isThere = () => performance.now() - heard < GONE_AFTER_MS;
  const tell = () => {
    clearTimeout(telling);
    telling = setTimeout(() => {
      if (isThere()) channel.postMessage(toldOf(stores));
    }, SETTLED_MS);
  };
  const picture = () => {
    clearTimeout(picturing);
    picturing = setTimeout(() => {
      const made = isThere() ? make?.() : null;
      if (made) channel.postMessage(made);
    }, PICTURED_MS);
  };
  channel.onmessage = ({ data }) => {
    const message = fromPresenter(data);
    if (message === null) return;
    const isNew = !isThere() || (message.kind === 'here' && message.first);
    heard = performance.now();
    wanted(stores, message);
    tell();
    if (isNew) picture();
  };
  for (const store of [stores.presenter, stores.study, stores.run]) store.subscribe(tell);
  return {
    picturedBy(maker) {
      make = maker;
      picture();
    },
    changed: picture,
  };
}
