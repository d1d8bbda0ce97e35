import { useState } from 'react';
import { useStore } from 'zustand';
import type { StartValues } from '../../../contract/types.ts';
import { useStores } from '../../state/app.ts';
import { useCurrentBootstrap } from '../../state/use-live.ts';
import { bootstrapText, startWords } from './bootstrap-text.ts';

type FieldName = keyof typeof startWords;
const FIELDS: readonly FieldName[] = ['ip', 'pod', 'namespace', 'node', 'hostIp', 'adminPort'];

/** A field's text as a start value; null when it cannot be one. */
export function startValue(name: FieldName, text: string): Partial<StartValues> | null {
  if (name !== 'adminPort') return text.trim() === '' ? null : { [name]: text.trim() };
  const port = Number(text);
  return Number.isInteger(port) && port >= 0 && port <= 65535 && text.trim() !== ''
    ? { adminPort: port }
    : null;
}

function Field({ name, value }: { readonly name: FieldName; readonly value: string }) {
  const stores = useStores();
  const [text, setText] = useState(value);
  const parsed = startValue(name, text);
  const commit = () => {
    if (parsed === null) setText(value);
    else if (text.trim() !== value) void stores.study.getState().setStart(parsed);
  };
  return (
    <label className="field">
      {startWords[name]}
      <input
        value={text}
        aria-invalid={parsed === null}
        inputMode={name === 'adminPort' ? 'numeric' : 'text'}
        data-testid={`start-${name}`}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
    </label>
  );
}

/** How long Envoy waits for its first configuration: for ever as Istio has it, or five seconds to see what then happens. */
export function FetchTimeout({ start }: { readonly start: StartValues }) {
  const stores = useStores();
  const chosen = useStore(stores.study, (state) => state.start.fetchTimeout);
  const timeout = chosen ?? start.fetchTimeout;
  const bootstrap = useCurrentBootstrap();
  const next = useStore(
    stores.run,
    (state) => state.phase === 'running' && state.key === bootstrap?.key && state.yaml !== bootstrap?.yaml,
  );
  const known = timeout === '0s' || timeout === '5s';
  return (
    <label className="field start-timeout">
      <code>{bootstrapText.timeout}</code>
      <select
        value={timeout}
        data-testid="fetch-timeout"
        onChange={(event) => void stores.study.getState().setStart({ fetchTimeout: event.target.value })}
      >
        <option value="0s">{bootstrapText.timeout0}</option>
        <option value="5s">{bootstrapText.timeout5}</option>
        {!known && <option value={timeout}>{timeout}</option>}
      </select>
      {next && (
        <span role="status" data-testid="next-start">
          {bootstrapText.nextStart}
        </span>
      )}
    </label>
  );
}

/** What only the kubelet would know, chosen here so that a bootstrap can be written before any pod exists. */
export function StartForm({ start }: { readonly start: StartValues }) {
  return (
    <details data-testid="start-values">
      <summary>{bootstrapText.start}</summary>
      <div className="start-form">
        {FIELDS.map((name) => (
          <Field key={`${name} ${start[name] ?? ''}`} name={name} value={String(start[name] ?? '')} />
        ))}
      </div>
    </details>
  );
}
