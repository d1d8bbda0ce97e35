import { useStore } from 'zustand';
import type { ManifestComparison } from '../../../contract/manifest.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { shownName } from '../../../domain/manifest/field-reader.ts';
import type { ManifestObject } from '../../../domain/manifest/model.ts';
import { useStores } from '../../state/app.ts';
import { compareAgain, openManifest } from '../../state/manifest-actions.ts';
import type { ObjectPair } from '../../state/manifest-look-store.ts';
import { ChooseSource } from './choose-source.tsx';
import { DifferencePanel } from './difference-panel.tsx';
import { manifestText } from './manifest-text.ts';
import { sourceWords } from './source-words.ts';

type Sort = 'added' | 'removed' | 'changed';
const SIGNS: Readonly<Record<Sort | 'same', string>> = { added: '+', removed: '−', changed: '~', same: '=' };

interface Entry {
  readonly object: ManifestObject;
  readonly pair: ObjectPair;
  readonly words: string;
}

function entriesOf(comparison: ManifestComparison, sort: Sort): readonly Entry[] {
  switch (sort) {
    case 'added':
      return comparison.added.map((object) => ({
        object,
        pair: { beforeIndex: null, afterIndex: object.index },
        words: '',
      }));
    case 'removed':
      return comparison.removed.map((object) => ({
        object,
        pair: { beforeIndex: object.index, afterIndex: null },
        words: '',
      }));
    case 'changed':
      return comparison.changed.map(({ before, after, fields }) => ({
        object: after,
        pair: { beforeIndex: before.index, afterIndex: after.index },
        words: manifestText.fields(fields),
      }));
  }
}

function countOf(comparison: ManifestComparison, sort: Sort | 'same'): number {
  switch (sort) {
    case 'added':
      return comparison.addedCount;
    case 'removed':
      return comparison.removedCount;
    case 'changed':
      return comparison.changedCount;
    case 'same':
      return comparison.same;
  }
}

/** How many of each there are, large enough for the last row. */
function Totals({ comparison }: { readonly comparison: ManifestComparison }) {
  return (
    <dl className="totals" data-testid="manifest-totals">
      {(['changed', 'added', 'removed', 'same'] as const).map((sort) => (
        <div key={sort} data-sort={sort}>
          <dt>{manifestText[sort]}</dt>
          <dd data-testid={`manifest-${sort}-count`}>
            <span aria-hidden="true">{SIGNS[sort]}</span>
            {countOf(comparison, sort).toLocaleString('en')}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function EntryRow({ entry, sort }: { readonly entry: Entry; readonly sort: Sort }) {
  const { object } = entry;
  const stores = useStores();
  const { beforeIndex, afterIndex } = entry.pair;
  const shown = useStore(
    stores.manifestLook,
    ({ pair }) => pair?.beforeIndex === beforeIndex && pair?.afterIndex === afterIndex,
  );
  const show = () => {
    const { first, second } = stores.manifest.getState();
    if (first.open === null || second.open === null) return;
    void stores.manifestLook
      .getState()
      .showDifference(first.open.id, second.open.id, entry.pair, entry.object);
  };
  return (
    <button
      type="button"
      className="entry"
      data-sort={sort}
      aria-current={shown}
      title={visibleText(object.name)}
      onClick={show}
    >
      <span className="entry-sign" aria-hidden="true">
        {SIGNS[sort]}
      </span>
      <span className="object-name">{visibleText(shownName(object.name, object.unread))}</span>
      <span className="object-kind">{visibleText(shownName(object.kind, object.unread, 'kind'))}</span>
      <span className="object-namespace">{entry.words || visibleText(object.namespace ?? '')}</span>
    </button>
  );
}

function Entries({ comparison, sort }: { readonly comparison: ManifestComparison; readonly sort: Sort }) {
  const entries = entriesOf(comparison, sort);
  const more = countOf(comparison, sort) - entries.length;
  if (entries.length === 0) return null;
  return (
    <section className="entries" aria-label={manifestText[sort]} data-testid={`manifest-${sort}`}>
      <h2>{manifestText[sort]}</h2>
      <ul>
        {entries.map((entry) => (
          <li key={`${entry.pair.beforeIndex} ${entry.pair.afterIndex}`}>
            <EntryRow entry={entry} sort={sort} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="map-more">{manifestText.more(more)}</p>}
    </section>
  );
}

/** Before there is a second manifest: the profiles of this istioctl, one press away. */
function PickSecond() {
  const stores = useStores();
  const profiles = useStore(stores.manifest, (state) => state.profiles);
  const first = useStore(stores.manifest, (state) => state.first.source);
  const words = useStore(stores.manifest, (state) => state.first.open?.words ?? '');
  const own = first?.kind === 'generated' && first.sets.length === 0 ? (first.profile ?? 'default') : null;
  return (
    <div className="pick-second">
      <h2>{manifestText.pick(visibleText(words))}</h2>
      <div className="profile-buttons">
        {(profiles ?? [])
          .filter((profile) => profile !== own)
          .map((profile) => (
            <button
              key={profile}
              type="button"
              className="button"
              data-testid={`compare-${profile}`}
              onClick={() => void openManifest(stores, 'second', { kind: 'generated', profile, sets: [] })}
            >
              {visibleText(profile)}
            </button>
          ))}
      </div>
      <p>{manifestText.pickOther}</p>
      <div className="pick-form">
        <ChooseSource side="second" withoutProfiles onDone={() => undefined} />
      </div>
    </div>
  );
}

/** Two manifests side by side: what comes, what goes, what changes. */
export function CompareView() {
  const stores = useStores();
  const second = useStore(stores.manifest, (state) => state.second);
  const first = useStore(stores.manifest, (state) => state.first);
  const comparison = useStore(stores.manifestLook, (state) => state.comparison);
  const comparing = useStore(stores.manifestLook, (state) => state.comparing);
  if (second.open === null && !second.busy)
    return (
      <div className="compare" data-testid="manifest-compare">
        <PickSecond />
      </div>
    );
  if (comparison === null) {
    const opening = [first, second].find(({ busy }) => busy)?.source ?? null;
    return (
      <div className="compare" data-testid="manifest-compare" aria-busy={comparing || opening !== null}>
        {comparing || opening !== null ? (
          <p className="manifest-wait">
            <span className="spinner" aria-hidden="true" />{' '}
            {opening === null
              ? manifestText.comparing
              : manifestText.opening(visibleText(sourceWords(opening)))}
          </p>
        ) : (
          <p className="manifest-wait">
            {manifestText.notCompared}
            <button
              type="button"
              className="button"
              data-testid="compare-again"
              onClick={() => compareAgain(stores)}
            >
              {manifestText.compareAgain}
            </button>
          </p>
        )}
      </div>
    );
  }
  const { addedCount, removedCount, changedCount } = comparison;
  return (
    <div className="compare" data-testid="manifest-compare">
      <div className="compare-list">
        <Totals comparison={comparison} />
        {addedCount + removedCount + changedCount === 0 && (
          <p className="compare-none">{manifestText.noDifference}</p>
        )}
        {(['changed', 'added', 'removed'] as const).map((sort) => (
          <Entries key={sort} comparison={comparison} sort={sort} />
        ))}
      </div>
      <DifferencePanel />
    </div>
  );
}
