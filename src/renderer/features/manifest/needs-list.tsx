import type { OpenManifest } from '../../../contract/manifest.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { useStores } from '../../state/app.ts';
import { showObject } from '../../state/manifest-actions.ts';
import { manifestText } from './manifest-text.ts';

/** Whether something is there: a sign and its word, so that colour is not all. */
function Sign({ there, word }: { readonly there: boolean; readonly word?: string | undefined }) {
  return (
    <span className="need-sign" data-there={there}>
      <span aria-hidden="true">{there ? '✓' : '✗'}</span>
      <span className="visually-hidden">{word ?? (there ? manifestText.there : manifestText.missing)}</span>
    </span>
  );
}

/** The texts for injection, each with the way to its lines, or why there is none. */
export function InjectionNeeds({ manifest }: { readonly manifest: OpenManifest }) {
  const stores = useStores();
  return (
    <section className="side-part" aria-labelledby="manifest-injection" data-testid="manifest-injection">
      <h2 id="manifest-injection">{manifestText.injection}</h2>
      <p className="side-help">{manifestText.injectionHelp}</p>
      <ul className="needs">
        {manifest.injection.map(({ role, found, missing }) => (
          <li key={role} data-role={role}>
            <Sign there={missing === null} />
            <div>
              <p className="need-name">{manifestText.roles[role]}</p>
              {found.map((text) => (
                <button
                  key={text.object}
                  type="button"
                  className="link mono"
                  onClick={() => showObject(stores, text.object, text.source)}
                >
                  {visibleText(text.configMap)} .data.{role}
                  {text.revision !== null && ` (${visibleText(text.revision)})`}
                </button>
              ))}
              {missing !== null && <p className="need-missing">{visibleText(missing)}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The five CRDs that the install lab asks for by name, and how many are Istio's. */
export function NamedCrds({ manifest }: { readonly manifest: OpenManifest }) {
  const stores = useStores();
  return (
    <section className="side-part" aria-labelledby="manifest-named" data-testid="manifest-named">
      <h2 id="manifest-named">{manifestText.named}</h2>
      <ul className="needs">
        {manifest.named.map(({ name, object, problem }) => {
          const [plural = name, ...group] = name.split('.');
          const there = object !== null && problem === null;
          return (
            <li key={name} data-there={there}>
              <Sign there={there} word={problem === null ? undefined : manifestText.wrong} />
              <div className="need-crd">
                {object === null ? (
                  <p className="need-name">
                    {plural} <span className="need-missing">{manifestText.missing}</span>
                  </p>
                ) : (
                  <button type="button" className="link" onClick={() => showObject(stores, object)}>
                    {plural}
                  </button>
                )}
                <p className="need-group mono">{group.join('.')}</p>
                {problem !== null && <p className="need-missing">{visibleText(problem)}</p>}
              </div>
            </li>
          );
        })}
      </ul>
      <p className="side-help" data-testid="manifest-istio-crds">
        {manifestText.istioCrds(manifest.istioCrds)}
      </p>
    </section>
  );
}
