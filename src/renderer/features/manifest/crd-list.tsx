import { useStore } from 'zustand';
import type { OpenManifest } from '../../../contract/manifest.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import type { Crd, CrdVersion } from '../../../domain/manifest/model.ts';
import { useStores } from '../../state/app.ts';
import { showObject } from '../../state/manifest-actions.ts';
import { keyed } from '../../ui/keyed.ts';
import { manifestText } from './manifest-text.ts';

/** `v1, stored`: what a version is beside its name, in words. */
function versionWords({ name, served, storage, deprecated }: CrdVersion): string {
  const said = [
    ...(storage === true ? [manifestText.stored] : []),
    ...(served === true ? [] : [manifestText.notServed]),
    ...(deprecated ? [manifestText.deprecated] : []),
  ];
  return [visibleText(name), ...said].join(', ');
}

function Version({ version }: { readonly version: CrdVersion }) {
  const words = versionWords(version);
  return (
    <span className="crd-version" data-stored={version.storage === true} title={words}>
      {visibleText(version.name)}
      {version.served !== true && ` (${manifestText.notServed})`}
      {version.deprecated && ` (${manifestText.deprecated})`}
      {version.storage === true && <span className="visually-hidden">, {manifestText.stored}</span>}
    </span>
  );
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
      <span className="crd-kind">{visibleText(crd.kind || crd.name) || manifestText.noName}</span>
      <span className="crd-versions">
        {keyed(crd.versions, (version) => version.name).map(({ key, item }) => (
          <Version key={key} version={item} />
        ))}
      </span>
      <span className="crd-scope">{visibleText(crd.scope ?? '')}</span>
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
          <h3 className="mono">{visibleText(group.group) || manifestText.noName}</h3>
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
