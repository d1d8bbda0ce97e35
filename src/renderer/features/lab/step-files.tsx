import type { LabStepPlan } from '../../../domain/lab/model.ts';
import { labText } from './lab-text.ts';

interface StepFilesProps {
  readonly plan: LabStepPlan;
  /** Whether the folder is there. */
  readonly exists: boolean;
  /** By path, what a file has to hold, its values left out. */
  readonly forms: Readonly<Record<string, string>>;
  readonly onOpen: (path: string, line: number | null) => void;
}

/** The files of a step; each that is there can be read, and of each it is told what it has to hold. */
export function StepFiles({ plan, exists, forms, onOpen }: StepFilesProps) {
  return (
    <section>
      <h3>{labText.files}</h3>
      {plan.files.length === 0 ? (
        <p className="lab-none">{labText.noFile}</p>
      ) : (
        <ul className="lab-files">
          {plan.files.map((path) => (
            <li key={path}>
              <button
                type="button"
                className="link"
                disabled={!exists}
                aria-label={labText.open(path)}
                data-testid={`lab-file-${path}`}
                onClick={() => onOpen(path, null)}
              >
                <code>{path}</code>
              </button>
            </li>
          ))}
        </ul>
      )}
      {Object.entries(forms).map(([path, form]) => (
        <details key={path} className="lab-by-hand">
          <summary>{labText.form(path)}</summary>
          <pre className="output">{form}</pre>
        </details>
      ))}
    </section>
  );
}
