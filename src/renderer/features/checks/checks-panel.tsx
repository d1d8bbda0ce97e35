import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { useStores } from '../../state/app.ts';
import { checkedRole, runChecks, runPrecheck } from '../../state/check-actions.ts';
import { checkKey } from '../../state/checks-store.ts';
import { ClusterField } from '../../ui/cluster-field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { CheckCard } from './check-card.tsx';
import './checks.css';
import { checksText } from './checks-text.ts';

const ROLES = [
  { value: 'original', label: checksText.original, testId: 'check-original' },
  { value: 'injected', label: checksText.injected, testId: 'check-injected' },
] as const;

/** The static checks of istioctl on the texts of the study, and on a cluster where one was chosen. */
export function ChecksPanel() {
  const stores = useStores();
  const study = useStore(stores.study, (state) => state.study);
  const ready = useStore(stores.tools, (state) => state.phase === 'ready');
  const wanted = useStore(stores.checks, (state) => state.role);
  const running = useStore(stores.checks, (state) => state.running);
  const answers = useStore(stores.checks, (state) => state.answers);
  const precheck = useStore(stores.checks, (state) => state.precheck);
  const prechecking = useStore(stores.checks, (state) => state.prechecking);
  if (study === null) return <p className="checks-none">{checksText.noStudy}</p>;
  const role = checkedRole(wanted, study.texts);
  const own = answers.get(checkKey(study.id, role)) ?? [];
  const answer = (check: 'analyze' | 'validate') => own.find((one) => one.check === check) ?? null;
  const busy = running !== null || prechecking;
  return (
    <div className="checks" data-testid="checks">
      <div className="checks-bar">
        <Segments
          label={checksText.which}
          value={role}
          options={ROLES.filter(({ value }) => study.texts.some((text) => text.role === value))}
          onChange={(next) => stores.checks.getState().choose(next)}
        />
        <button
          type="button"
          className="button small primary"
          data-testid="run-checks"
          disabled={!ready}
          // Not disabled: that would take the focus from whoever pressed it.
          aria-disabled={busy}
          title={ready ? undefined : checksText.noTool}
          onClick={() => {
            if (!busy) void runChecks(stores);
          }}
        >
          {checksText.run}
        </button>
        {busy && (
          <p className="checks-busy" role="status">
            {checksText.running}{' '}
            <button
              type="button"
              className="link"
              data-testid="cancel-checks"
              onClick={() => void stores.checks.getState().cancel()}
            >
              {checksText.cancel}
            </button>
          </p>
        )}
      </div>
      <ClusterField />
      <CheckCard check="analyze" answer={answer('analyze')} notRun={checksText.notRun}>
        {answer('analyze')?.cluster !== undefined && (
          <p className="check-cluster" data-testid="analyze-cluster">
            {visibleText(answer('analyze')?.cluster ?? checksText.filesOnly)}
          </p>
        )}
      </CheckCard>
      <CheckCard check="validate" answer={answer('validate')} notRun={checksText.notRun} />
      <CheckCard
        check="precheck"
        answer={precheck?.answer ?? null}
        notRun={checksText.notAsked}
        undecided={precheck?.cluster.chosen === false}
      >
        {precheck !== null && (
          <p className="check-cluster" data-testid="check-cluster" data-chosen={precheck.cluster.chosen}>
            {visibleText(precheck.cluster.words)}
          </p>
        )}
        <button
          type="button"
          className="button small"
          data-testid="run-precheck"
          disabled={!ready}
          aria-disabled={busy}
          title={ready ? undefined : checksText.noTool}
          onClick={() => {
            if (!busy) void runPrecheck(stores);
          }}
        >
          {checksText.precheck}
        </button>
      </CheckCard>
    </div>
  );
}
