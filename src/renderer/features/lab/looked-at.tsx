import type { DOMAttributes } from 'react';
import type { Part } from '../../../domain/anatomy/model.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { labText } from './lab-text.ts';

/** More of them are a list to be read on the stage. */
const MOST = 9;

/** What a button does when it is pointed at by the pointer or by the keyboard: these parts alone are lit. */
export type Pointing = (
  parts: readonly string[],
) => Pick<DOMAttributes<Element>, 'onPointerMove' | 'onPointerLeave' | 'onFocus' | 'onBlur'>;

interface LookedAtProps {
  readonly parts: readonly Part[];
  readonly pointing: Pointing;
  readonly onChoose: (part: Part) => void;
}

/** What is lit, with whole values: on a narrow stage they are cut. */
export function LookedAt({ parts, pointing, onChoose }: LookedAtProps) {
  return (
    <ul className="lab-parts">
      {parts.slice(0, MOST).map((part) => (
        <li key={part.id}>
          <button
            type="button"
            className="lab-part"
            data-testid="lab-part"
            {...pointing([part.id])}
            onClick={() => onChoose(part)}
          >
            <code className="lab-part-name">{visibleText(part.label)}</code>
            <code className="lab-part-value">
              {visibleText((part.value === part.label ? null : part.value) ?? part.detail ?? '')}
            </code>
          </button>
        </li>
      ))}
      {parts.length > MOST && <li className="lab-none">{labText.moreParts(parts.length - MOST)}</li>}
    </ul>
  );
}
