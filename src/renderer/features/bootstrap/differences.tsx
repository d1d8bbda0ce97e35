import type { BootstrapDifference } from '../../../contract/types.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { cutText } from '../../ui/cut-text.ts';
import { bootstrapText } from './bootstrap-text.ts';

function Value({ name, value }: { readonly name: string; readonly value: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={value === null ? 'absent' : 'mono'}>
        {value === null ? bootstrapText.absent : visibleText(cutText(value, 600))}
      </dd>
    </div>
  );
}

/** Where the lab's bootstrap and a real sidecar's differ, and why. */
export function Differences({ differences }: { readonly differences: readonly BootstrapDifference[] }) {
  if (differences.length === 0) return null;
  return (
    <details className="differences" data-testid="differences">
      <summary>{bootstrapText.differences(differences.length)}</summary>
      <ul>
        {differences.map((difference) => (
          <li key={difference.pointer}>
            <p className="mono difference-pointer">{visibleText(difference.pointer)}</p>
            <dl>
              <Value name={bootstrapText.labValue} value={difference.lab} />
              <Value name={bootstrapText.sidecarValue} value={difference.sidecar} />
            </dl>
            <p>{difference.why}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}
