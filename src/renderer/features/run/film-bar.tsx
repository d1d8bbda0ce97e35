import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import type { FilmMoment } from '../../../domain/recording/film.ts';
import { useStores } from '../../state/app.ts';
import { SPEEDS } from '../../state/player-store.ts';
import { Modal } from '../../ui/modal.tsx';
import { Commands } from './commands.tsx';
import './film.css';
import { News } from './news.tsx';
import { runText } from './run-text.ts';
import { Timeline } from './timeline.tsx';
import { useFilmKeys } from './use-film-keys.ts';

/** Plays a recording, and goes from mark to mark. */
export function FilmButtons() {
  const stores = useStores();
  const playing = useStore(stores.player, (state) => state.playing);
  const { toggle, step } = stores.player.getState();
  useFilmKeys();
  return (
    <div className="film-buttons">
      <button
        type="button"
        className="button primary film-play"
        data-testid="film-play"
        title={playing ? runText.pauseHelp : runText.playHelp}
        onClick={toggle}
      >
        <span aria-hidden="true">{playing ? '❚❚' : '▶'}</span>
        {playing ? ` ${runText.pause}` : ` ${runText.play}`}
      </button>
      <button
        type="button"
        className="button small icon"
        data-testid="film-before"
        aria-label={runText.before}
        title={runText.before}
        onClick={() => step(-1)}
      >
        <span aria-hidden="true">⇤</span>
      </button>
      <button
        type="button"
        className="button small icon"
        data-testid="film-after"
        aria-label={runText.after}
        title={runText.after}
        onClick={() => step(1)}
      >
        <span aria-hidden="true">⇥</span>
      </button>
    </div>
  );
}

/**
 * The timeline. What has to be told of the programs, `children`, takes its place until somebody plays the recording: it needs none of
 * them.
 */
export function FilmRow({ children }: { readonly children: ReactNode }) {
  const stores = useStores();
  const used = useStore(stores.player, (state) => state.used);
  const waits = useStore(stores.tools, ({ phase }) => phase !== 'ready' && phase !== 'unknown');
  return (
    <>
      {!used && children}
      <div className="film-row">
        <Timeline />
        <News />
        <Masked />
        <Pace />
        {used && waits && (
          <button
            type="button"
            className="button small"
            data-testid="film-programs"
            title={runText.programsHelp}
            onClick={() => stores.player.getState().leave()}
          >
            {runText.programs}
          </button>
        )}
        <Dump />
      </div>
      <Commands />
    </>
  );
}

/** How many values are masked, or that none are. */
function Masked() {
  const stores = useStores();
  const count = useStore(stores.player, (state) => state.film?.moments.at(-1)?.masked ?? 0);
  const included = useStore(stores.player, (state) => state.film?.head.secrets === 'included');
  if (included)
    return (
      <span
        className="film-masked"
        data-included="true"
        data-testid="film-masked"
        title={runText.includedHelp}
      >
        <span aria-hidden="true">⚠</span> {runText.included}
      </span>
    );
  if (count === 0) return null;
  return (
    <span className="film-masked" data-testid="film-masked" title={runText.maskedHelp(count)}>
      {runText.masked(count)}
    </span>
  );
}

function Pace() {
  const stores = useStores();
  const speed = useStore(stores.player, (state) => state.speed);
  const skipping = useStore(stores.player, (state) => state.skipping);
  const { setSpeed, setSkipping } = stores.player.getState();
  return (
    <>
      <label className="check film-skip" title={runText.skipHelp}>
        <input
          type="checkbox"
          data-testid="film-skip"
          checked={skipping}
          onChange={(event) => setSkipping(event.target.checked)}
        />
        {runText.skip}
      </label>
      <select
        className="film-speed"
        aria-label={runText.speed}
        data-testid="film-speed"
        value={String(speed)}
        onChange={(event) => setSpeed(SPEEDS.find((one) => String(one) === event.target.value) ?? 1)}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={String(one)}>
            {`${one}×`}
          </option>
        ))}
      </select>
    </>
  );
}

/** The newest config_dump of the moment, as the recording keeps it. */
function Dump() {
  const stores = useStores();
  const dump = useStore(stores.player, (state) => state.moment?.dump ?? null);
  const [shown, setShown] = useState<string | null>(null);
  const show = async (of: NonNullable<FilmMoment['dump']>) => {
    if ('problem' in of) return setShown(of.problem);
    const { id } = stores.player.getState();
    const outcome = await stores.bridge.request('recording:text', { id, text: of.text });
    if (outcome.ok) setShown(outcome.value.text);
    else stores.study.getState().fail(outcome.failure);
  };
  return (
    <>
      <button
        type="button"
        className="button small"
        data-testid="film-dump"
        disabled={dump === null}
        title={dump === null ? runText.dumpNone : runText.dumpTitle}
        onClick={() => dump !== null && void show(dump)}
      >
        {runText.dump}
      </button>
      <Modal wide title={runText.dumpTitle} open={shown !== null} onClose={() => setShown(null)}>
        <pre className="output" data-testid="film-dump-text">
          {shown}
        </pre>
        <div className="dialog-actions">
          <button type="button" className="button" onClick={() => setShown(null)}>
            {runText.close}
          </button>
        </div>
      </Modal>
    </>
  );
}
