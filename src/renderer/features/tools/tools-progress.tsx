import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { ToolProgress } from '../../../contract/types.ts';
import { openInput, openSample } from '../../state/actions.ts';
import { type Stores, useStores } from '../../state/app.ts';
import type { ToolsPhase } from '../../state/tools-store.ts';
import './tools.css';
import { amount, toolsText } from './tools-text.ts';

const FINISHED: ReadonlySet<ToolProgress['phase']> = new Set(['ready', 'failed', 'cancelled']);

async function tryAgain(stores: Stores): Promise<void> {
  if (!(await stores.tools.getState().provide())) return;
  const { input } = stores.study.getState();
  if (input === null) await openSample(stores);
  else await openInput(stores, input);
}

/**
 * In the place of the command line, which is about what ran before: a place of its own would push the picture whenever
 * it comes, grows or goes. What needs more room than that stands over the row above, whose buttons wait for the programs.
 */
function Told({ phase, children }: { readonly phase: ToolsPhase; readonly children: ReactNode }) {
  return (
    <section className="tools" aria-label={toolsText.region} data-testid="progress">
      <div className="tools-box" data-phase={phase}>
        {children}
      </div>
    </section>
  );
}

/** What is fetched now, from where, how far, and what comes next; or why it could not be had and what to do. */
export function ToolsProgress() {
  const stores = useStores();
  const phase = useStore(stores.tools, (state) => state.phase);
  const progress = useStore(stores.tools, (state) => state.progress);
  const tools = useStore(stores.tools, (state) => state.tools);
  const failure = useStore(stores.tools, (state) => state.failure);
  if (phase === 'ready' || phase === 'unknown') return null;

  if (phase === 'failed' || phase === 'cancelled') {
    const problem = tools.find((tool) => tool.problem !== null)?.problem ?? '';
    const message = phase === 'cancelled' ? toolsText.cancelled : (failure?.message ?? problem);
    const hint = phase === 'cancelled' ? toolsText.cancelledHint : (failure?.hint ?? '');
    return (
      <Told phase={phase}>
        <p role="alert">
          {message} {hint} {toolsText.stays}
        </p>
        <button type="button" className="button small" onClick={() => void tryAgain(stores)}>
          {toolsText.again}
        </button>
      </Told>
    );
  }

  const current = [...progress.values()].filter((one) => !FINISHED.has(one.phase));
  return (
    <Told phase={phase}>
      <div className="tools-lines" aria-live="polite">
        {current.length === 0 && <p>{toolsText.looking}</p>}
        {current.map((one) => (
          <div key={one.program} className="tools-line">
            <p className="tools-what">{one.what}</p>
            <progress
              aria-label={one.what}
              max={1}
              {...(one.fraction === null ? {} : { value: one.fraction })}
            />
            <span className="tools-amount">{amount(one)}</span>
            {one.next !== '' && <span className="tools-next">{toolsText.next(one.next)}</span>}
          </div>
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
