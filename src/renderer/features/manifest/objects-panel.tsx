import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { OpenManifest } from '../../../contract/manifest.ts';
import type { SourceRange } from '../../../contract/types.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { shownName } from '../../../domain/manifest/field-reader.ts';
import type { ManifestObject } from '../../../domain/manifest/model.ts';
import { placeInObject } from '../../../domain/manifest/object-text.ts';
import { useStores } from '../../state/app.ts';
import { searchObjects, showObject } from '../../state/manifest-actions.ts';
import { CodeView } from '../../ui/code-view.tsx';
import { useCloseObject } from './close-object.ts';
import { manifestText } from './manifest-text.ts';

function ObjectRow({ object }: { readonly object: ManifestObject }) {
  const stores = useStores();
  const shown = useStore(stores.manifestLook, (state) => state.opened?.view.object.index === object.index);
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (shown) row.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  return (
    <button
      ref={row}
      type="button"
      className="object-row"
      aria-current={shown}
      data-object={object.index}
      title={visibleText(object.name)}
      onClick={() => showObject(stores, object.index)}
    >
      <span className="object-name">{visibleText(shownName(object.name, object.unread))}</span>
      <span className="object-kind">{visibleText(shownName(object.kind, object.unread, 'kind'))}</span>
    </button>
  );
}

/** The objects that fit, in the order of the manifest. */
function FoundList({ manifest }: { readonly manifest: OpenManifest }) {
  const stores = useStores();
  const found = useStore(stores.manifestLook, (state) => state.found);
  if (found === null) return <div className="object-list" aria-busy="true" />;
  const more = found.total - found.objects.length;
  return (
    <div className="object-list" data-testid="manifest-objects">
      <p className="object-count" role="status" data-testid="manifest-found">
        {found.total === 0 && manifest.objects > 0
          ? manifestText.none
          : manifestText.found(found.total, manifest.objects)}
      </p>
      <ul>
        {found.objects.map((object) => (
          <li key={object.index}>
            <ObjectRow object={object} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="map-more">{manifestText.foundMore(more)}</p>}
    </div>
  );
}

/** Of a place longer than a screen its first line: a mark over a thousand lines points at none. */
const MOST_MARKED = 60;

function shortMark(range: SourceRange): SourceRange {
  if (range.endLine - range.line <= MOST_MARKED) return range;
  return { ...range, endLine: range.line, endColumn: Number.MAX_SAFE_INTEGER };
}

/** The YAML of one object, with the lines that are looked at marked. */
function ObjectYaml({ manifest }: { readonly manifest: OpenManifest }) {
  const stores = useStores();
  const opened = useStore(stores.manifestLook, (state) => state.opened);
  const close = useCloseObject();
  const range = useMemo(
    () => (opened?.mark ? shortMark(placeInObject(opened.mark, opened.view)) : null),
    [opened],
  );
  if (opened === null) return null;
  const { object, text, firstLine, left } = opened.view;
  const line = opened.mark?.line ?? firstLine;
  return (
    <section className="object-yaml" aria-labelledby="manifest-object" data-testid="manifest-object">
      <div className="object-head">
        <div>
          <h2 id="manifest-object">{visibleText(shownName(object.name, object.unread))}</h2>
          <p className="object-of">
            {visibleText([shownName(object.kind, object.unread, 'kind'), object.apiVersion].join(' · '))}
            {object.namespace !== null && ` · ${visibleText(object.namespace)}`}
          </p>
          <p className="object-of mono" data-testid="manifest-place">
            {manifest.from === 'file'
              ? visibleText(`${manifest.name}:${line}`)
              : manifestText.printedLine(line)}
          </p>
        </div>
        <button
          type="button"
          className="button small icon"
          aria-label={manifestText.closeObject}
          title={manifestText.closeObject}
          data-testid="manifest-close-object"
          onClick={close}
        >
          <span aria-hidden="true">✕</span>
        </button>
      </div>
      <CodeView
        label={visibleText(object.name)}
        text={text}
        range={range}
        asked={opened.asked}
        firstLine={firstLine}
      />
      {left > 0 && <p className="map-more">{manifestText.left(left)}</p>}
    </section>
  );
}

/** Search, what it finds, and the object that is opened. */
export function ObjectsPanel({ manifest }: { readonly manifest: OpenManifest }) {
  const stores = useStores();
  const query = useStore(stores.manifestLook, (state) => state.query);
  const kind = useStore(stores.manifestLook, (state) => state.kind);
  const opened = useStore(stores.manifestLook, (state) => state.opened !== null);
  return (
    <aside className="objects" aria-label={manifestText.search} data-opened={opened}>
      <div className="object-search">
        <input
          type="search"
          className="search"
          aria-label={manifestText.search}
          placeholder={manifestText.search}
          data-testid="manifest-search"
          value={query}
          onChange={(event) => searchObjects(stores, event.target.value, kind)}
        />
        {kind !== null && (
          <button
            type="button"
            className="button small"
            aria-label={manifestText.anyKind(visibleText(kind) || manifestText.noKind)}
            data-testid="manifest-any-kind"
            onClick={() => searchObjects(stores, query, null)}
          >
            {visibleText(kind) || manifestText.noKind} <span aria-hidden="true">✕</span>
          </button>
        )}
      </div>
      <FoundList manifest={manifest} />
      <ObjectYaml manifest={manifest} />
    </aside>
  );
}
