import { type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand';
import type { OpenManifest } from '../../../contract/manifest.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { useStores } from '../../state/app.ts';
import {
  DEFAULT_SOURCE,
  enterManifests,
  openManifest,
  setManifestView,
  swapManifests,
} from '../../state/manifest-actions.ts';
import { keyed } from '../../ui/keyed.ts';
import { Segments } from '../../ui/segments.tsx';
import { CompareView } from './compare-view.tsx';
import { CrdList } from './crd-list.tsx';
import { DropManifest } from './drop-manifest.tsx';
import { KindsMap } from './kinds-map.tsx';
import './manifest.css';
import './choose-source.css';
import './manifest-map.css';
import './manifest-objects.css';
import './manifest-compare.css';
import './which-webhook.css';
import './manifest-wide.css';
import { ManifestFoot } from './manifest-foot.tsx';
import { manifestText } from './manifest-text.ts';
import { InjectionNeeds, NamedCrds } from './needs-list.tsx';
import { ObjectsPanel } from './objects-panel.tsx';
import { ProgramCard } from './program-card.tsx';
import { Problems } from './side-problem.tsx';
import { SourceChip } from './source-chip.tsx';
import { WebhookList } from './webhook-list.tsx';

const VIEWS = (['map', 'compare'] as const).map((value) => ({
  value,
  label: manifestText[value],
  testId: `manifest-view-${value}`,
}));

/** Which manifest, or which two; and how they are looked at. */
function Bar() {
  const stores = useStores();
  const view = useStore(stores.manifest, (state) => state.view);
  const opening = useStore(stores.manifest, ({ first, second }) => first.busy || second.busy);
  const comparing = useStore(stores.manifestLook, (state) => state.comparing);
  const busy = opening || comparing;
  const both = useStore(stores.manifest, ({ first, second }) => first.open !== null && second.open !== null);
  return (
    <div className="manifest-bar">
      <Segments
        label={manifestText.views}
        value={view}
        options={VIEWS}
        onChange={(next) => setManifestView(stores, next)}
      />
      <SourceChip side="first" label={view === 'map' ? manifestText.shown : manifestText.first} />
      {view === 'compare' && (
        <>
          <button
            type="button"
            className="button small icon"
            aria-label={manifestText.swap}
            title={manifestText.swap}
            data-testid="manifest-swap"
            disabled={!both}
            aria-disabled={busy}
            onClick={() => {
              if (!busy) swapManifests(stores);
            }}
          >
            <span aria-hidden="true">⇄</span>
          </button>
          <SourceChip side="second" label={manifestText.second} />
        </>
      )}
      {busy && (
        <span className="manifest-busy" role="status">
          <span className="spinner" aria-hidden="true" />
          <button
            type="button"
            className="button small"
            data-testid="manifest-cancel"
            onClick={() => void stores.manifest.getState().cancel()}
          >
            {manifestText.cancel}
          </button>
        </span>
      )}
    </div>
  );
}

function Notes({ manifest }: { readonly manifest: OpenManifest }) {
  if (manifest.notes.length === 0) return null;
  return (
    <ul className="manifest-notes" data-testid="manifest-notes">
      {keyed(manifest.notes, (note) => note.message).map(({ key, item }) => (
        <li key={key} data-severity={item.severity}>
          {visibleText(item.message)}
        </li>
      ))}
    </ul>
  );
}

/** What a manifest holds: kinds, CRDs and webhooks. */
function MapView({ manifest }: { readonly manifest: OpenManifest }) {
  return (
    <div className="map" data-testid="manifest-map">
      <div className="map-title">
        <h2 data-testid="manifest-total">
          {manifest.objects === 0
            ? manifestText.noObjects
            : manifestText.total(manifest.objects, manifest.kindCount)}
        </h2>
        <Notes manifest={manifest} />
      </div>
      {manifest.objects > 0 && (
        <div className="map-parts">
          <KindsMap manifest={manifest} />
          <CrdList manifest={manifest} />
          <WebhookList manifest={manifest} />
        </div>
      )}
    </div>
  );
}

/** Where nothing could be shown, or somebody called it off. */
function ShowDefault() {
  const stores = useStores();
  return (
    <button
      type="button"
      className="button"
      data-testid="manifest-show-default"
      onClick={() => void openManifest(stores, 'first', DEFAULT_SOURCE)}
    >
      {manifestText.showDefault}
    </button>
  );
}

function Body() {
  const stores = useStores();
  const view = useStore(stores.manifest, (state) => state.view);
  const open = useStore(stores.manifest, (state) => state.first.open);
  const busy = useStore(stores.manifest, (state) => state.first.busy);
  if (view === 'compare' && open !== null) return <CompareView />;
  return (
    <div className="manifest-body">
      <div className="manifest-side">
        {open !== null && <InjectionNeeds manifest={open} />}
        {open !== null && <NamedCrds manifest={open} />}
        <ProgramCard />
      </div>
      {open !== null ? (
        <MapView manifest={open} />
      ) : (
        <p className="manifest-wait" data-testid="manifest-empty">
          {busy ? manifestText.opening('istioctl manifest generate') : <ShowDefault />}
        </p>
      )}
      {open !== null && <ObjectsPanel key={open.id} manifest={open} />}
    </div>
  );
}

/** The install manifest, explored: what an installation would put into a cluster. */
export function ManifestRoom({ children }: { readonly children: ReactNode }) {
  const stores = useStores();
  useEffect(() => void enterManifests(stores), [stores]);
  return (
    <main className="manifest" aria-label={manifestText.region} data-testid="manifest-room">
      <Bar />
      <Problems />
      <Body />
      <ManifestFoot>{children}</ManifestFoot>
      <DropManifest />
    </main>
  );
}
