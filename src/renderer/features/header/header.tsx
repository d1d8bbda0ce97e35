import { type ReactNode, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import type { ViewMode } from '../../../domain/diagram/scene.ts';
import { sceneEntry } from '../../../domain/diagram/scenes.ts';
import { useStores } from '../../state/app.ts';
import { ROOMS } from '../../state/room-store.ts';
import { shownView } from '../../state/stage-store.ts';
import { Segments } from '../../ui/segments.tsx';
import { BenchSwitch } from './bench-switch.tsx';
import './header.css';
import { headerText, roomWords } from './header-text.ts';
import { Picker } from './picker.tsx';
import { RecordControl } from './record-control.tsx';
import { ThemeMenu } from './theme-menu.tsx';

const VIEWS = (['original', 'injected', 'difference'] as const).map((value) => ({
  value,
  label: headerText[value],
  testId: `view-${value}`,
}));

function WorkloadTitle() {
  const stores = useStores();
  const study = useStore(stores.study, (state) => state.study);
  const index = useStore(stores.study, (state) => state.index);
  const [picking, setPicking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const shown = study?.workloads[index];
  if (study === null || shown === undefined)
    return <h1 className="workload-name">{study?.name ?? headerText.nothing}</h1>;
  const many = study.workloads.length > 1;
  return (
    <div className="workload">
      <div className="workload-names">
        <h1 className="workload-name" title={visibleText(shown.name)} data-testid="workload">
          {visibleText(shown.name)}
        </h1>
        <span
          className="workload-kind"
          title={visibleText(headerText.namespace(shown.kind, shown.namespace))}
        >
          {visibleText(headerText.namespace(shown.kind, shown.namespace))}
        </span>
      </div>
      {many && (
        <button
          ref={button}
          type="button"
          className="button small"
          data-testid="picker"
          aria-label={`${headerText.picker}: ${headerText.pick(index, study.workloads.length)}`}
          onClick={() => setPicking(true)}
        >
          {headerText.pick(index, study.workloads.length)} <span aria-hidden="true">▾</span>
        </button>
      )}
      <Picker open={picking} onClose={() => setPicking(false)} button={button} />
    </div>
  );
}

const ROOM_OPTIONS = ROOMS.map((value) => ({ value, label: roomWords[value], testId: `room-${value}` }));

/** The way from one room to another, where there is more than one. */
function RoomSwitch() {
  const stores = useStores();
  const room = useStore(stores.room, (state) => state.room);
  if (ROOM_OPTIONS.length < 2) return null;
  return (
    <Segments
      label={headerText.rooms}
      value={room}
      options={ROOM_OPTIONS}
      onChange={stores.room.getState().enter}
    />
  );
}

/** Of the anatomy: name of the workload, view, bench. */
function AnatomyHead() {
  const stores = useStores();
  const view = useStore(stores.stage, shownView);
  const fixed = useStore(stores.stage, ({ scene }) => sceneEntry(scene).fixed);
  const setView = (next: ViewMode) => {
    if (fixed === null) stores.stage.getState().setView(next);
    else stores.study.getState().tell(headerText.fixedView(fixed.why));
  };
  return (
    <>
      <WorkloadTitle />
      <Segments
        label={headerText.views}
        value={view}
        options={VIEWS}
        onChange={setView}
        fixed={fixed === null ? null : headerText.fixedView(fixed.why)}
      />
      <BenchSwitch />
    </>
  );
}

/** The way to the search, for who does not know its keys. */
function SearchButton() {
  const stores = useStores();
  const there = useStore(stores.study, (state) => state.workload !== null);
  return (
    <button
      type="button"
      className="button search-button"
      data-testid="search"
      title={headerText.findHelp}
      aria-keyshortcuts="/ Control+F Meta+F"
      disabled={!there}
      onClick={() => stores.search.getState().setOpen(true)}
    >
      {headerText.find} <kbd>/</kbd>
    </button>
  );
}

/** The room, and what is looked at in it; the ways in come from the feature that opens things. */
export function Header({ children }: { readonly children: ReactNode }) {
  const stores = useStores();
  const room = useStore(stores.room, (state) => state.room);
  return (
    <header className="header">
      <RoomSwitch />
      {(room === 'anatomy' || room === 'lab') && <AnatomyHead />}
      {room === 'manifest' && <h1 className="workload-name">{headerText.manifest}</h1>}
      <div className="header-actions">
        <RecordControl />
        {room !== 'manifest' && <SearchButton />}
        {children}
        <ThemeMenu />
      </div>
    </header>
  );
}
