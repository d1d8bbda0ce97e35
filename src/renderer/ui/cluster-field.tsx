import { useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import { visibleText } from '../../domain/anatomy/visible-text.ts';
import { useStores } from '../state/app.ts';
import { chooseKubeconfig, chosenKubeconfig } from '../state/cluster-actions.ts';
import './cluster-field.css';

const text = {
  label: 'Kubeconfig',
  help: 'Empty: no cluster is asked. The labs use the same.',
  none: 'no cluster',
  settings: 'the one of the settings file',
  clear: 'No cluster',
} as const;

/** Which cluster may be asked, in every room the same; `onTaken` when another one is chosen that can be used. */
export function ClusterField({ onTaken }: { readonly onTaken?: () => void }) {
  const stores = useStores();
  const id = useId();
  const value = useStore(stores.lab, (state) => state.options.kubeconfig);
  const standing = useStore(stores.cluster, (state) => state.standing);
  const failure = useStore(stores.cluster, (state) => state.failure);
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => void stores.cluster.getState().look(chosenKubeconfig(stores)), [stores]);
  const take = async (written: string | null) => {
    setTyped(null);
    if (written === null || written.trim() === value) return;
    if (await chooseKubeconfig(stores, written)) onTaken?.();
  };
  return (
    <div className="cluster-field">
      <label htmlFor={id}>{text.label}</label>
      <input
        id={id}
        type="text"
        value={typed ?? value}
        spellCheck={false}
        placeholder={value === '' && standing?.chosen === true ? text.settings : text.none}
        aria-invalid={failure !== null}
        aria-describedby={`${id}-said`}
        data-testid="cluster-kubeconfig"
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void take(typed)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void take(typed);
        }}
      />
      {value !== '' && (
        <button
          type="button"
          className="button small"
          data-testid="cluster-none"
          onClick={() => void take('')}
        >
          {text.clear}
        </button>
      )}
      <p
        id={`${id}-said`}
        className="cluster-said"
        data-wrong={failure !== null}
        role="status"
        data-testid="cluster-said"
      >
        {failure !== null
          ? visibleText(`${failure.message} ${failure.hint}`)
          : standing?.chosen === true
            ? visibleText(standing.words)
            : standing !== null && text.help}
      </p>
    </div>
  );
}
