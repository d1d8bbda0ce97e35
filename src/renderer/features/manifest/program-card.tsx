import { useStore } from 'zustand';
import type { Outcome } from '../../../contract/failure.ts';
import type { ProgramAnswer } from '../../../contract/manifest.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { useStores } from '../../state/app.ts';
import { chosenKubeconfig } from '../../state/cluster-actions.ts';
import { ClusterField } from '../../ui/cluster-field.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { manifestText } from './manifest-text.ts';

interface AnswerProps {
  readonly title: string;
  readonly answer: Outcome<ProgramAnswer>;
  readonly testId: string;
}

function Answer({ title, answer, testId }: AnswerProps) {
  if (!answer.ok)
    return (
      <div className="program-answer" data-testid={testId} data-exit="none">
        <h3>{title}</h3>
        <p className="side-problem">{visibleText(`${answer.failure.message} ${answer.failure.hint}`)}</p>
      </div>
    );
  const { output, exitCode, command } = answer.value;
  return (
    <div className="program-answer" data-testid={testId} data-exit={exitCode ?? 'signal'}>
      <h3>{title}</h3>
      <pre className="output">{visibleText(output.trimEnd(), true)}</pre>
      <p className="program-end">
        <span data-good={exitCode === 0}>{manifestText.exitCode(exitCode)}</span>
        <CopyButton text={command.line} label={manifestText.copy} />
      </p>
    </div>
  );
}

/** What this istioctl says of itself, and of the cluster that it would install into; its own error is its answer. */
export function ProgramCard() {
  const stores = useStores();
  const program = useStore(stores.manifest, (state) => state.program);
  const busy = useStore(stores.manifest, (state) => state.programBusy);
  const failure = useStore(stores.manifest, (state) => state.programFailure);
  // What is wrong with the kubeconfig is said at its field.
  const said = useStore(stores.cluster, (state) => state.failure?.message);
  const ask = () => void stores.manifest.getState().askProgram(chosenKubeconfig(stores));
  return (
    <section className="side-part" aria-labelledby="manifest-program" data-testid="manifest-program">
      <div className="side-head">
        <h2 id="manifest-program">{manifestText.program}</h2>
        <button type="button" className="button small" disabled={busy} onClick={ask}>
          {manifestText.again}
        </button>
      </div>
      <ClusterField onTaken={ask} />
      {busy && (
        <p role="status" className="side-help program-busy">
          <span className="spinner" aria-hidden="true" /> {manifestText.asking}{' '}
          <button
            type="button"
            className="link"
            data-testid="cancel-program"
            onClick={() => void stores.manifest.getState().cancelProgram()}
          >
            {manifestText.cancel}
          </button>
        </p>
      )}
      {failure !== null && failure.message !== said && (
        <p role="alert" className="side-problem">
          {visibleText(failure.message)} {visibleText(failure.hint)}
        </p>
      )}
      {program !== null && (
        <>
          <Answer title={manifestText.version} answer={program.version} testId="manifest-version" />
          <Answer title={manifestText.precheck} answer={program.precheck} testId="manifest-precheck" />
          <p className="side-help" data-testid="manifest-cluster">
            {visibleText(program.cluster.words)}
          </p>
        </>
      )}
    </section>
  );
}
