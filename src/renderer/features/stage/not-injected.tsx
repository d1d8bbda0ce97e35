import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { useStores } from '../../state/app.ts';
import { shownView } from '../../state/stage-store.ts';
import { cutText } from '../../ui/cut-text.ts';
import { stageText } from './stage-text.ts';

/** Above the picture of a workload without a sidecar: why it has none. Nothing for every other workload. */
export function NotInjected() {
  const stores = useStores();
  const anatomy = useStore(stores.study, (state) => state.workload?.anatomy ?? null);
  const index = useStore(stores.study, (state) => state.index);
  const original = useStore(stores.stage, (state) => shownView(state) === 'original');
  const note = useStore(stores.study, (state) =>
    state.study?.notes.find((one) => one.workload === index && / was not injected/.test(one.message)),
  );
  if (original || anatomy === null || anatomy.sidecar !== 'none') return null;
  const message = note?.message ?? stageText.notInjected;
  return (
    <p className="stage-reason" role="note" data-testid="not-injected" title={visibleText(message)}>
      <strong aria-hidden="true">!</strong> {visibleText(cutText(message, 600))}
    </p>
  );
}
