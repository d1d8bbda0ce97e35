import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../state/app.ts';
import { DiffView } from '../../ui/diff-view.tsx';
import { compare } from './compare.ts';
import { inspectorText, tabWords } from './inspector-text.ts';
import { useStudyText } from './use-source.ts';

/** The chosen workload before and after, without what istioctl only writes in another order or style. */
export function Difference() {
  const stores = useStores();
  const study = useStore(stores.study, (state) => state.study);
  const whole = useStore(stores.study, (state) =>
    state.workload?.anatomy.parts.find((part) => part.id === 'workload'),
  );
  const wide = useStore(stores.source, (state) => state.wide);
  const has = (role: 'original' | 'injected') => study?.texts.some((text) => text.role === role) === true;
  const both = has('original') && has('injected');
  const before = useStudyText(both ? 'original' : null);
  const after = useStudyText(both ? 'injected' : null);
  const compared = useMemo(
    () => (before === null || after === null ? null : compare(before, after, whole ?? null)),
    [before, after, whole],
  );
  if (!both) return <p className="source-empty">{inspectorText.sameText}</p>;
  if (compared === null) return <p className="source-empty">{inspectorText.loading}</p>;
  return (
    <div className="difference">
      <p className="difference-how" data-testid="difference-how">
        {compared.aligned ? inspectorText.aligned : inspectorText.notAligned}
      </p>
      <DiffView
        before={compared.before}
        after={compared.after}
        beforeLabel={tabWords.original}
        afterLabel={tabWords.injected}
        sideBySide={wide}
      />
    </div>
  );
}
