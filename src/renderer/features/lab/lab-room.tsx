import { useEffect } from 'react';
import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { LABS, type LabName } from '../../../domain/lab/model.ts';
import { useStores } from '../../state/app.ts';
import { checkLab, followLab } from '../../state/lab-actions.ts';
import { Segments } from '../../ui/segments.tsx';
import { FailureBox, UndoneBox } from './failure-box.tsx';
import './lab.css';
import './step.css';
import { LabOptions } from './lab-options.tsx';
import { labText, labWords } from './lab-text.ts';
import { standingOf } from './standing.ts';
import { StepItem } from './step-item.tsx';
import { useLabWork } from './use-lab-work.ts';

const LAB_OPTIONS = (['bootstrap', 'install'] as const).map((value) => ({
  value,
  label: labWords[value],
  testId: `lab-${value}`,
}));

function Folder({ lab }: { readonly lab: LabName }) {
  const stores = useStores();
  const folder = useStore(stores.lab, (state) => state.labs[lab].folder);
  const busy = useStore(stores.lab, (state) => state.busy);
  return (
    <form
      className="lab-folder"
      onSubmit={(event) => {
        event.preventDefault();
        // Not disabled while it works: the focus would be lost.
        if (busy === null && folder.trim() !== '') void checkLab(stores);
      }}
    >
      <label
        className="field"
        title={folder === '' ? labText.folderHelp : `${folder}\n${labText.folderHelp}`}
      >
        {labText.folder}
        <input
          value={folder}
          spellCheck={false}
          disabled={busy === 'doing'}
          data-testid="lab-folder"
          onChange={(event) => stores.lab.getState().setFolder(event.target.value)}
        />
      </label>
      <button
        type="submit"
        className="button small"
        aria-disabled={busy !== null || folder.trim() === ''}
        title={labText.checkHelp}
        data-testid="lab-check"
      >
        {labText.check}
      </button>
    </form>
  );
}

/** Which steps are right, and those that the app can be asked to do. */
function useProgress(lab: LabName) {
  const stores = useStores();
  const view = useStore(stores.lab, (state) => state.labs[lab].view);
  const steps = LABS[lab].map(({ number }) => number);
  const right = view?.report.steps.filter(({ state }) => state === 'pass').map(({ number }) => number) ?? [];
  const left = steps.filter((number) => !right.includes(number));
  return {
    right: right.length,
    all: steps.length,
    left: left.length === 0 ? steps : left,
    complete: left.length === 0,
  };
}

/** Lets the app do what is left, all of it at the first time and when all is right. */
function DoButton({ lab }: { readonly lab: LabName }) {
  const stores = useStores();
  const busy = useStore(stores.lab, (state) => state.busy);
  const { problem, run } = useLabWork();
  const { all, left, complete } = useProgress(lab);
  if (busy === 'doing')
    return (
      <button
        type="button"
        className="button small"
        data-testid="lab-cancel"
        onClick={() => void stores.lab.getState().cancel()}
      >
        {labText.cancel}
      </button>
    );
  return (
    <button
      type="button"
      className={`button small${complete ? '' : ' primary'}`}
      // Not while a folder is looked at: leaving an option begins that, and the press that left it must count.
      disabled={problem !== null}
      title={problem ?? undefined}
      data-testid="lab-all"
      onClick={() => void run(left)}
    >
      {complete ? labText.allAgain : left.length === all ? labText.all : labText.rest(left.length)}
    </button>
  );
}

/** Of which workload the folder is; told apart from the one on the stage. */
function Graded({ workload }: { readonly workload: string }) {
  const stores = useStores();
  const shown = useStore(stores.study, ({ workload: view }) =>
    view === null ? null : `${view.anatomy.kind} ${view.anatomy.name}`,
  );
  const same = shown === null || shown === workload;
  return (
    <p className={same ? 'lab-help' : 'lab-problem'} data-testid="lab-graded">
      {visibleText(same ? labText.graded(workload) : labText.other(workload, shown))}
    </p>
  );
}

/** How far the lab is, as a bar of its steps and in words. */
function Progress({ lab }: { readonly lab: LabName }) {
  const stores = useStores();
  const view = useStore(stores.lab, (state) => state.labs[lab].view);
  const busy = useStore(stores.lab, (state) => state.busy);
  const doing = useStore(stores.lab, (state) => state.doing);
  const made = useStore(stores.lab, (state) => state.made);
  const { problem } = useLabWork();
  const { right, all } = useProgress(lab);
  const words = labText.done(right, all);
  return (
    <>
      <div className="lab-progress">
        <div
          className="lab-bar"
          role="progressbar"
          aria-valuemin={0}
          aria-valuemax={all}
          aria-valuenow={right}
          aria-label={words}
        >
          {LABS[lab].map((step) => (
            <span key={step.number} data-standing={standingOf(step, view, { doing, made })} />
          ))}
        </div>
        <p className="lab-count" role="status" data-testid="lab-count">
          {busy === 'doing' ? labText.doing(doing) : words}
        </p>
      </div>
      {view?.exists === false && busy !== 'doing' && (
        <p className="lab-help" data-testid="lab-not-there">
          {labText.notThere}
        </p>
      )}
      {view?.isOther === true && busy !== 'doing' && (
        <p className="lab-problem" data-testid="lab-is-other">
          {labText.isOther(labWords[lab === 'bootstrap' ? 'install' : 'bootstrap'])}
        </p>
      )}
      {view?.exists === true && view.report.workload !== null && <Graded workload={view.report.workload} />}
      {problem !== null && <p className="lab-problem">{problem}</p>}
    </>
  );
}

/** Both labs as lists of steps, beside the stage. */
export function LabRoom() {
  const stores = useStores();
  const lab = useStore(stores.lab, (state) => state.lab);
  const step = useStore(stores.lab, (state) => state.labs[state.lab].step);
  const doing = useStore(stores.lab, (state) => state.busy === 'doing');
  useEffect(() => {
    void stores.lab.getState().enter();
    return followLab(stores);
  }, [stores]);
  return (
    <aside className="lab" aria-label={labText.region} data-testid="lab">
      <div className="lab-head">
        <div className="lab-row" title={labText.about[lab]}>
          <Segments
            label={labText.labs}
            value={lab}
            options={LAB_OPTIONS}
            onChange={stores.lab.getState().setLab}
            disabled={doing}
          />
          <DoButton lab={lab} />
        </div>
        <Folder lab={lab} />
        <Progress lab={lab} />
        <FailureBox />
        <UndoneBox />
      </div>
      <ol className="lab-steps">
        {LABS[lab].map((plan) => (
          <StepItem key={`${lab}/${plan.id}`} lab={lab} plan={plan} open={plan.number === step} />
        ))}
        <li className="lab-options-item">
          <LabOptions lab={lab} />
        </li>
      </ol>
    </aside>
  );
}
