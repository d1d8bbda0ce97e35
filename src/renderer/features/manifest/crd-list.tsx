import { useStore } from 'zustand';
import type { OpenManifest } from '../../../contract/manifest.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { shownName, unreadWords } from '../../../domain/manifest/field-reader.ts';
import type { Crd, CrdVersion } from '../../../domain/manifest/model.ts';
import { groupName, versionWords } from '../../../domain/manifest/wish-words.ts';
import { useStores } from '../../state/app.ts';
import { showObject } from '../../state/manifest-actions.ts';
import { keyed } from '../../ui/keyed.ts';
import { manifestText } from './manifest-text.ts';

function Version({ version, crd }: { readonly version: CrdVersion; readonly crd: Crd }) {
  const said = versionWords(version, crd);
  const beside = said.filter((word) => word !== manifestText.stored);
  const name = visibleText(version.name) || manifestText.noName;
  return (
    <span className="crd-version" data-stored={version.storage === true} title={[name, ...said].join(', ')}>
      {name}
      {beside.length > 0 && ` (${beside.join(', ')})`}
      {version.storage === true && <span className="visually-hidden">, {manifestText.stored}</span>}
    </span>
  );
}

/** What of a definition is there and cannot be read. */
function Lost({ crd }: { readonly crd: Crd }) {
  const lost = ['spec.group', 'spec.names', 'spec.scope', 'spec.versions', 'spec.version'].flatMap(
    (field) => {
      const words = unreadWords(crd.unread, field);
      return words === null ? [] : [`${field} ${words}`];
    },
  );
  if (lost.length === 0) return null;
  return <span className="unread crd-lost">{visibleText([...new Set(lost)].join('; '))}</span>;
}

function CrdRow({ crd }: { readonly crd: Crd }) {
  const stores = useStores();
  const shown = useStore(stores.manifestLook, (state) => state.opened?.view.object.index === crd.object);
  return (
    <button
      type="button"
      className="crd"
      aria-current={shown}
      title={visibleText(crd.name)}
      data-crd={crd.name}
      onClick={() => showObject(stores, crd.object)}
    >
      <span className="crd-kind">{visibleText(crd.kind || shownName(crd.name, crd.unread))}</span>
      <span className="crd-versions">
        {keyed(crd.versions, (version) => version.name).map(({ key, item }) => (
          <Version key={key} version={item} crd={crd} />
        ))}
      </span>
      <span className="crd-scope">{visibleText(crd.scope ?? '')}</span>
      <Lost crd={crd} />
    </button>
  );
}

/** The CRDs of a manifest by API group, each with its versions. */
export function CrdList({ manifest }: { readonly manifest: OpenManifest }) {
  const { crds, crdCount } = manifest;
  const shown = crds.reduce((sum, group) => sum + group.crds.length, 0);
  return (
    <section className="map-part" aria-labelledby="manifest-crds" data-testid="manifest-crds">
      <h2 id="manifest-crds">
        {crdCount === 0 ? manifestText.noCrds : manifestText.crds(crdCount, crds.length)}
      </h2>
      {crdCount > 0 && <p className="map-help">{manifestText.versionsHelp}</p>}
      {crds.map((group) => (
        <div key={group.group} className="crd-group">
          <h3 className="mono">{visibleText(groupName(group))}</h3>
          <ul>
            {group.crds.map((crd) => (
              <li key={crd.object}>
                <CrdRow crd={crd} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {crdCount > shown && <p className="map-more">{manifestText.more(crdCount - shown)}</p>}
    </section>
  );
}
