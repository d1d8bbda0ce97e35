import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { ToolProgress } from '../../../contract/types.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { fetchAgain } from '../../state/actions.ts';
import { useStores } from '../../state/app.ts';
import { waitingName } from '../../state/study-store.ts';
import { gaveUp, hasIstioctl, type ToolsPhase } from '../../state/tools-store.ts';
import './tools.css';
import { amount, toolsText } from './tools-text.ts';

/** Letters that fit two lines of the row in the smallest window. */
const TWO_LINES = 200;
const FINISHED: ReadonlySet<ToolProgress['phase']> = new Set(['ready', 'failed', 'cancelled']);

interface ToldProps {
  readonly phase: ToolsPhase;
  /** Whether it needs more than the row: then it takes the whole one above, too, rather than cut its texts in half. */
  readonly tall: boolean;
  readonly children: ReactNode;
}

/**
 * In the place of the command line, which is about what ran before: a place of its own would push the picture whenever
 * it comes, grows or goes. What needs more room stands over the row above, whose buttons wait for the programs.
 */
function Told({ phase, tall, children }: ToldProps) {
  return (
    <section className="tools" aria-label={toolsText.region} data-testid="progress">
      <div className="tools-box" data-phase={phase} data-tall={tall}>
        {children}
      </div>
    </section>
  );
}

/** Why a program could not be had, what that leaves, and the one way to try again. */
function GivenUp({ phase }: { readonly phase: ToolsPhase }) {
  const stores = useStores();
  const tools = useStore(stores.tools, (state) => state.tools);
  const failure = useStore(stores.tools, (state) => state.failure);
  const istioctl = useStore(stores.tools, hasIstioctl);
  const waiting = useStore(stores.study, waitingName);
  const recording = useStore(stores.study, (state) => state.study?.bench === 'recording');
  const problems = tools.flatMap((tool) => tool.problem ?? []).join(' ');
  const sentences =
    phase === 'cancelled'
      ? [toolsText.cancelled, istioctl ? toolsText.noEnvoy : toolsText.noIstioctl]
      : [failure?.message ?? problems, failure?.hint ?? ''];
  if (waiting !== null) sentences.push(visibleText(toolsText.kept(waiting)));
  else if (recording) sentences.push(toolsText.stays);
  const text = sentences.filter((sentence) => sentence !== '').join(' ');
  return (
    <Told phase={phase} tall={text.length > TWO_LINES}>
      <p role="alert">{text}</p>
      <button
        type="button"
        className="button small"
        data-testid="fetch-again"
        onClick={() => void fetchAgain(stores)}
      >
        {toolsText.again}
      </button>
    </Told>
  );
}

/** What is fetched now, from where, how far, what comes next, and what waits for it. */
export function ToolsProgress() {
  const stores = useStores();
  const phase = useStore(stores.tools, (state) => state.phase);
  const progress = useStore(stores.tools, (state) => state.progress);
  const waiting = useStore(stores.study, waitingName);
  if (phase === 'ready' || phase === 'unknown') return null;
  if (gaveUp(phase)) return <GivenUp phase={phase} />;

  const current = [...progress.values()].filter((one) => !FINISHED.has(one.phase));
  const whys = current.map((one) => one.why).filter((why) => why !== '');
  const lines = Math.max(current.length, 1) + whys.length + (waiting === null ? 0 : 1);
  return (
    <Told phase={phase} tall={lines > 2}>
      <div className="tools-lines" aria-live="polite">
        {waiting !== null && (
          <p className="tools-waiting" data-testid="waiting">
            {visibleText(toolsText.waits(waiting))}
          </p>
        )}
        {current.length === 0 && <p>{toolsText.looking}</p>}
        {current.map((one) => (
          <div key={one.program} className="tools-line">
            <p className="tools-what" title={one.what}>
              {one.what}
            </p>
            <progress
              aria-label={one.what}
              max={1}
              {...(one.fraction === null ? {} : { value: one.fraction })}
            />
            <span className="tools-amount">{amount(one)}</span>
            <span className="tools-next" title={one.next}>
              {one.next === '' ? '' : toolsText.next(one.next)}
            </span>
          </div>
        ))}
        {whys.map((why) => (
          <p key={why} className="tools-why" title={why}>
            {visibleText(why)}
          </p>
        ))}
      </div>
      <button
        type="button"
        className="button small"
        data-testid="cancel-tools"
        onClick={() => void stores.tools.getState().cancel()}
      >
        {toolsText.cancel}
      </button>
    </Told>
  );
}
