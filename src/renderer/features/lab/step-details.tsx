import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import type { StepGuide } from '../../../domain/lab/guide/guide.ts';
import type { LabFinding, LabName, LabStepPlan } from '../../../domain/lab/model.ts';
import { useStores } from '../../state/app.ts';
import { keyed } from '../../ui/keyed.ts';
import { ByHand } from './by-hand.tsx';
import { labText } from './lab-text.ts';
import { StepFiles } from './step-files.tsx';
import { StepLooks } from './step-looks.tsx';
import { useLabWork } from './use-lab-work.ts';

interface StepDetailsProps {
  readonly lab: LabName;
  readonly plan: LabStepPlan;
  readonly guide: StepGuide;
}

function Findings({ findings }: { readonly findings: readonly LabFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <section className="lab-findings" data-testid="lab-findings">
      <h3>{labText.wrong}</h3>
      <ul>
        {keyed(findings, ({ file, line, message }) => `${file}:${line} ${message}`).map(({ key, item }) => (
          <li key={key}>
            {item.file !== '' && <code>{labText.place(item.file, item.line)}</code>}
            <p>{visibleText(item.message)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Notes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <section className="lab-notes">
      <h3>{labText.notes}</h3>
      <ul>
        {keyed(notes, (note) => note).map(({ key, item }) => (
          <li key={key}>{visibleText(item)}</li>
        ))}
      </ul>
    </section>
  );
}

/** All there is to a step: what it is for, what to look at, how it is done, what came of it. */
export function StepDetails({ lab, plan, guide }: StepDetailsProps) {
  const stores = useStores();
  const report = useStore(stores.lab, (state) =>
    state.labs[lab].view?.report.steps.find(({ number }) => number === plan.number),
  );
  const busy = useStore(stores.lab, (state) => state.busy);
  const { problem, run } = useLabWork();
  const done = report?.state === 'pass';
  return (
    <>
      {report !== undefined && <Findings findings={report.findings} />}
      <p className="lab-goal">{guide.goal}</p>
      <p className="lab-why">{guide.why}</p>
      <div className="lab-row">
        <button
          type="button"
          className="button small"
          disabled={problem !== null || busy !== null}
          title={problem ?? undefined}
          data-testid={`lab-do-${plan.number}`}
          onClick={() => void run([plan.number])}
        >
          {done ? labText.again : labText.one}
        </button>
      </div>
      <StepLooks guide={guide} lab={lab} id={plan.id} />
      <StepFiles lab={lab} plan={plan} />
      <ByHand lab={lab} plan={plan} guide={guide} />
      {report !== undefined && <Notes notes={report.notes} />}
    </>
  );
}
