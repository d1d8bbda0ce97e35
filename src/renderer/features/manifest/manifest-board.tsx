import { useEffect } from 'react';
import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import type { ManifestBoardName } from '../../../domain/lab/guide/guide.ts';
import { useStores } from '../../state/app.ts';
import { bringLabManifest } from '../../state/lab-actions.ts';
import { enterManifests } from '../../state/manifest-actions.ts';
import { CrdList } from './crd-list.tsx';
import { KindsMap } from './kinds-map.tsx';
import './manifest.css';
import './manifest-board.css';
import './manifest-map.css';
import './manifest-objects.css';
import './manifest-wide.css';
import { manifestText } from './manifest-text.ts';
import { NamedCrds } from './needs-list.tsx';
import { ObjectsPanel } from './objects-panel.tsx';
import { ProgramCard } from './program-card.tsx';
import { Problems } from './side-problem.tsx';

interface ManifestBoardProps {
  readonly about: ManifestBoardName;
}

/** What of an install manifest a step of a lab is about, in the stage's place: the folder's manifest, where it has one. */
export function ManifestBoard({ about }: ManifestBoardProps) {
  const stores = useStores();
  const view = useStore(stores.lab, (state) => state.labs.install.view);
  const open = useStore(stores.manifest, (state) => state.first.open);
  const busy = useStore(stores.manifest, (state) => state.first.busy);
  // Again whenever the folder was looked at: the step may have written another one.
  useEffect(() => {
    if (view !== null) void bringLabManifest(stores).then(() => enterManifests(stores));
  }, [stores, view]);
  return (
    <section
      className="manifest manifest-board"
      aria-label={manifestText.region}
      data-testid="manifest-board"
    >
      <Problems />
      {about === 'program' && <ProgramCard />}
      {about !== 'program' && open === null && (
        <p className="manifest-wait">
          {busy ? manifestText.opening('istioctl manifest generate') : manifestText.nothingChosen}
        </p>
      )}
      {about !== 'program' && open !== null && (
        <div className="manifest-board-body">
          <div className="manifest-board-map">
            <h2>{manifestText.total(open.objects, open.kindCount)}</h2>
            <p className="manifest-board-from">{visibleText(open.words)}</p>
            {about === 'manifest' ? <KindsMap manifest={open} /> : <NamedCrds manifest={open} />}
            {about === 'crds' && <CrdList manifest={open} />}
          </div>
          <ObjectsPanel key={open.id} manifest={open} />
        </div>
      )}
    </section>
  );
}
