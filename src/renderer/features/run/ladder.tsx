import { useStore } from 'zustand';
import type { EnvoySnapshot } from '../../../contract/types.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { isSilent } from '../../../domain/envoy/ladder.ts';
import { useStores } from '../../state/app.ts';
import {
  endedWords,
  type LiveInput,
  LOST_WORDS,
  ladderSteps,
  sceneLive,
  tellingStep,
} from '../../state/live.ts';
import { rungWords } from '../../state/rung-words.ts';
import { useCurrentBootstrap, useLiveInput, useReport } from '../../state/use-live.ts';
import { runText, stateSigns, stateWords, stepNames } from './run-text.ts';

interface Sentence {
  /** For everybody. */
  readonly words: string;
  /** For those who know the counters; empty for none. */
  readonly evidence: string;
  readonly state: string;
}

/** The failed step before it says already that Envoy refused. */
const withoutPreamble = (message: string): string => message.replace(/^Envoy refused the bootstrap: /, '');

/** What /ready said to the last look at an Envoy that has ended. */
const lastWords = (snapshot: EnvoySnapshot | null): string =>
  snapshot?.ready ? `last ${snapshot.ready.code} ${snapshot.ready.body}` : '';

const plain = (words: string): Sentence => ({ words, evidence: '', state: 'not-reached' });

/** What the running, ended or recorded Envoy of this bootstrap says of itself; null when there is none. */
function ofEnvoy(live: LiveInput, changed: boolean, edited: boolean): Sentence | null {
  const steps = ladderSteps(live);
  const telling = tellingStep(steps);
  const state = telling?.state ?? 'not-reached';
  const evidence = telling?.evidence ?? '';
  const mine = live.run.key === live.key;
  if (mine && live.run.ended !== null) {
    const { ended } = live.run;
    if (ended.by !== 'itself')
      return { words: endedWords(ended), evidence: lastWords(live.run.snapshot), state: 'stopped' };
    const why = ended.explanation?.message ?? ended.reason;
    return { words: withoutPreamble(why ?? endedWords(ended)), evidence: endedWords(ended), state: 'ended' };
  }
  if (mine && live.run.snapshot !== null) {
    if (changed) return { words: runText.changed, evidence, state: 'waiting' };
    const byHand = edited ? `${runText.editedRuns}${evidence === '' ? '' : ' · '}` : '';
    return { words: rungWords(live.run.snapshot), evidence: `${byHand}${evidence}`, state };
  }
  return null;
}

/** The picture shows the typo in the very bootstrap that runs without it. */
const typoOf = ({ key, run }: LiveInput): boolean =>
  run.key?.endsWith('#lab') === true && key === run.key.replace(/lab$/, 'typo');

/** What a moment of a recording says, always as that. */
function ofRecording(live: LiveInput, hint: string, none: boolean): Sentence {
  if (none) return plain(runText.noSidecar);
  const recorded = (sentence: Sentence): Sentence => ({
    ...sentence,
    words: `${runText.recordedBefore}${sentence.words}`,
    evidence: sentence.evidence.replace(/^recorded: /, ''),
  });
  const envoys = ofEnvoy(live, false, false);
  if (envoys !== null) return recorded(envoys);
  if (live.run.phase === 'running')
    return recorded(plain(live.run.key === live.key ? runText.justStarted : runText.otherRuns));
  const telling = tellingStep(ladderSteps(live));
  if (telling === null) return recorded(plain(runText.notYet));
  const said = withoutPreamble(telling.evidence.replace(/^recorded: /, ''));
  return recorded({
    words: said === '' ? `${stepNames[telling.id]}: ${stateWords[telling.state]}` : said,
    evidence: telling.state === 'failed' ? hint : '',
    state: telling.state,
  });
}

function useSentence(live: LiveInput): Sentence {
  const stores = useStores();
  const phase = useStore(stores.run, (state) => state.phase);
  const of = useStore(stores.run, (state) => state.of);
  const yaml = useStore(stores.run, (state) => state.yaml);
  const edited = useStore(stores.run, (state) => state.edited);
  const deserted = useStore(stores.run, (state) => state.deserted);
  const tools = useStore(stores.tools, (state) => state.phase);
  const open = useStore(stores.study, (state) => state.workload !== null);
  const none = useStore(stores.study, (state) => state.study?.workloads.length === 0);
  const bootstrap = useCurrentBootstrap();
  const report = useReport();
  if (live.past) return ofRecording(live, report?.explanation?.hint ?? '', open && bootstrap === null);
  if (deserted !== null) return { words: deserted, evidence: '', state: 'stopped' };
  if (phase === 'lost') return { words: LOST_WORDS, evidence: '', state: 'failed' };
  if (phase === 'starting') return plain(runText.starting);
  if (phase === 'stopping') return plain(runText.stopping);
  if (phase === 'running' && live.run.key !== live.key)
    return plain(typoOf(live) ? runText.runsUnbroken(of) : runText.runsOther(of));
  const envoys = ofEnvoy(live, bootstrap !== null && yaml !== bootstrap.yaml, edited);
  if (envoys !== null) return envoys;
  const telling = tellingStep(ladderSteps(live));
  if (telling !== null)
    return {
      words:
        telling.evidence === ''
          ? `${stepNames[telling.id]}: ${stateWords[telling.state]}`
          : withoutPreamble(telling.evidence),
      evidence: telling.state === 'failed' ? (report?.explanation?.hint ?? '') : '',
      state: telling.state,
    };
  if (open && bootstrap === null) return plain(runText.noSidecar);
  if (none) return plain(runText.noWorkload);
  return plain(tools === 'ready' ? runText.idle : runText.noTools);
}

/** The sentence, then one counter after the other; each stands whole or, where there is no room, not at all. */
function Facts({ words, evidence }: Pick<Sentence, 'words' | 'evidence'>) {
  const [sentence = '', ...counters] = words.split(' · ');
  const facts = [...counters, ...(evidence === '' ? [] : evidence.split(' · '))];
  return (
    <>
      <strong>{visibleText(sentence)}</strong>
      {facts.map((fact) => (
        <span key={fact}>
          {' '}
          <span className="fact">{`· ${visibleText(fact)}`}</span>
        </span>
      ))}
    </>
  );
}

/** What is said of a step that was passed in a time that is over; null while it still holds. */
function pastWords({ run, key }: LiveInput): string | null {
  if (run.key !== key) return null;
  if (run.phase === 'lost') return runText.passedLost;
  if (run.ended !== null) return runText.passedBefore;
  return run.snapshot !== null && isSilent(run.snapshot) ? runText.passedSilent : null;
}

/** Accepted → istiod reached → identity → config taken → LIVE → pod ready, each with its evidence. */
export function Ladder() {
  const live = useLiveInput();
  const { words, evidence, state } = useSentence(live);
  const steps = ladderSteps(live);
  const telling = tellingStep(steps);
  const drawn = sceneLive(live)?.rung ?? 'not-started';
  const rung = drawn === 'not-started' ? 'none' : drawn;
  const over = pastWords(live);
  return (
    <>
      <ol className="ladder" aria-label={runText.ladder} data-ended={over !== null}>
        {steps.map((step) => {
          const word = (step.state === 'passed' ? over : null) ?? stateWords[step.state];
          const spoken = `${stepNames[step.id]}: ${word}${step.evidence === '' ? '' : ` — ${step.evidence}`}`;
          return (
            <li
              key={step.id}
              data-testid={`ladder-${step.id}`}
              data-state={step.state}
              data-telling={step === telling && !(over !== null && step.state === 'passed')}
              title={visibleText(spoken)}
            >
              <span className="ladder-sign" aria-hidden="true">
                {stateSigns[step.state]}
              </span>
              <span className="ladder-name">{stepNames[step.id]}</span>
              <span className="visually-hidden">
                {word} {visibleText(step.evidence)}
              </span>
            </li>
          );
        })}
      </ol>
      <p
        className="evidence"
        data-testid="rung"
        data-rung={rung}
        data-state={state}
        aria-live="polite"
        title={visibleText(evidence === '' ? words : `${words} — ${evidence}`)}
      >
        <Facts words={words} evidence={evidence} />
      </p>
    </>
  );
}
