import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { useStores } from '../../state/app.ts';
import { endedWords, ladderSteps, sceneLive, tellingStep } from '../../state/live.ts';
import { useLiveInput } from '../../state/use-live.ts';
import { runText, stateSigns, stateWords, stepNames } from './run-text.ts';

/** Accepted → istiod reached → identity → config taken → LIVE → pod ready, each with its evidence. */
export function Ladder() {
  const stores = useStores();
  const live = useLiveInput();
  const phase = useStore(stores.run, (state) => state.phase);
  const of = useStore(stores.run, (state) => state.of);
  const steps = ladderSteps(live);
  const telling = tellingStep(steps);
  const rung = sceneLive(live)?.rung ?? 'none';
  const ended = live.run.ended !== null && live.run.key === live.key ? live.run.ended : null;

  let evidence = telling === null ? runText.idle : telling.evidence;
  if (telling !== null && telling.evidence === '')
    evidence = `${stepNames[telling.id]}: ${stateWords[telling.state]}`;
  if (ended !== null) evidence = (ended.by === 'itself' ? ended.reason : null) ?? endedWords(ended);
  if (phase === 'starting') evidence = runText.starting;
  if (phase === 'stopping') evidence = runText.stopping;
  if (phase === 'running' && live.run.key !== live.key) evidence = runText.runsOther(of);

  return (
    <>
      <ol className="ladder" aria-label={runText.ladder} data-ended={ended !== null}>
        {steps.map((step) => {
          const words = `${stepNames[step.id]}: ${stateWords[step.state]}${step.evidence === '' ? '' : ` — ${step.evidence}`}`;
          return (
            <li
              key={step.id}
              data-testid={`ladder-${step.id}`}
              data-state={step.state}
              data-telling={step === telling}
              title={visibleText(words)}
            >
              <span className="ladder-sign" aria-hidden="true">
                {stateSigns[step.state]}
              </span>
              <span className="ladder-name">{stepNames[step.id]}</span>
              <span className="visually-hidden">
                {stateWords[step.state]} {visibleText(step.evidence)}
              </span>
            </li>
          );
        })}
      </ol>
      <p
        className="evidence"
        data-testid="rung"
        data-rung={rung}
        data-state={ended === null ? (telling?.state ?? 'not-reached') : 'ended'}
        aria-live="polite"
        title={visibleText(evidence)}
      >
        {visibleText(evidence)}
      </p>
    </>
  );
}
