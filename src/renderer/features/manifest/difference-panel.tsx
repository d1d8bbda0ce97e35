import { useStore } from 'zustand';
import type { ObjectDifference, ShownChange } from '../../../contract/manifest.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { shownName } from '../../../domain/manifest/field-reader.ts';
import { useStores } from '../../state/app.ts';
import { CodeView } from '../../ui/code-view.tsx';
import { DiffView } from '../../ui/diff-view.tsx';
import { keyed } from '../../ui/keyed.ts';
import { manifestText } from './manifest-text.ts';

/** From this width on two columns of YAML can be read beside the list. */
const TWO_COLUMNS = '(min-width: 1200px)';

function changeWords({ text, lines }: ShownChange): string | null {
  if (!text) return null;
  if (lines === null) return manifestText.manyLines;
  return lines.removed + lines.added === 0
    ? manifestText.sameJson
    : manifestText.lines(lines.removed, lines.added);
}

/** One field: what it was and what it is; a text of several lines tells how many of them go and come. */
function Change({ change }: { readonly change: ShownChange }) {
  const words = changeWords(change);
  return (
    <li className="change">
      <code className="change-path">{visibleText(change.path)}</code>
      {words !== null ? (
        <span className="change-words">{words}</span>
      ) : (
        <span className="change-values">
          <Value value={change.before} />
          <span aria-hidden="true"> → </span>
          <Value value={change.after} />
        </span>
      )}
    </li>
  );
}

function Value({ value }: { readonly value: string | null }) {
  if (value === null) return <em>{manifestText.notThere}</em>;
  return <code>{visibleText(value)}</code>;
}

function Changes({ difference }: { readonly difference: ObjectDifference }) {
  const { changes, changeCount } = difference;
  if (changes.length === 0) return null;
  return (
    <ul className="changes" data-testid="manifest-changes">
      {keyed(changes, (change) => change.path).map(({ key, item }) => (
        <Change key={key} change={item} />
      ))}
      {changeCount > changes.length && <li>{manifestText.moreChanges(changeCount - changes.length)}</li>}
    </ul>
  );
}

/** How one object differs: field by field, and line by line; the whole text of one that only one manifest has. */
export function DifferencePanel() {
  const stores = useStores();
  const object = useStore(stores.manifestLook, ({ pair, compared }) => (pair === null ? null : compared));
  const difference = useStore(stores.manifestLook, (state) => state.difference);
  const first = useStore(stores.manifest, (state) => visibleText(state.first.open?.words ?? ''));
  const second = useStore(stores.manifest, (state) => visibleText(state.second.open?.words ?? ''));
  if (object === null) return <p className="compare-hint">{manifestText.pickObject}</p>;
  if (difference === null) return <div className="difference-panel" aria-busy="true" />;
  const { before, after, aligned } = difference;
  const twoColumns = window.matchMedia(TWO_COLUMNS).matches;
  const only = before === null ? after : after === null ? before : null;
  return (
    <section
      className="difference-panel"
      aria-labelledby="manifest-compared"
      data-testid="manifest-difference"
    >
      <div className="difference-head">
        <div className="difference-of">
          <h2 id="manifest-compared">{visibleText(shownName(object.name, object.unread))}</h2>
          <p>
            {visibleText([shownName(object.kind, object.unread, 'kind'), object.apiVersion].join(' · '))}
            {object.namespace !== null && ` · ${visibleText(object.namespace)}`}
          </p>
        </div>
        <Changes difference={difference} />
        {only !== null && (
          <p className="difference-note">{manifestText.onlyIn(before === null ? second : first)}</p>
        )}
        {aligned && <p className="difference-note">{manifestText.aligned(first)}</p>}
      </div>
      <div className="difference-text">
        {only !== null ? (
          <CodeView label={before === null ? second : first} text={only} range={null} asked={0} />
        ) : (
          <>
            {twoColumns && (
              <div className="difference-columns" aria-hidden="true">
                <p>− {first}</p>
                <p>+ {second}</p>
              </div>
            )}
            <DiffView
              before={before ?? ''}
              after={after ?? ''}
              beforeLabel={first}
              afterLabel={second}
              sideBySide={twoColumns}
            />
          </>
        )}
      </div>
    </section>
  );
}
