import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import type { StepGuide } from '../../../domain/lab/guide/guide.ts';
import { LAB_PORT, type LabName, type LabStepPlan } from '../../../domain/lab/model.ts';
import { useStores } from '../../state/app.ts';
import { keyed } from '../../ui/keyed.ts';
import { ByHand } from './by-hand.tsx';
import { Findings } from './findings.tsx';
import { LabFileModal, useLabFile } from './lab-file.tsx';
import { labText } from './lab-text.ts';
import { standingOf } from './standing.ts';
import { StepFiles } from './step-files.tsx';
import { StepLooks } from './step-looks.tsx';
import { useLabWork } from './use-lab-work.ts';

interface StepDetailsProps {
  readonly lab: LabName;
  readonly plan: LabStepPlan;
  readonly guide: StepGuide;
}

function Notes({ title, notes }: { readonly title: string; readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <section className="lab-notes">
      <h3>{title}</h3>
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
  const view = useStore(stores.lab, (state) => state.labs[lab].view);
  const busy = useStore(stores.lab, (state) => state.busy);
  const doing = useStore(stores.lab, (state) => state.doing);
  const made = useStore(stores.lab, (state) => state.made);
  const adminPort = useStore(stores.study, (state) => state.start.adminPort ?? LAB_PORT);
  const { problem, run } = useLabWork();
  const file = useLabFile(lab);
  const report = view?.report.steps.find(({ number }) => number === plan.number);
  const standing = standingOf(plan, view, { doing, made });
  const wrong = standing === 'wrong' || standing === 'wrong-app';
  const notes = report?.notes ?? [];
  return (
    <>
      {wrong && <Findings findings={report?.findings ?? []} onOpen={file.open} />}
      {standing === 'unproved' && <Notes title={labText.unjudged} notes={notes} />}
      <p className="lab-goal">{guide.goal}</p>
      <p className="lab-why">{guide.why}</p>
      <div className="lab-row">
        <button
          type="button"
          className="button small"
          disabled={problem !== null}
          aria-disabled={busy === 'doing'}
          title={problem ?? undefined}
          data-testid={`lab-do-${plan.number}`}
          onClick={() => {
            // Not disabled while it works: the focus would be lost.
            if (busy !== 'doing') void run([plan.number]);
          }}
        >
          {report?.state === 'pass' ? labText.again : labText.one}
        </button>
      </div>
      <StepLooks guide={guide} lab={lab} id={plan.id} />
      <StepFiles
        plan={plan}
        exists={view?.exists === true}
        onOpen={file.open}
        forms={guide.forms?.(adminPort) ?? {}}
      />
      <ByHand lab={lab} guide={guide} />
      {standing !== 'unproved' && standing !== 'missing' && <Notes title={labText.notes} notes={notes} />}
      <LabFileModal file={file} />
    </>
  );
}
