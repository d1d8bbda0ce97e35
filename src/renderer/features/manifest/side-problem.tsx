import { useStore } from 'zustand';
import type { Failure } from '../../../contract/failure.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { useStores } from '../../state/app.ts';
import type { SideName } from '../../state/manifest-store.ts';
import { manifestText } from './manifest-text.ts';

function Problem({ failure, onDismiss }: { readonly failure: Failure; readonly onDismiss: () => void }) {
  return (
    <div className="manifest-problem" role="alert" data-testid="manifest-error" data-code={failure.code}>
      <span aria-hidden="true" className="manifest-problem-sign">
        !
      </span>
      <div>
        <p className="manifest-problem-what">{visibleText(failure.message)}</p>
        <p>{visibleText(failure.hint)}</p>
        {failure.evidence !== undefined && failure.evidence !== '' && (
          <details>
            <summary>{manifestText.evidence}</summary>
            <pre className="output">{visibleText(failure.evidence, true)}</pre>
          </details>
        )}
      </div>
      <button type="button" className="button small" onClick={onDismiss}>
        <span aria-hidden="true">✕</span> {manifestText.dismiss}
      </button>
    </div>
  );
}

/** What could not be opened, found or compared; what was shown before stays. */
export function Problems() {
  const stores = useStores();
  const first = useStore(stores.manifest, (state) => state.first.failure);
  const second = useStore(stores.manifest, (state) => state.second.failure);
  const look = useStore(stores.manifestLook, (state) => state.failure);
  const dismiss = (side: SideName) => () => stores.manifest.getState().dismiss(side);
  return (
    <>
      {first !== null && <Problem failure={first} onDismiss={dismiss('first')} />}
      {second !== null && <Problem failure={second} onDismiss={dismiss('second')} />}
      {look !== null && <Problem failure={look} onDismiss={() => stores.manifestLook.getState().dismiss()} />}
    </>
  );
}
