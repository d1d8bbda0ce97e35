import { useId } from 'react';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { type Answering, answering, answerParts, readLabels } from '../../../domain/manifest/answering.ts';
import type { Webhook, WebhookConfiguration } from '../../../domain/manifest/model.ts';
import { keyed } from '../../ui/keyed.ts';
import { manifestText } from './manifest-text.ts';

/** Labels as typed, of a namespace and of a pod in it; null: nobody has asked yet. */
export interface TypedQuestion {
  readonly namespace: string;
  readonly pod: string;
}

/** Null where nothing was asked, or the labels are none. */
export function answerTo(
  webhooks: readonly WebhookConfiguration[],
  question: TypedQuestion | null,
): Answering | null {
  if (question === null) return null;
  const [namespace, pod] = [readLabels(question.namespace), readLabels(question.pod)];
  if (!namespace.ok || !pod.ok) return null;
  return answering(webhooks, { namespace: namespace.labels, pod: pod.labels });
}

interface LabelsFieldProps {
  readonly label: string;
  readonly value: string;
  readonly examples: readonly string[];
  readonly testId: string;
  readonly onChange: (value: string) => void;
}

/** Labels to type, with some to press; none is one of them. */
function LabelsField({ label, value, examples, testId, onChange }: LabelsFieldProps) {
  const id = useId();
  const typed = readLabels(value);
  return (
    <div className="labels-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        className="mono"
        value={value}
        spellCheck={false}
        placeholder={manifestText.noLabels}
        aria-invalid={!typed.ok}
        aria-describedby={typed.ok ? undefined : `${id}-problem`}
        data-testid={testId}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="label-examples">
        {['', ...examples].map((example) => (
          <button
            key={example}
            type="button"
            className="button small"
            aria-pressed={value === example}
            onClick={() => onChange(example)}
          >
            {visibleText(example) || manifestText.noLabels}
          </button>
        ))}
      </div>
      {!typed.ok && (
        <p id={`${id}-problem`} className="labels-wrong" role="alert">
          {visibleText(typed.problem)}
        </p>
      )}
    </div>
  );
}

interface WhichWebhookProps {
  readonly question: TypedQuestion | null;
  readonly answer: Answering | null;
  readonly examples: { readonly namespaces: readonly string[]; readonly objects: readonly string[] };
  readonly onAsk: (question: TypedQuestion) => void;
  readonly onWebhook: (webhook: Webhook) => void;
}

type AnswerProps = { readonly answer: Answering } & Pick<WhichWebhookProps, 'onWebhook'>;

/** The answer; the names in it lead to the webhooks below. */
function Answer({ answer, onWebhook }: AnswerProps) {
  return keyed(answerParts(answer), ({ text }) => text).map(({ key, item: { text, webhook } }) =>
    webhook === null ? (
      text
    ) : (
      <button
        key={key}
        type="button"
        className="link"
        title={manifestText.toCard(visibleText(text))}
        data-testid="which-name"
        onClick={() => onWebhook(webhook)}
      >
        {visibleText(text)}
      </button>
    ),
  );
}

/** A pod of these labels in a namespace of those: which webhooks are asked about it, by their selectors alone. */
export function WhichWebhook({ question, answer, examples, onAsk, onWebhook }: WhichWebhookProps) {
  const now = question ?? { namespace: '', pod: '' };
  return (
    <fieldset className="which-webhook" data-testid="which-webhook">
      <legend>{manifestText.which}</legend>
      <div className="which-fields">
        <LabelsField
          label={manifestText.namespaceLabels}
          value={now.namespace}
          examples={examples.namespaces}
          testId="which-namespace"
          onChange={(namespace) => onAsk({ ...now, namespace })}
        />
        <LabelsField
          label={manifestText.podLabels}
          value={now.pod}
          examples={examples.objects}
          testId="which-pod"
          onChange={(pod) => onAsk({ ...now, pod })}
        />
      </div>
      <p className="which-answer" role="status" data-answered={answer !== null} data-testid="which-answer">
        {answer === null ? manifestText.whichHelp : <Answer answer={answer} onWebhook={onWebhook} />}
      </p>
      <p className="map-help">{manifestText.selectorsOnly}</p>
    </fieldset>
  );
}
