import { useRef } from 'react';
import { useStore } from 'zustand';
import { type Look, partsToLookAt, type StepGuide } from '../../../domain/lab/guide/guide.ts';
import type { LabName } from '../../../domain/lab/model.ts';
import { runEnvoy, stopEnvoy } from '../../state/actions.ts';
import { useStores } from '../../state/app.ts';
import { openLabManifest } from '../../state/lab-actions.ts';
import { NEEDS_LAB } from '../../state/needs-lab.ts';
import { labText } from './lab-text.ts';
import { LookedAt, type Pointing } from './looked-at.tsx';

/** What to look at on the stage: pointing at one of them lights it alone. */
function Looks({ guide }: { readonly guide: StepGuide }) {
  const stores = useStores();
  const parts = useStore(stores.study, (state) => state.workload?.anatomy.parts) ?? [];
  const stage = stores.stage.getState();
  const idsOf = (look: readonly Look[]) => partsToLookAt({ ...guide, look }, parts);
  const focused = useRef<readonly string[] | null>(null);
  const pointing: Pointing = (ids) => ({
    // Not on entering: a list that is scrolled under a resting pointer is pointed at by nobody.
    onPointerMove: () => stage.setSpot(ids),
    onPointerLeave: () => stage.setSpot(focused.current ?? idsOf(guide.look)),
    onFocus: () => {
      focused.current = ids;
      stage.setSpot(ids);
    },
    onBlur: () => {
      focused.current = null;
      stage.setSpot(idsOf(guide.look));
    },
  });
  const there = guide.look.filter(({ match }) => parts.some(match));
  if (there.length === 0) return <p className="lab-none">{labText.noLook}</p>;
  return (
    <ul className="lab-looks">
      {there.map((look) => (
        <li key={look.words}>
          <button
            type="button"
            className="lab-look"
            {...pointing(idsOf([look]))}
            onClick={() => {
              const [first] = parts.filter(look.match);
              if (first !== undefined) stage.select(first.id);
            }}
          >
            {look.words}
          </button>
          <LookedAt
            parts={parts.filter(look.match)}
            pointing={pointing}
            onChoose={(part) => stage.select(part.id)}
          />
        </li>
      ))}
    </ul>
  );
}

/** The Envoy of the stage, for who wants to see it wait. */
function Watch() {
  const stores = useStores();
  const phase = useStore(stores.run, (state) => state.phase);
  const past = useStore(stores.player, (state) => state.film !== null);
  const ready = useStore(stores.tools, (state) => state.phase === 'ready') && !past;
  const running = phase === 'running' || phase === 'starting';
  return (
    <button
      type="button"
      className="button small"
      disabled={!ready || phase === 'starting'}
      title={past ? NEEDS_LAB : labText.watchHelp}
      data-testid="lab-watch"
      onClick={() => void (running ? stopEnvoy(stores) : runEnvoy(stores))}
    >
      {running ? labText.stop : labText.watch}
    </button>
  );
}

/** The way to the room that shows what this step is about. */
function ManifestRoom() {
  const stores = useStores();
  return (
    <button
      type="button"
      className="button small"
      data-testid="lab-manifest-room"
      onClick={() => void openLabManifest(stores)}
    >
      {labText.manifestRoom}
    </button>
  );
}

interface StepLooksProps {
  readonly lab: LabName;
  readonly id: string;
  readonly guide: StepGuide;
}

/** Where a step is to be seen. */
export function StepLooks({ lab, id, guide }: StepLooksProps) {
  return (
    <section>
      <h3>{labText.look}</h3>
      {guide.board !== undefined ? <ManifestRoom /> : <Looks guide={guide} />}
      {lab === 'bootstrap' && id === 'run' && <Watch />}
    </section>
  );
}
