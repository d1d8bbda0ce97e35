import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../state/app.ts';
import { Modal } from '../../ui/modal.tsx';
import { filterWorkloads } from './filter-workloads.ts';
import { headerText } from './header-text.ts';
import { WorkloadMap } from './workload-map.tsx';

interface PickerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The button that opened it. */
  readonly button: RefObject<HTMLElement | null>;
}

/** A list longer than this is searched rather than looked through, and takes the middle of the window. */
const FEW = 12;

/** The workloads of one input: all of them on a small map, and as a list that can be searched. */
export function Picker({ open, onClose, button }: PickerProps) {
  const stores = useStores();
  const workloads = useStore(stores.study, (state) => state.study?.workloads ?? null);
  const index = useStore(stores.study, (state) => state.index);
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const found = useMemo(() => filterWorkloads(workloads ?? [], query), [workloads, query]);

  const choose = (chosen: number) => {
    stores.stage.getState().reset();
    stores.source.getState().reset();
    void stores.study.getState().selectWorkload(chosen);
    onClose();
  };

  /** Arrow keys go through the rows, from the search field first to the one beside the workload that is shown. */
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('li > button') ?? [])];
    if (step === undefined || rows.length === 0) return;
    event.preventDefault();
    const focused = rows.findIndex((row) => row.contains(document.activeElement));
    const from =
      focused >= 0 ? focused : rows.findIndex((row) => row.getAttribute('aria-current') === 'true');
    const start = from < 0 && step < 0 ? 0 : from;
    rows[(start + step + rows.length) % rows.length]?.focus();
  };

  return (
    <Modal
      title={headerText.picker}
      open={open}
      onClose={onClose}
      under={(workloads?.length ?? 0) > FEW ? undefined : button}
    >
      <div className="picker" ref={list}>
        <input
          className="search"
          type="search"
          aria-label={headerText.search}
          placeholder={headerText.search}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            move(event);
            const only = found[0];
            if (event.key === 'Enter' && only !== undefined) choose(only.index);
          }}
        />
        <p className="picker-count" aria-live="polite">
          {headerText.found(found.length, workloads?.length ?? 0)}
        </p>
        {(workloads?.length ?? 0) > 1 && (
          <WorkloadMap
            workloads={workloads ?? []}
            found={new Set(found.map(({ index: at }) => at))}
            current={index}
            choose={choose}
          />
        )}
        <ul className="picker-list" data-testid="picker-list">
          {found.map(({ index: at, workload }) => (
            <li key={at}>
              <button type="button" aria-current={at === index} onClick={() => choose(at)} onKeyDown={move}>
                <span className="picker-name">{workload.name}</span>
                <span>{headerText.namespace(workload.kind, workload.namespace)}</span>
                <span>{headerText.sidecar[workload.sidecar]}</span>
              </button>
            </li>
          ))}
          {found.length === 0 && <li className="picker-none">{headerText.none}</li>}
        </ul>
      </div>
    </Modal>
  );
}
