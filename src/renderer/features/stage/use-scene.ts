import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { Part, WorkloadAnatomy } from '../../../domain/anatomy/model.ts';
import { foldsHiding, type LaidScene, lightScene } from '../../../domain/diagram/build-scene.ts';
import { chain } from '../../../domain/diagram/chain.ts';
import type { Light } from '../../../domain/diagram/lights.ts';
import type { Scene, SceneLive, Unlit } from '../../../domain/diagram/scene.ts';
import { captionsOf, maskedWords } from '../../../domain/diagram/truth-words.ts';
import { compareNode, type NodeComparison } from '../../../domain/envoy/compare-node.ts';
import { anatomyForAudience, liveForAudience, twinForAudience } from '../../../domain/presenter/audience.ts';
import { filmWords } from '../../../domain/recording/clock-words.ts';
import { redactAnatomy } from '../../../domain/redact/anatomy.ts';
import { createRedactor } from '../../../domain/redact/redactor.ts';
import { useStores } from '../../state/app.ts';
import { useBench } from '../../state/bench.ts';
import { type LiveInput, sceneLive } from '../../state/live.ts';
import { redactLive, sceneReport, seenWords } from '../../state/live-report.ts';
import { shownView } from '../../state/stage-store.ts';
import { useByHandWords, useLiveInput } from '../../state/use-live.ts';
import { useTwin } from '../../state/use-twin.ts';
import type { Size } from './looks.ts';
import { laidAt, type Picture } from './picture.ts';

/**
 * What an Envoy said of the bootstrap on the stage; all of it for the scene that tells it, of the workload `told`. A look at
 * Envoy twice a second brings a new object; the picture changes only when it says something else.
 */
function useSaid(input: LiveInput, told: WorkloadAnatomy | null): SceneLive | null {
  const known = useRef<{ parts: readonly Part[]; node: string; is: NodeComparison | null } | null>(null);
  const compare = (parts: readonly Part[], node: string): NodeComparison | null => {
    const before = known.current;
    if (before?.parts === parts && before.node === node) return before.is;
    const is = compareNode(parts, node);
    known.current = { parts, node, is };
    return is;
  };
  const newest = sceneLive(input);
  const whole =
    newest === null || told === null
      ? newest
      : { ...newest, report: sceneReport(input, told.parts, compare) };
  const said = JSON.stringify(whole);
  return useMemo(() => JSON.parse(said) as SceneLive | null, [said]);
}

function forEverybody(anatomy: WorkloadAnatomy, live: SceneLive | null) {
  const redactor = createRedactor();
  const shown = anatomyForAudience(anatomy, redactor);
  return { anatomy: shown, live: liveForAudience(redactLive(live, redactor)) };
}

/** What the stage shows, whatever its room and whatever is chosen in it; null while there is no workload. */
export function usePicture(): Picture | null {
  const stores = useStores();
  const bench = useBench();
  const workload = useStore(stores.study, (state) => state.workload);
  const scene = useStore(stores.stage, (state) => state.scene);
  const view = useStore(stores.stage, shownView);
  const open = useStore(stores.stage, (state) => state.open);
  const liveInput = useLiveInput();
  const presenting = useStore(stores.presenter, (state) => state.on);
  const whole = workload?.anatomy ?? null;
  const seen = useSaid(liveInput, scene === 'live' ? whole : null);
  // What a room sees has its secrets masked, and names nobody's folders.
  const { anatomy, live } = useMemo(
    () => (presenting && whole !== null ? forEverybody(whole, seen) : { anatomy: whole, live: seen }),
    [presenting, whole, seen],
  );
  const variant = workload?.bootstrap.variant ?? 'lab';
  const other = useTwin();
  const twin = useMemo(
    () => (presenting && other !== null ? twinForAudience(other) : other),
    [presenting, other],
  );
  const step = useStore(stores.stage, (state) => state.step);
  const byHand = useByHandWords();
  const captions = useMemo(
    () => (bench === null ? [] : captionsOf(bench, variant, live, byHand)),
    [bench, variant, live, byHand],
  );
  return useMemo(
    () =>
      anatomy === null
        ? null
        : {
            ...(presenting ? { reader: 'room' as const } : {}),
            anatomy,
            variant,
            scene,
            view,
            open,
            live,
            captions,
            ...(twin === null ? {} : { twin, step }),
          },
    [presenting, anatomy, variant, scene, view, open, live, captions, twin, step],
  );
}

/** What is chosen on the stage, and the chain that is lit: of what is pointed at, else of what is chosen, else what a step of a lab is about. */
function useLight(): Light {
  const stores = useStores();
  const anatomy = useStore(stores.study, (state) => state.workload?.anatomy ?? null);
  const selected = useStore(stores.stage, (state) => state.selected);
  const hovered = useStore(stores.stage, (state) => state.hovered);
  const spot = useStore(stores.stage, (state) => state.spot);
  const lighting = hovered ?? selected;
  return useMemo(() => {
    const lit = anatomy === null || lighting === null ? spot : chain(anatomy, lighting);
    return { selected, lit };
  }, [anatomy, selected, lighting, spot]);
}

interface Unfolded {
  readonly laid: LaidScene | null;
  /** Groups that are open for it and were not before. */
  readonly opened: readonly string[];
}

/** The picture, with what is wanted in it out of its folds. */
function withoutHiding(picture: Picture, size: Size, wanted: ReadonlySet<string>): Unfolded {
  const laid = laidAt(picture, size);
  const opened = laid === null ? [] : foldsHiding(laid, wanted);
  if (opened.length === 0) return { laid, opened };
  return { laid: laidAt({ ...picture, open: new Set([...picture.open, ...opened]) }, size), opened };
}

/** What has to be out of its folds: what somebody looks for, else what a step of a lab is about. */
function useWanted(): ReadonlySet<string> {
  const stores = useStores();
  const spot = useStore(stores.stage, (state) => state.spot);
  const sought = useStore(stores.stage, (state) => state.sought);
  return sought.size > 0 ? sought : spot;
}

/** The picture of the workload on the stage, or null while there is none or no room for it. */
export function useScene(size: Size): Scene | null {
  const picture = usePicture();
  const light = useLight();
  const stores = useStores();
  const wanted = useWanted();
  const unfolded = useMemo(
    () => (picture === null ? null : withoutHiding(picture, size, wanted)),
    [picture, size, wanted],
  );
  useEffect(() => {
    // What was opened for somebody who looked for a part stays open until they close it.
    const stage = stores.stage.getState();
    if (unfolded !== null && unfolded.opened.length > 0 && wanted === stage.sought)
      stage.unfold(unfolded.opened);
  }, [stores, unfolded, wanted]);
  const laid = unfolded?.laid ?? null;
  return useMemo(() => (laid === null ? null : lightScene(laid, light)), [laid, light]);
}

/** The other lane of the start order as it may leave the app. */
function maskedTwin({ twin }: Picture): Pick<Picture, 'twin'> {
  return twin?.kind === 'there' ? { twin: { ...twin, anatomy: redactAnatomy(twin.anatomy).anatomy } } : {};
}

/** What of the stage leaves the app. */
export interface Leaving {
  readonly scene: Scene;
  readonly anatomy: WorkloadAnatomy;
  /** How many values are masked in it, or would be. */
  readonly masked: number;
  /** What it was laid out from. */
  readonly input: Unlit;
}

/**
 * The picture as it may leave the app: secrets masked, and how many it says of itself. With `secrets` as it is on the stage. Made
 * when it is asked for; null while there is none.
 */
export function useLeaving(size: Size): (secrets: boolean) => Leaving | null {
  const picture = usePicture();
  const stores = useStores();
  const light = useLight();
  const wanted = useWanted();
  const liveInput = useLiveInput();
  return (secrets) => {
    if (picture === null) return null;
    const redactor = createRedactor();
    const { anatomy, masked } = redactAnatomy(picture.anatomy, redactor);
    const { film, at, moment } = stores.player.getState();
    const live = picture.scene === 'live' ? seenWords(liveInput, new Date()) : [];
    const when = film === null ? live : [filmWords(at, film.duration)];
    const count = (secrets ? 0 : masked) + (moment?.masked ?? 0);
    const captions = [...picture.captions, ...when, ...maskedWords(count)];
    const masks = secrets
      ? {}
      : { ...maskedTwin(picture), anatomy, live: redactLive(picture.live, redactor) };
    const shown = { ...picture, ...masks, captions };
    const { laid } = withoutHiding(shown, size, wanted);
    if (laid === null) return null;
    return { scene: lightScene(laid, light), anatomy: shown.anatomy, masked, input: laid.input };
  };
}
