import { type DeckStep, defaultDeck } from '../../domain/presenter/deck.ts';
import type { PresenterCommand } from '../../domain/presenter/keys.ts';
import { bootstrapNow, runEnvoy, stopEnvoy, validate } from './actions.ts';
import type { Stores } from './app.ts';
import { goodAgain, showRecorded } from './presenter-film.ts';
import { endedState, RADIUS } from './presenter-store.ts';

/** Begins to present the workload on the stage; false while there is none. */
export async function startPresenting(stores: Stores, at = 0): Promise<boolean> {
  const { workload, index, variant } = stores.study.getState();
  if (workload === null || stores.presenter.getState().on) return false;
  const { film, at: filmAt } = stores.player.getState();
  const good = { index, variant: variant === 'typo' ? 'lab' : variant, filmAt } as const;
  stores.room.getState().enter('anatomy');
  stores.presenter.setState({
    ...endedState,
    on: true,
    steps: defaultDeck(workload.anatomy, film !== null),
    good,
  });
  await goTo(stores, at);
  return true;
}

/** Ends presenting; the stage keeps what it shows, but for what a step lit. */
export function endPresenting(stores: Stores): void {
  if (!stores.presenter.getState().on) return;
  stores.presenter.setState(endedState);
  stores.stage.getState().setSpot([]);
}

/** The workload on the stage is another one, or the same injected anew: the deck is its own. */
export function followWorkload(stores: Stores): void {
  stores.study.subscribe(({ workload }, before) => {
    const { on, at } = stores.presenter.getState();
    if (!on || workload === null || workload.anatomy === before.workload?.anatomy) return;
    const steps = defaultDeck(workload.anatomy, stores.player.getState().film !== null);
    stores.presenter.setState({ steps, at: Math.min(at, steps.length - 1) });
  });
}

/** Goes to a step: its scene, its light, and what it does with Envoy. */
export async function goTo(stores: Stores, wanted: number): Promise<void> {
  const { steps } = stores.presenter.getState();
  const at = Math.min(Math.max(0, wanted), steps.length - 1);
  const step = steps[at];
  if (step === undefined) return;
  stores.presenter.setState({ at, blank: 'none', help: false });
  showStep(stores, step);
  await act(stores, step, () => stores.presenter.getState().on && stores.presenter.getState().at === at);
}

function showStep(stores: Stores, step: DeckStep): void {
  const stage = stores.stage.getState();
  stage.setBoard(null);
  stage.reset();
  stage.setScene(step.scene);
  stage.setView(step.view);
  stage.setSpot(step.lit);
  stores.presenter.setState(({ fits }) => ({ fits: fits + 1 }));
}

/** What a step does; `still` says whether it is the step on the stage yet. */
async function act(stores: Stores, step: DeckStep, still: () => boolean): Promise<void> {
  const { variant } = stores.presenter.getState().good;
  if (step.action === 'good') return toGoodState(stores);
  if (step.action === 'typo') {
    if (stores.run.getState().phase === 'running') await stopEnvoy(stores);
    if (!still()) return;
    await stores.study.getState().setVariant('typo');
    if (still() && !showRecorded(stores)) await validate(stores);
    return;
  }
  if (stores.study.getState().variant === 'typo') await stores.study.getState().setVariant(variant);
  if (step.action !== 'run' || !still() || showRecorded(stores)) return;
  const { phase, key } = stores.run.getState();
  if (phase === 'running' && key === bootstrapNow(stores)?.key) return;
  await runEnvoy(stores);
}

/** Whatever happened: Envoy ended, edits dropped, the bootstrap good, nothing chosen, the step's own scene as at first. */
export async function toGoodState(stores: Stores): Promise<void> {
  const { good, steps, at } = stores.presenter.getState();
  const step = steps[at];
  if (step !== undefined) showStep(stores, step);
  stores.presenter.setState({ blank: 'none', spotlight: false, laser: false, help: false });
  if (stores.run.getState().phase === 'running') await stopEnvoy(stores);
  stores.run.getState().clear();
  stores.bootstrap.getState().forget();
  stores.study.getState().dismiss();
  stores.study.getState().tell(null);
  goodAgain(stores);
  if (stores.study.getState().index !== good.index) await stores.study.getState().selectWorkload(good.index);
  if (stores.study.getState().variant !== good.variant)
    await stores.study.getState().setVariant(good.variant);
}

const resized = (radius: number, by: number): number =>
  Math.min(RADIUS.most, Math.max(RADIUS.least, radius * by));

/** Does what a key or the presenter's window asks for; full screen and windows are the page's own. */
export async function obey(
  stores: Stores,
  command: Exclude<PresenterCommand, 'fullscreen' | 'window'>,
): Promise<void> {
  const { at, blank, radius, spotlight, laser, help, turn } = stores.presenter.getState();
  const set = stores.presenter.setState;
  switch (command) {
    // A clicker has no wheel: what does not fit the wall is turned to first, like a page.
    case 'next':
      return blank === 'none' && turn?.('down') === true ? undefined : goTo(stores, at + 1);
    case 'back':
      return blank === 'none' && turn?.('up') === true ? undefined : goTo(stores, at - 1);
    case 'first':
      return goTo(stores, 0);
    case 'good':
      return toGoodState(stores);
    case 'black':
    case 'white':
      return set({ blank: blank === command ? 'none' : command });
    case 'spotlight':
      return set({ spotlight: !spotlight });
    case 'laser':
      return set({ laser: !laser });
    case 'wider':
      return set({ radius: resized(radius, RADIUS.step) });
    case 'narrower':
      return set({ radius: resized(radius, 1 / RADIUS.step) });
    case 'help':
      return set({ help: !help });
    case 'end':
      return endPresenting(stores);
  }
}
