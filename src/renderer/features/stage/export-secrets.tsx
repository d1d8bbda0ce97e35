import { useState } from 'react';
import { stageText } from './stage-text.ts';

interface SecretsProps {
  readonly masked: number;
  readonly included: boolean;
  include(included: boolean): void;
}

/** How many values are masked in what is saved or copied, and the way to have them in it: asked for twice. */
export function Secrets({ masked, included, include }: SecretsProps) {
  const [asks, setAsks] = useState(false);
  if (included)
    return (
      <p className="export-secrets" role="status" data-testid="secrets-included">
        {stageText.secretsIncluded(masked)}
        <button type="button" className="button small" onClick={() => include(false)}>
          {stageText.mask}
        </button>
      </p>
    );
  return (
    <p className="export-secrets" data-testid="secrets-masked">
      {asks ? stageText.secretsAsk(masked) : stageText.secretsMasked(masked)}
      {asks && (
        <button type="button" className="button small" onClick={() => setAsks(false)}>
          {stageText.keepMasked}
        </button>
      )}
      <button
        type="button"
        className="button small"
        data-testid={asks ? 'include-secrets-now' : 'include-secrets'}
        onClick={() => {
          if (asks) include(true);
          setAsks(!asks);
        }}
      >
        {asks ? stageText.includeNow : stageText.include}
      </button>
    </p>
  );
}
