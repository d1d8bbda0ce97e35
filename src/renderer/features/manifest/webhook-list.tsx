import type { OpenManifest } from '../../../contract/manifest.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import type { Webhook, WebhookConfiguration } from '../../../domain/manifest/model.ts';
import type { Requirement } from '../../../domain/manifest/selector.ts';
import { ruleWords } from '../../../domain/manifest/wish-words.ts';
import { useStores } from '../../state/app.ts';
import { showObject } from '../../state/manifest-actions.ts';
import { keyed } from '../../ui/keyed.ts';
import { manifestText } from './manifest-text.ts';

/** Whom a selector selects, in plain words, each thing that it asks for in a line of its own. */
function Selector({ of, asks }: { readonly of: string; readonly asks: readonly Requirement[] }) {
  return (
    <div>
      <dt>{of}</dt>
      <dd>
        {asks.length === 0 && manifestText.all}
        {keyed(asks, ({ text }) => text).map(({ key, item: { text, words } }, index) => (
          <span key={key} className="requirement" data-testid="requirement">
            {words !== null && (
              <span>
                {index > 0 && `${manifestText.and} `}
                {visibleText(words)}
              </span>
            )}{' '}
            <code>{visibleText(text)}</code>
          </span>
        ))}
      </dd>
    </div>
  );
}

/** What else is set, in one line: what is not set is left out, the failure policy is told above. */
function policies({ reinvocationPolicy, sideEffects, timeoutSeconds, caBundle }: Webhook): string {
  const set = (name: string, value: string | null) => (value === null ? [] : [`${name} ${value}`]);
  return [
    ...set(manifestText.reinvocation, reinvocationPolicy),
    ...set(manifestText.sideEffects, sideEffects),
    ...set(manifestText.timeout, timeoutSeconds),
    manifestText.caBundle[caBundle ? 'true' : 'false'],
  ].join(' · ');
}

function OneWebhook({ webhook, object }: { readonly webhook: Webhook; readonly object: number }) {
  const stores = useStores();
  const { failurePolicy } = webhook;
  return (
    <li className="webhook">
      <button
        type="button"
        className="link mono"
        data-webhook={webhook.name}
        onClick={() => showObject(stores, object, webhook.source)}
      >
        {visibleText(webhook.name) || manifestText.noName}
      </button>
      <dl className="webhook-lines">
        <div>
          <dt>{manifestText.failurePolicy}</dt>
          <dd>
            <span className="policy" data-policy={failurePolicy === 'Fail' ? 'fail' : 'other'}>
              {visibleText(failurePolicy ?? manifestText.notSet)}
            </span>
          </dd>
        </div>
        <div>
          <dt>{manifestText.on}</dt>
          <dd>{visibleText(webhook.rules.map(ruleWords).join('; ')) || manifestText.notSet}</dd>
        </div>
        <Selector of={manifestText.namespaces} asks={webhook.namespaces} />
        <Selector of={manifestText.objects} asks={webhook.objects} />
        <div>
          <dt>{manifestText.asks}</dt>
          <dd>
            <code>{visibleText(webhook.target ?? manifestText.notSet)}</code>
          </dd>
        </div>
      </dl>
      <p className="webhook-rest">{visibleText(policies(webhook))}</p>
    </li>
  );
}

function Configuration({ one }: { readonly one: WebhookConfiguration }) {
  const stores = useStores();
  return (
    <div className="webhook-configuration" data-mutating={one.mutating}>
      <h3>
        <button type="button" className="link" onClick={() => showObject(stores, one.object)}>
          {one.mutating ? 'Mutating' : 'Validating'} · {visibleText(one.name) || manifestText.noName}
        </button>
        <span className="webhook-what">{one.mutating ? manifestText.mutating : manifestText.validating}</span>
      </h3>
      <ul>
        {keyed(one.webhooks, (webhook) => webhook.name).map(({ key, item }) => (
          <OneWebhook key={key} webhook={item} object={one.object} />
        ))}
      </ul>
    </div>
  );
}

/** The webhooks of a manifest: which requests they hear of, whom they ask, and what happens when nobody answers. */
export function WebhookList({ manifest }: { readonly manifest: OpenManifest }) {
  const { webhooks, webhookCount } = manifest;
  const shown = webhooks.reduce((sum, one) => sum + one.webhooks.length, 0);
  return (
    <section className="map-part" aria-labelledby="manifest-webhooks" data-testid="manifest-webhooks">
      <h2 id="manifest-webhooks">
        {webhooks.length === 0 ? manifestText.noWebhooks : manifestText.webhooks(webhookCount)}
      </h2>
      {webhooks.map((one) => (
        <Configuration key={one.object} one={one} />
      ))}
      {webhookCount > shown && <p className="map-more">{manifestText.more(webhookCount - shown)}</p>}
    </section>
  );
}
