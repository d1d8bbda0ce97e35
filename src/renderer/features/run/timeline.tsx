import { memo } from 'react';
import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { clockWords } from '../../../domain/recording/clock-words.ts';
import type { Mark } from '../../../domain/recording/marks.ts';
import { useStores } from '../../state/app.ts';
import { keyed } from '../../ui/keyed.ts';
import { runText } from './run-text.ts';

/** More of them are no marks any more, but a band. */
const MOST_MARKS = 400;

/** Where somebody did something, an Envoy began or ended, and where it stood elsewhere than before. */
const Marks = memo(function Marks({
  marks,
  duration,
}: {
  readonly marks: readonly Mark[];
  readonly duration: number;
}) {
  const every = Math.ceil(marks.length / MOST_MARKS);
  const shown = marks.filter((mark, index) => mark.kind === 'run' || index % every === 0);
  return (
    <svg className="film-marks" aria-hidden="true" width="100%" height="22">
      {keyed(shown, ({ t, kind }) => `${t} ${kind}`).map(({ key, item: { t, kind } }) => (
        <rect
          key={key}
          className="film-mark"
          data-kind={kind}
          x={`${((t / Math.max(1, duration)) * 100).toFixed(3)}%`}
          y={kind === 'state' ? 13 : 0}
          width="2"
          height="9"
        />
      ))}
    </svg>
  );
});

/** What the newest mark says of a moment. */
function momentWords(marks: readonly Mark[], at: number): string {
  return marks.findLast(({ t }) => t <= at)?.words ?? '';
}

/** The recording from its beginning to its end; it is gone through with the mouse, a finger, or ← → Home End. */
export function Timeline() {
  const stores = useStores();
  const film = useStore(stores.player, (state) => state.film);
  const marks = useStore(stores.player, (state) => state.marks);
  const at = useStore(stores.player, (state) => state.at);
  if (film === null) return null;
  const place = runText.at(clockWords(at), clockWords(film.duration));
  const words = momentWords(marks, at);
  const end = !film.whole && at >= film.duration ? runText.brokenOff : words;
  return (
    <div className="film-line" data-testid="timeline">
      <span className="film-clock" data-testid="film-clock">
        {place}
      </span>
      <div className="film-track">
        <Marks marks={marks} duration={film.duration} />
        <input
          type="range"
          className="film-slider"
          data-testid="film-slider"
          aria-label={runText.timeline}
          aria-valuetext={`${place}${end === '' ? '' : `: ${end}`}`}
          min={0}
          max={Math.max(1, film.duration)}
          step={1}
          value={at}
          onChange={(event) => stores.player.getState().seek(Number(event.target.value))}
          onKeyDown={(event) => {
            // Told to the whole window, too, which knows what the keys mean.
            if (['ArrowLeft', 'ArrowRight', 'Home', 'End', ' '].includes(event.key)) event.preventDefault();
          }}
        />
      </div>
      <span className="film-words" data-testid="film-words" title={visibleText(end)}>
        {visibleText(end)}
      </span>
    </div>
  );
}
