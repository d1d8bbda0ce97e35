import { useState } from 'react';
import { useStore } from 'zustand';
import type { StartValues } from '../../../contract/types.ts';
import { LAB_PORT, type LabName } from '../../../domain/lab/model.ts';
import { isNamespaceName, NAMESPACE_RULE } from '../../../domain/namespace-name.ts';
import { useStores } from '../../state/app.ts';
import { ClusterField } from '../../ui/cluster-field.tsx';
import { labText } from './lab-text.ts';

interface OptionProps {
  readonly label: string;
  readonly value: string;
  readonly testId: string;
  /** Null when it was taken, else why not. */
  readonly onTake: (value: string) => Promise<string | null>;
}

/** A value that is taken when the field is left. */
function Option({ label, value, testId, onTake }: OptionProps) {
  const stores = useStores();
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const take = async () => {
    if (typed === null || typed === value) return setTyped(null);
    const problem = await onTake(typed);
    setWrong(problem);
    if (problem !== null) return;
    setTyped(null);
    // What was seen in the folder was judged by the old value.
    await stores.lab.getState().look();
  };
  return (
    <label className="field">
      {label}
      <input
        value={typed ?? value}
        spellCheck={false}
        aria-invalid={wrong !== null}
        data-testid={testId}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void take()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void take();
        }}
      />
      {wrong !== null && <span className="lab-wrong">{wrong}</span>}
    </label>
  );
}

/** A port as it was typed; null where it is none. */
function portOf(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return LAB_PORT;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port >= 0 && port <= 65535 ? port : null;
}

/** Start values of the pod: the same as in the room where the bootstrap is edited. */
function StartOptions() {
  const stores = useStores();
  const start = useStore(stores.study, (state) => state.workload?.start);
  if (start === undefined) return null;
  const take = async (values: Partial<StartValues>) =>
    (await stores.study.getState().setStart(values))?.message ?? null;
  return (
    <>
      <Option
        label={labText.adminPort}
        value={String(start.adminPort)}
        testId="lab-admin-port"
        onTake={async (value) => {
          const port = portOf(value);
          return port === null ? labText.noPort(value) : take({ adminPort: port });
        }}
      />
      <Option label={labText.ip} value={start.ip} testId="lab-ip" onTake={(ip) => take({ ip })} />
      <Option label={labText.pod} value={start.pod} testId="lab-pod" onTake={(pod) => take({ pod })} />
      <Option
        label={labText.podNamespace}
        value={start.namespace}
        testId="lab-pod-namespace"
        onTake={(namespace) => take({ namespace })}
      />
    </>
  );
}

const INSTALL_OPTIONS = ['namespace', 'control', 'profile', 'sets', 'manifest'] as const;

function InstallOptions() {
  const stores = useStores();
  const options = useStore(stores.lab, (state) => state.options);
  return (
    <>
      {INSTALL_OPTIONS.map((name) => (
        <Option
          key={name}
          label={labText.option[name]}
          value={options[name]}
          testId={`lab-${name}`}
          onTake={async (value) => {
            const isName = name === 'namespace' || name === 'control';
            if (isName && value.trim() !== '' && !isNamespaceName(value.trim())) return NAMESPACE_RULE;
            stores.lab.getState().setOption(name, value);
            return null;
          }}
        />
      ))}
      <div className="lab-cluster">
        <ClusterField onTaken={() => void stores.lab.getState().look()} />
      </div>
    </>
  );
}

/** What can be chosen for a lab. */
export function LabOptions({ lab }: { readonly lab: LabName }) {
  return (
    <details className="lab-options" data-testid="lab-options">
      <summary>{labText.options}</summary>
      <p className="lab-help">{labText.optionsHelp[lab]}</p>
      <div className="lab-fields">{lab === 'bootstrap' ? <StartOptions /> : <InstallOptions />}</div>
    </details>
  );
}
