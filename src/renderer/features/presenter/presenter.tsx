import { type ReactNode, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { sourceWords } from '../../../domain/diagram/truth-words.ts';
import { PRESENTER_KEYS } from '../../../domain/presenter/keys.ts';
import { useStores } from '../../state/app.ts';
import { useBench } from '../../state/bench.ts';
import { presenterHash } from '../../state/presenter-link.ts';
import { Laser } from './laser.tsx';
import './presenter.css';
import { presenterText } from './presenter-text.ts';
import { Spotlight } from './spotlight.tsx';
import { usePresenterKeys } from './use-presenter-keys.ts';
import { useStillCursor } from './use-still-cursor.ts';

/** Where the truth of the picture comes from, without versions: `Lab bench`, `Recording of 2026-11-30`. */
function useSource(): string | null {
  const stores = useStores();
  const bench = useBench();
  const connected = useStore(stores.run, (state) => state.connected);
  if (!connected) return presenterText.lost;
  return bench === null ? null : (sourceWords(bench).split(' · ')[0] ?? null);
}

/** Whether the presenter has a message: for the audience a sign and no word of it. */
function useTrouble(): boolean {
  const stores = useStores();
  return useStore(stores.study, ({ failure }) => failure !== null);
}

function Line() {
  const stores = useStores();
  const at = useStore(stores.presenter, (state) => state.at);
  const steps = useStore(stores.presenter, (state) => state.steps);
  const source = useSource();
  const trouble = useTrouble();
  return (
    <header className="presenter-line">
      <h1 data-testid="presenter-title">{steps[at]?.title}</h1>
      {trouble && (
        <span
          className="presenter-trouble"
          role="img"
          aria-label={presenterText.trouble}
          data-testid="presenter-trouble"
        >
          !
        </span>
      )}
      {source !== null && (
        <span className="presenter-source" data-testid="presenter-source">
          {source}
        </span>
      )}
      <span className="presenter-where" data-testid="presenter-where">
        {presenterText.where(at, steps.length)}
      </span>
    </header>
  );
}

function Keys() {
  const stores = useStores();
  const shown = useStore(stores.presenter, (state) => state.help);
  if (!shown) return null;
  return (
    <section className="presenter-keys" aria-label={presenterText.keys} data-testid="presenter-keys">
      <dl>
        {PRESENTER_KEYS.map(({ command, shown: keys, does }) => (
          <div key={command}>
            <dt>{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Blank() {
  const stores = useStores();
  const blank = useStore(stores.presenter, (state) => state.blank);
  if (blank === 'none') return null;
  return (
    <div
      className="presenter-blank"
      data-testid="presenter-blank"
      data-blank={blank}
      role="img"
      aria-label={presenterText.blank[blank]}
    />
  );
}

function Blocked({ session }: { readonly session: string }) {
  const stores = useStores();
  const blocked = useStore(stores.presenter, (state) => state.blocked);
  if (!blocked) return null;
  return (
    <p className="presenter-blocked" role="status">
      {presenterText.blocked}{' '}
      <a
        href={presenterHash(session)}
        target="_blank"
        rel="noopener"
        data-testid="presenter-link"
        onClick={() => stores.presenter.setState({ blocked: false })}
      >
        {presenterText.blockedLink}
      </a>
    </p>
  );
}

interface PresenterProps {
  /** The picture, in large type. */
  readonly children: ReactNode;
  /** By which the presenter's window finds this one. */
  readonly session: string;
  openWindow(): void;
}

/** What a room sees: one line, the picture, and nothing that anybody would be ashamed of. */
export function Presenter({ children, session, openWindow }: PresenterProps) {
  const stores = useStores();
  const room = useRef<HTMLElement>(null);
  const still = useStillCursor();
  const spotlight = useStore(stores.presenter, (state) => state.spotlight);
  const laser = useStore(stores.presenter, (state) => state.laser);
  usePresenterKeys(stores, openWindow);
  useEffect(() => {
    // Keys are for the presentation at once, not for the button that began it.
    room.current?.focus();
  }, []);
  return (
    <main
      ref={room}
      className="presenter"
      data-testid="presenter"
      data-still={still}
      data-laser={laser}
      tabIndex={-1}
      aria-label={presenterText.region}
      // A file that is dropped on it would take the page away.
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => event.preventDefault()}
    >
      <Line />
      <div className="presenter-stage">{children}</div>
      {spotlight && <Spotlight room={room} />}
      {laser && <Laser />}
      <Keys />
      <Blank />
      <Blocked session={session} />
    </main>
  );
}
