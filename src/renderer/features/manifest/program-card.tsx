import { useStore } from 'zustand';
import type { ProgramAnswer } from '../../../contract/manifest.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { useStores } from '../../state/app.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { manifestText } from './manifest-text.ts';

interface AnswerProps {
  readonly title: string;
  readonly answer: ProgramAnswer;
  readonly testId: string;
}

function Answer({ title, answer, testId }: AnswerProps) {
  return (
    <div className="program-answer" data-testid={testId} data-exit={answer.exitCode ?? 'signal'}>
      <h3>{title}</h3>
      <pre className="output">{visibleText(answer.output.trimEnd(), true)}</pre>
      <p className="program-end">
        <span data-good={answer.exitCode === 0}>{manifestText.exitCode(answer.exitCode)}</span>
        <CopyButton text={answer.command.line} label={manifestText.copy} />
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
  return (
    <section className="side-part" aria-labelledby="manifest-program" data-testid="manifest-program">
      <div className="side-head">
        <h2 id="manifest-program">{manifestText.program}</h2>
        <button
          type="button"
          className="button small"
          disabled={busy}
          onClick={() => void stores.manifest.getState().askProgram()}
        >
          {manifestText.again}
        </button>
      </div>
      {failure !== null && (
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
      {busy && program === null && (
        <p role="status" className="side-help">
          {manifestText.asking}
        </p>
      )}
    </section>
  );
}
