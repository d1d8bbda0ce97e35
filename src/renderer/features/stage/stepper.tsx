import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { stepCount } from '../../../domain/diagram/columns/start-order.ts';
import { useStores } from '../../state/app.ts';
import { useTwin } from '../../state/use-twin.ts';
import { stageText } from './stage-text.ts';
import { stepFrom } from './step-from.ts';
import './stepper.css';

/** From one step to the next while it plays, in milliseconds: time to read two sentences. */
const PACE = 3000;

/** Where letters and signs are typed. */
const TYPED_INTO =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], .cm-editor, dialog';

function useStepKeys(go: (by: 1 | -1) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(TYPED_INTO) !== null) return;
      if (event.key !== '.' && event.key !== ',') return;
      event.preventDefault();
      go(event.key === '.' ? 1 : -1);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [go]);
}

/** Goes through the start order step by step: by buttons, by the keys , and . and by itself. */
function Steps({ count }: { readonly count: number }) {
  const stores = useStores();
  const step = useStore(stores.stage, (state) => state.step);
  const [playing, setPlaying] = useState(false);
  const { setStep } = stores.stage.getState();
  const go = (by: 1 | -1) => {
    setPlaying(false);
    setStep(stepFrom(stores.stage.getState().step, by, count));
  };
  useStepKeys(go);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      const next = stepFrom(stores.stage.getState().step, 1, count);
      if (next === null) setPlaying(false);
      else stores.stage.getState().setStep(next);
    }, PACE);
    return () => clearInterval(timer);
  }, [playing, count, stores]);
  const play = () => {
    if (!playing && (step === null || step >= count)) setStep(1);
    setPlaying(!playing);
  };
  return (
    <div className="stepper" role="toolbar" aria-label={stageText.steps} data-testid="stepper">
      <button
        type="button"
        className="button small"
        title={stageText.stepBackHelp}
        data-testid="step-back"
        onClick={() => go(-1)}
      >
        <span aria-hidden="true">◂</span> {stageText.stepBack}
      </button>
      <button
        type="button"
        className="button small"
        data-testid="step-play"
        aria-pressed={playing}
        onClick={play}
      >
        <span aria-hidden="true">{playing ? '❚❚' : '▶'}</span>{' '}
        {playing ? stageText.stepPause : stageText.stepPlay}
      </button>
      <button
        type="button"
        className="button small"
        title={stageText.stepNextHelp}
        data-testid="step-next"
        onClick={() => go(1)}
      >
        {stageText.stepNext} <span aria-hidden="true">▸</span>
      </button>
      <p className="stepper-now" role="status" data-testid="step-now">
        {stageText.stepNow(step, count)}
      </p>
      {step !== null && (
        <button
          type="button"
          className="button small"
          data-testid="step-all"
          onClick={() => {
            setPlaying(false);
            setStep(null);
          }}
        >
          {stageText.stepAll}
        </button>
      )}
    </div>
  );
}

/** The steps of the scene that has some; nothing in every other one. */
export function Stepper() {
  const stores = useStores();
  const shown = useStore(stores.stage, (state) => state.scene === 'start-order');
  const anatomy = useStore(stores.study, (state) => state.workload?.anatomy ?? null);
  const twin = useTwin();
  if (!shown || anatomy === null) return null;
  const count = stepCount({ anatomy, ...(twin === null ? {} : { twin }) });
  return count === 0 ? null : <Steps count={count} />;
}
