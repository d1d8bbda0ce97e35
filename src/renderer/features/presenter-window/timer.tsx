import { useEffect, useState } from 'react';
import { windowText } from './window-text.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** `4:05`, `1:04:05`. */
export function spanWords(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** The time now, twice a second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How long it has been, or what is left of the minutes that were given, and the time of day. */
export function Timer() {
  const now = useNow();
  const [before, setBefore] = useState(0);
  const [since, setSince] = useState<number | null>(null);
  const [minutes, setMinutes] = useState('');
  const gone = before + (since === null ? 0 : Math.max(0, now - since));
  const given = Number(minutes) * 60_000;
  const left = given - gone;
  const counting = given > 0;
  const toggle = () => {
    if (since === null) {
      setSince(Date.now());
      return;
    }
    setBefore(before + Date.now() - since);
    setSince(null);
  };
  return (
    <section className="pw-timer" aria-label={windowText.timer}>
      <output className="pw-time" data-testid="timer" data-over={counting && left < 0}>
        {counting ? spanWords(left) : spanWords(gone)}
        {counting && left < 0 && <small> {windowText.over}</small>}
      </output>
      <button type="button" className="button small" data-testid="timer-toggle" onClick={toggle}>
        {since === null ? windowText.start : windowText.pause}
      </button>
      <button
        type="button"
        className="button small"
        data-testid="timer-reset"
        onClick={() => {
          setBefore(0);
          setSince(since === null ? null : Date.now());
        }}
      >
        {windowText.reset}
      </button>
      <label className="pw-minutes">
        <input
          type="number"
          min="0"
          max="600"
          step="1"
          value={minutes}
          aria-label={windowText.countdown}
          title={windowText.countdown}
          data-testid="timer-minutes"
          onChange={(event) => setMinutes(event.target.value)}
        />
        {windowText.minutes}
      </label>
      <time className="pw-clock" title={windowText.clock}>
        {new Date(now).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}
      </time>
    </section>
  );
}
