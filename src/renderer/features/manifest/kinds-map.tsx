import { useStore } from 'zustand';
import type { OpenManifest } from '../../../contract/manifest.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { sharedName } from '../../../domain/manifest/field-reader.ts';
import { useStores } from '../../state/app.ts';
import { searchObjects } from '../../state/manifest-actions.ts';
import { manifestText } from './manifest-text.ts';

/** Up to as many objects of one kind are drawn one by one; more as a bar. */
const MOST_SQUARES = 40;
const SQUARE = 12;
const GAP = 3;

/** One square an object, or a bar as long as its share of the most frequent kind. */
function Squares({ count, most }: { readonly count: number; readonly most: number }) {
  if (most > MOST_SQUARES)
    return (
      <svg className="kind-bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
        <rect width={(100 * count) / most} height="12" />
      </svg>
    );
  const width = most * (SQUARE + GAP) - GAP;
  return (
    <svg className="kind-squares" width={width} viewBox={`0 0 ${width} ${SQUARE}`} aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <rect key={String(at)} x={at * (SQUARE + GAP)} width={SQUARE} height={SQUARE} rx="2" />
      ))}
    </svg>
  );
}

/** Every kind with its count, drawn to scale; pressing one lists its objects. */
export function KindsMap({ manifest }: { readonly manifest: OpenManifest }) {
  const stores = useStores();
  const chosen = useStore(stores.manifestLook, (state) => state.kind);
  const query = useStore(stores.manifestLook, (state) => state.query);
  const most = manifest.kinds[0]?.count ?? 0;
  return (
    <section className="map-part" aria-labelledby="manifest-kinds" data-testid="manifest-kinds">
      <h2 id="manifest-kinds">{manifestText.kinds}</h2>
      <p className="map-help">{manifestText.kindsHelp}</p>
      <ul className="kinds">
        {manifest.kinds.map(({ kind, count, unread }) => (
          <li key={kind}>
            <button
              type="button"
              className="kind"
              data-kind={kind}
              aria-pressed={chosen === kind}
              onClick={() => searchObjects(stores, query, chosen === kind ? null : kind)}
            >
              <span className="kind-count">{count.toLocaleString('en')}</span>
              <span className="kind-name">{visibleText(sharedName(kind, 'kind', count, unread))}</span>
              <Squares count={count} most={most} />
            </button>
          </li>
        ))}
      </ul>
      {manifest.kindCount > manifest.kinds.length && (
        <p className="map-more">{manifestText.more(manifest.kindCount - manifest.kinds.length)}</p>
      )}
    </section>
  );
}
