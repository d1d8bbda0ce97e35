import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import type { LabFinding } from '../../../domain/lab/model.ts';
import { keyed } from '../../ui/keyed.ts';
import { labText } from './lab-text.ts';

interface FindingsProps {
  readonly findings: readonly LabFinding[];
  readonly onOpen: (path: string, line: number | null) => void;
}

/** What is wrong in a step, each a click from the line that it is about. */
export function Findings({ findings, onOpen }: FindingsProps) {
  if (findings.length === 0) return null;
  return (
    <section className="lab-findings" data-testid="lab-findings">
      <h3>{labText.wrong}</h3>
      <ul>
        {keyed(findings, ({ file, line, message }) => `${file}:${line} ${message}`).map(({ key, item }) => (
          <li key={key}>
            {/* What is wrong in a cluster stands in no file. */}
            {item.file !== '' && (
              <button type="button" className="link" onClick={() => onOpen(item.file, item.line)}>
                <code>{labText.place(item.file, item.line)}</code>
              </button>
            )}
            <p>{visibleText(item.message)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
