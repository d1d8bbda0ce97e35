import { useMemo, useRef, useState } from 'react';
import type { OpenManifest } from '../../../contract/manifest.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { type Answering, labelExamples } from '../../../domain/manifest/answering.ts';
import { shownName, unreadWords } from '../../../domain/manifest/field-reader.ts';
import type { Webhook, WebhookConfiguration } from '../../../domain/manifest/model.ts';
import type { Requirement } from '../../../domain/manifest/selector.ts';
import { ruleWords } from '../../../domain/manifest/wish-words.ts';
import { useStores } from '../../state/app.ts';
import { showObject } from '../../state/manifest-actions.ts';
import { keyed } from '../../ui/keyed.ts';
import { manifestText } from './manifest-text.ts';
import { answerTo, type TypedQuestion, WhichWebhook } from './which-webhook.tsx';

interface SelectorProps {
  readonly of: string;
  readonly asks: readonly Requirement[];
  /** Why the selector, or a part of it, is not known. */
  readonly lost: string | null;
}

/** Whom a selector selects, in plain words, each thing that it asks for in a line of its own. */
function Selector({ of, asks, lost }: SelectorProps) {
  return (
    <div>
      <dt>{of}</dt>
      <dd>
        {asks.length === 0 && lost === null && manifestText.all}
        {lost !== null && <span className="unread">{visibleText(lost)}</span>}
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
function policies(webhook: Webhook): string {
  const { unread, caBundle } = webhook;
  const set = (name: 'reinvocationPolicy' | 'sideEffects' | 'timeoutSeconds') => {
    const said = unreadWords(unread, name) ?? webhook[name];
    return said === null ? [] : [`${name} ${said}`];
  };
  const lost = unreadWords(unread, 'clientConfig.caBundle');
  const known = !unread.some(({ field }) => field === '' || field === 'clientConfig');
  return [
    ...set('reinvocationPolicy'),
    ...set('sideEffects'),
    ...set('timeoutSeconds'),
    ...(lost === null ? [] : [`caBundle ${lost}`]),
    ...(known && lost === null ? [manifestText.caBundle[caBundle ? 'true' : 'false']] : []),
  ].join(' · ');
}

/** The value of a field, else why it cannot be read, else that it is not set. */
function Value({
  webhook,
  of,
  value,
}: {
  readonly webhook: Webhook;
  readonly of: string;
  readonly value: string | null;
}) {
  const lost = unreadWords(webhook.unread, of);
  if (lost !== null) return <span className="unread">{visibleText(lost)}</span>;
  return visibleText(value ?? manifestText.notSet);
}

function WebhookLines({ webhook }: { readonly webhook: Webhook }) {
  const { failurePolicy, unread } = webhook;
  return (
    <>
      <dl className="webhook-lines">
        <div>
          <dt>{manifestText.failurePolicy}</dt>
          <dd>
            {unreadWords(unread, 'failurePolicy') === null ? (
              <span className="policy" data-policy={failurePolicy === 'Fail' ? 'fail' : 'other'}>
                {visibleText(failurePolicy ?? manifestText.notSet)}
              </span>
            ) : (
              <Value webhook={webhook} of="failurePolicy" value={null} />
            )}
          </dd>
        </div>
        <div>
          <dt>{manifestText.on}</dt>
          <dd>
            <Value webhook={webhook} of="rules" value={webhook.rules.map(ruleWords).join('; ') || null} />
          </dd>
        </div>
        <Selector
          of={manifestText.namespaces}
          asks={webhook.namespaces}
          lost={unreadWords(unread, 'namespaceSelector')}
        />
        <Selector
          of={manifestText.objects}
          asks={webhook.objects}
          lost={unreadWords(unread, 'objectSelector')}
        />
        <div>
          <dt>{manifestText.asks}</dt>
          <dd>
            <code>
              <Value webhook={webhook} of="clientConfig" value={webhook.target} />
            </code>
          </dd>
        </div>
      </dl>
      <p className="webhook-rest">{visibleText(policies(webhook))}</p>
    </>
  );
}

const cardOf = (object: number, index: number): string => `${object} ${index}`;

interface OneWebhookProps {
  readonly webhook: Webhook;
  readonly object: number;
  /** Which of the object's webhooks. */
  readonly index: number;
  /** null: nobody asked, or nobody can tell. */
  readonly answers: boolean | null;
}

function OneWebhook({ webhook, object, index, answers }: OneWebhookProps) {
  const stores = useStores();
  const { unread } = webhook;
  return (
    <li className="webhook" data-answers={answers ?? undefined} data-card={cardOf(object, index)}>
      {answers === true && <span className="webhook-answers">{manifestText.answers}</span>}
      <button
        type="button"
        className="link mono"
        data-webhook={webhook.name}
        onClick={() => showObject(stores, object, webhook.source)}
      >
        {visibleText(shownName(webhook.name, unread, 'name'))}
      </button>
      {unread.some(({ field }) => field === '') ? (
        <p className="unread">{visibleText(unreadWords(unread, '') ?? '')}</p>
      ) : (
        <WebhookLines webhook={webhook} />
      )}
    </li>
  );
}

interface ConfigurationProps {
  readonly one: WebhookConfiguration;
  readonly answer: Answering | null;
}

function answersOf(webhook: Webhook, answer: Answering | null): boolean | null {
  if (answer === null || answer.unknown.includes(webhook)) return null;
  return answer.asked.includes(webhook);
}

function Configuration({ one, answer }: ConfigurationProps) {
  const stores = useStores();
  const lost = unreadWords(one.unread, 'webhooks');
  return (
    <div className="webhook-configuration" data-mutating={one.mutating}>
      <h3>
        <button type="button" className="link" onClick={() => showObject(stores, one.object)}>
          {one.mutating ? 'Mutating' : 'Validating'} · {visibleText(shownName(one.name, one.unread))}
        </button>
        <span className="webhook-what">{one.mutating ? manifestText.mutating : manifestText.validating}</span>
      </h3>
      {lost !== null && <p className="unread">webhooks {visibleText(lost)}</p>}
      <ul>
        {keyed(one.webhooks, (webhook) => webhook.name).map(({ key, item }, index) => (
          <OneWebhook
            key={key}
            webhook={item}
            object={one.object}
            index={index}
            answers={answersOf(item, answer)}
          />
        ))}
      </ul>
    </div>
  );
}

/** The webhooks of a manifest: which requests they hear of, whom they ask, and what happens when nobody answers. */
export function WebhookList({ manifest }: { readonly manifest: OpenManifest }) {
  const { webhooks, webhookCount } = manifest;
  const [question, setQuestion] = useState<TypedQuestion | null>(null);
  const answer = answerTo(webhooks, question);
  const list = useRef<HTMLElement>(null);
  const toCard = (wanted: Webhook): void => {
    for (const one of webhooks) {
      const index = one.webhooks.indexOf(wanted);
      const card = list.current?.querySelector(`[data-card="${cardOf(one.object, index)}"]`) ?? null;
      if (index === -1 || card === null) continue;
      card.scrollIntoView({ block: 'center' });
      card.querySelector<HTMLElement>('[data-webhook]')?.focus({ preventScroll: true });
    }
  };
  const examples = useMemo(
    () => ({
      namespaces: labelExamples(webhooks, 'namespaces'),
      objects: labelExamples(webhooks, 'objects'),
    }),
    [webhooks],
  );
  const shown = webhooks.reduce((sum, one) => sum + one.webhooks.length, 0);
  return (
    <section
      ref={list}
      className="map-part"
      aria-labelledby="manifest-webhooks"
      data-testid="manifest-webhooks"
    >
      <h2 id="manifest-webhooks">
        {webhooks.length === 0 ? manifestText.noWebhooks : manifestText.webhooks(webhookCount)}
      </h2>
      {webhooks.length > 0 && (
        <WhichWebhook
          question={question}
          answer={answer}
          examples={examples}
          onAsk={setQuestion}
          onWebhook={toCard}
        />
      )}
      {webhooks.map((one) => (
        <Configuration key={one.object} one={one} answer={answer} />
      ))}
      {webhookCount > shown && <p className="map-more">{manifestText.more(webhookCount - shown)}</p>}
    </section>
  );
}
