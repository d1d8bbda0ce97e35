import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { runEnvoy, stopEnvoy } from '../../state/actions.ts';
import { useStores } from '../../state/app.ts';
import { filmLog } from '../../state/film-run.ts';
import { useCurrentBootstrap } from '../../state/use-live.ts';
import { Modal } from '../../ui/modal.tsx';
import { Commands } from './commands.tsx';
import { FilmButtons, FilmRow } from './film-bar.tsx';
import { Ladder } from './ladder.tsx';
import { News } from './news.tsx';
import './run.css';
import { runText } from './run-text.ts';

function Log() {
  const stores = useStores();
  const [open, setOpen] = useState(false);
  const ended = useStore(stores.run, (state) => state.ended);
  const snapshot = useStore(stores.run, (state) => state.snapshot);
  const phase = useStore(stores.run, (state) => state.phase);
  const verdict = useStore(stores.bootstrap, (state) => state.verdict);
  const film = useStore(stores.player, (state) => state.film);
  const at = useStore(stores.player, (state) => (open ? state.at : 0));
  const missing = phase === 'running' ? runText.logNotSent : runText.logNone;
  const now = ended?.log || snapshot?.log || (phase === 'idle' ? verdict?.result.output : '') || missing;
  const log = film === null ? now : filmLog(film, at) || runText.logNoneYet;
  return (
    <>
      <button type="button" className="button small" data-testid="log" onClick={() => setOpen(true)}>
        {runText.log}
      </button>
      <Modal title={runText.logTitle} open={open} onClose={() => setOpen(false)}>
        <pre className="output" data-testid="log-text">
          {visibleText(log, true)}
        </pre>
        <div className="dialog-actions">
          <button type="button" className="button" onClick={() => setOpen(false)}>
            {runText.close}
          </button>
        </div>
      </Modal>
    </>
  );
}

/** Whether two bootstraps are of one workload: the end of an `editKey` is the variant. */
function sameWorkload(one: string | null, other: string | undefined): boolean {
  const workload = (key: string) => key.slice(0, key.lastIndexOf('#'));
  return one !== null && other !== undefined && workload(one) === workload(other);
}

/**
 * The bottom of the window: Envoy's ladder and the commands behind everything that is shown. `children` take the command
 * line's place while they have something to say.
 */
export function RunBar({ children }: { readonly children?: ReactNode }) {
  const stores = useStores();
  const film = useStore(stores.player, (state) => state.film !== null);
  return (
    <footer className="run-bar" data-film={film}>
      <div className="run-row">
        {film ? <FilmButtons /> : <RunButtons />}
        <Ladder />
        <Log />
      </div>
      <div className="command-row">
        {film ? (
          <FilmRow>{children}</FilmRow>
        ) : (
          <>
            {children}
            <News />
            <Commands />
          </>
        )}
      </div>
    </footer>
  );
}

/** What starts and ends an Envoy of today. */
function RunButtons() {
  const stores = useStores();
  const phase = useStore(stores.run, (state) => state.phase);
  const of = useStore(stores.run, (state) => state.key);
  const ran = useStore(stores.run, (state) => state.yaml);
  const bootstrap = useCurrentBootstrap();
  const workload = useStore(stores.study, (state) => state.workload);
  const none = useStore(stores.study, (state) => state.study?.workloads.length === 0);
  const tools = useStore(stores.tools, (state) => state.phase);
  const moving = phase === 'starting' || phase === 'stopping';
  const able = bootstrap !== null && tools === 'ready' && !moving;
  const again = sameWorkload(of, bootstrap?.key) && (phase === 'running' || phase === 'ended');
  const changed = phase === 'running' && again && ran !== bootstrap?.yaml;
  let help: string = runText.runHelp;
  if (tools !== 'ready') help = runText.noTools;
  if (workload !== null && bootstrap === null) help = runText.noSidecar;
  if (none) help = runText.noWorkload;
  return (
    <>
      {phase === 'running' || phase === 'stopping' ? (
        <button
          type="button"
          className="button"
          data-testid="stop"
          disabled={moving}
          onClick={() => void stopEnvoy(stores)}
        >
          <span aria-hidden="true">■</span> {runText.stop}
        </button>
      ) : (
        <button
          type="button"
          className="button primary"
          data-testid="run"
          disabled={!able}
          title={help}
          onClick={() => void runEnvoy(stores)}
        >
          <span aria-hidden="true">▶</span> {runText.run}
        </button>
      )}
      <button
        type="button"
        className={changed ? 'button primary' : 'button'}
        data-testid="restart"
        title={again ? runText.restartHelp : runText.restartIdle}
        disabled={!able || !again}
        onClick={() => void runEnvoy(stores)}
      >
        {runText.restart}
      </button>
    </>
  );
}
