import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { PrecheckedCluster } from '../../../contract/checks.ts';
import type { Outcome } from '../../../contract/failure.ts';
import type { ProgramAnswer } from '../../../contract/manifest.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { useStores } from '../../state/app.ts';
import { chosenKubeconfig } from '../../state/cluster-actions.ts';
import { askProgram } from '../../state/manifest-actions.ts';
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

/** Which cluster was asked; the long reason for none is there for whoever wants it. */
function ClusterWords({ cluster }: { readonly cluster: PrecheckedCluster }) {
  const words = (
    <p className="side-help" data-testid="manifest-cluster">
      {visibleText(cluster.words)}
    </p>
  );
  if (cluster.chosen) return words;
  return (
    <details className="side-why">
      <summary>{manifestText.noCluster}</summary>
      {words}
    </details>
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
  const ready = useStore(stores.tools, (state) => state.phase === 'ready');
  const kubeconfig = useStore(stores.lab, (state) => state.options.kubeconfig);
  // The cluster may be chosen in any room: what was said of another one is asked anew.
  useEffect(() => {
    if (ready && kubeconfig !== null) askProgram(stores);
  }, [stores, ready, kubeconfig]);
  const ask = () => void stores.manifest.getState().askProgram(chosenKubeconfig(stores));
  return (
    <section className="side-part" aria-labelledby="manifest-program" data-testid="manifest-program">
      <div className="side-head">
        <h2 id="manifest-program">{manifestText.program}</h2>
        <button type="button" className="button small" aria-disabled={busy} onClick={busy ? undefined : ask}>
          {manifestText.again}
        </button>
      </div>
      <ClusterField />
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
          <ClusterWords cluster={program.cluster} />
        </>
      )}
    </section>
  );
}
