import { useId, useState } from 'react';
import { useStore } from 'zustand';
import type { StartValues, WorkloadView } from '../../../contract/types.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
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

/** Why a field's text cannot be a start value, as far as can be told without asking the host. */
function localProblem(name: FieldName, text: string): string | null {
  if (startValue(name, text) !== null) return null;
  return name === 'adminPort' ? bootstrapText.badPort : bootstrapText.empty(startWords[name]);
}

interface FieldProps {
  readonly name: FieldName;
  readonly value: string;
  /** Why it cannot be changed; null when it can. */
  readonly fixed: string | null;
}

function Field({ name, value, fixed }: FieldProps) {
  const stores = useStores();
  const [text, setText] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  const help = useId();
  const words = problem ?? fixed;
  const commit = async () => {
    // It was refused as it stands.
    if (problem !== null) return;
    const parsed = startValue(name, text);
    if (parsed === null) return setProblem(localProblem(name, text));
    if (text.trim() === value) return setProblem(null);
    const refused = await stores.study.getState().setStart(parsed);
    setProblem(refused === null ? null : `${refused.message} ${refused.hint}`.trim());
  };
  return (
    <label className="field">
      {startWords[name]}
      <input
        value={text}
        readOnly={fixed !== null}
        aria-invalid={problem !== null}
        aria-describedby={words === null ? undefined : help}
        inputMode={name === 'adminPort' ? 'numeric' : 'text'}
        data-testid={`start-${name}`}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
        }}
        onBlur={() => void commit()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void commit();
        }}
      />
      {words !== null && (
        <span
          id={help}
          className={problem === null ? 'field-help' : 'field-problem'}
          role={problem === null ? undefined : 'alert'}
          data-testid={`start-${name}-words`}
        >
          {visibleText(words)}
        </span>
      )}
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

/** The port in an admin address: `127.0.0.1:15000`; null where there is none, as of a socket's path. */
export function portOf(address: string): string | null {
  return /:(\d+)$/.exec(address)?.[1] ?? null;
}

/** What only the kubelet would know, chosen here so that a bootstrap can be written before any pod exists. */
export function StartForm({ view }: { readonly view: WorkloadView }) {
  const { start, bootstrap, anatomy } = view;
  // pilot-agent writes a port of its own, whatever is chosen for the lab.
  const own = bootstrap.variant === 'sidecar';
  const admin = anatomy.parts.find((part) => part.kind === 'admin')?.value ?? '';
  const shownValue = (name: FieldName) =>
    name === 'adminPort' && own ? (portOf(admin) ?? '') : String(start[name] ?? '');
  return (
    <details data-testid="start-values">
      <summary>{bootstrapText.start}</summary>
      <div className="start-form">
        {FIELDS.map((name) => (
          <Field
            key={`${bootstrap.variant} ${anatomy.name} ${name} ${shownValue(name)}`}
            name={name}
            value={shownValue(name)}
            fixed={name === 'adminPort' && own ? bootstrapText.ownPort : null}
          />
        ))}
      </div>
    </details>
  );
}
