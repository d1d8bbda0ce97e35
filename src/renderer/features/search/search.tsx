import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { searchIndex } from '../../../domain/search/search-parts.ts';
import { useStores } from '../../state/app.ts';
import { seekPart, seekWorkload } from '../../state/seek.ts';
import { Modal } from '../../ui/modal.tsx';
import { Hit } from './hit.tsx';
import { type HitRow, hitRows } from './hit-rows.ts';
import './search.css';
import { searchText } from './search-text.ts';

/** More rows than these nobody reads: another word finds it sooner. */
const MOST = 60;

function useRows(query: string): { readonly rows: readonly HitRow[]; readonly words: string } {
  const stores = useStores();
  const anatomy = useStore(stores.study, (state) => state.workload?.anatomy ?? null);
  const workloads = useStore(stores.study, (state) => state.study?.workloads ?? null);
  const index = useMemo(
    () =>
      anatomy === null ? null : searchIndex(anatomy, (workloads ?? []).length > 1 ? (workloads ?? []) : []),
    [anatomy, workloads],
  );
  return useMemo(() => {
    const result = index?.find(query, MOST);
    if (result === undefined || query.trim() === '') return { rows: [], words: '' };
    const rows = hitRows(result, MOST);
    const { partCount, workloadCount } = result;
    const nothing = partCount + workloadCount === 0;
    return {
      rows,
      words: nothing
        ? searchText.none(query.trim())
        : searchText.found(partCount, workloadCount, rows.length),
    };
  }, [index, query]);
}

/** A field and what it finds: any part of the workload on the stage, and the other workloads of the input by name. */
function Find({ onClose }: { readonly onClose: () => void }) {
  const stores = useStores();
  const current = useStore(stores.study, (state) => state.index);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const { rows, words } = useRows(query);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const go = (row: HitRow | undefined) => {
    if (row === undefined) return;
    onClose();
    if (row.kind === 'part') seekPart(stores, row.part.id);
    else void seekWorkload(stores, row.index);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) setChosen((at) => Math.max(0, Math.min(rows.length - 1, at + step)));
    else if (event.key === 'Enter') go(rows[chosen]);
    // The field alone would take the first Escape to empty itself.
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };

  return (
    <div className="find">
      <input
        className="search"
        type="search"
        role="combobox"
        aria-label={searchText.field}
        aria-expanded={rows.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={rows.length === 0 ? undefined : `${id}-${chosen}`}
        placeholder={searchText.field}
        data-testid="search-field"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <p className="find-count">
        <span role="status" data-testid="search-count">
          {words}
        </span>
        <span>{searchText.keys}</span>
      </p>
      <div
        ref={list}
        id={`${id}-list`}
        className="find-list"
        role="listbox"
        aria-label={searchText.results}
        data-testid="search-list"
        hidden={rows.length === 0}
      >
        {rows.map((row, at) => (
          <Hit
            key={row.key}
            id={`${id}-${at}`}
            row={row}
            query={query}
            chosen={at === chosen}
            current={row.kind === 'workload' && row.index === current}
            onPoint={() => setChosen(at)}
            onGo={() => go(row)}
          />
        ))}
      </div>
      {rows.length === 0 && <p className="find-help">{searchText.help}</p>}
    </div>
  );
}

/** The search over the window. */
export function Search() {
  const stores = useStores();
  const open = useStore(stores.search, (state) => state.open);
  const close = () => stores.search.getState().setOpen(false);
  return (
    <Modal title={searchText.title} open={open} onClose={close} wide>
      <Find onClose={close} />
    </Modal>
  );
}
