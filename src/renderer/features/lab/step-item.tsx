import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { guideOf } from '../../../domain/lab/guide/guide.ts';
import type { LabName, LabStepPlan } from '../../../domain/lab/model.ts';
import { useStores } from '../../state/app.ts';
import { openStep } from '../../state/lab-actions.ts';
import { standingSigns, standingWords } from './lab-text.ts';
import { standingOf } from './standing.ts';
import { StepDetails } from './step-details.tsx';

interface StepItemProps {
  readonly lab: LabName;
  readonly plan: LabStepPlan;
  readonly open: boolean;
}

/** One step in the list: number, name and how it stands; all of it when it is open. */
export function StepItem({ lab, plan, open }: StepItemProps) {
  const stores = useStores();
  const view = useStore(stores.lab, (state) => state.labs[lab].view);
  const doing = useStore(stores.lab, (state) => state.doing);
  const made = useStore(stores.lab, (state) => state.made);
  const item = useRef<HTMLLIElement>(null);
  const standing = standingOf(plan, view, { doing, made });
  const guide = guideOf(lab, plan.id);
  const details = `lab-step-${lab}-${plan.number}`;
  useEffect(() => {
    const list = item.current?.parentElement;
    // Not scrollIntoView: it would scroll the window, too.
    if (open && item.current && list) list.scrollTop = item.current.offsetTop - list.offsetTop;
  }, [open]);
  return (
    <li ref={item} className="lab-step" data-open={open} data-standing={standing}>
      <h2>
        <button
          type="button"
          className="lab-step-head"
          aria-expanded={open}
          aria-controls={details}
          data-testid={`lab-step-${plan.number}`}
          data-standing={standing}
          onClick={() => void openStep(stores, plan.number)}
        >
          <span className="lab-step-number" aria-hidden="true">
            {plan.number}
          </span>
          <span className="lab-step-title">
            <span className="visually-hidden">{plan.number}. </span>
            {guide.title}
          </span>
          <span className="lab-step-standing">
            <span aria-hidden="true">{standingSigns[standing]}</span> {standingWords[standing]}
          </span>
        </button>
      </h2>
      {open && (
        <div id={details} className="lab-step-body">
          <StepDetails lab={lab} plan={plan} guide={guide} />
        </div>
      )}
    </li>
  );
}
