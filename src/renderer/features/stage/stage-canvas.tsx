import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import type { Scene, SceneBox } from '../../../domain/diagram/scene.ts';
import { THEMES } from '../../../domain/diagram/theme.ts';
import { useStores } from '../../state/app.ts';
import { bandOf, inBand, sameBand } from './in-view.ts';
import { isMoveKey, isStop, moveFocus, tabStopOf } from './key-movement.ts';
import { around, homeTransform, type Look, type Size } from './looks.ts';
import { StageBox, StageLine } from './scene-parts.tsx';
import { stageText } from './stage-text.ts';
import { useGliding } from './use-gliding.ts';
import { useZoom, type Zoom } from './use-zoom.ts';

function boxAt(event: SyntheticEvent, scene: Scene): SceneBox | null {
  if (!(event.target instanceof Element)) return null;
  const id = event.target.closest<SVGGElement>('[data-box]')?.dataset.box;
  const box = scene.boxes.find((one) => one.id === id);
  return box !== undefined && isStop(box) ? box : null;
}

/** A picture of more boxes than this is there at once: to move them all takes a browser longer than looking for them. */
const MOST_MOVED = 600;
/** Of a picture of more boxes than this only what is in view, or nearly, is on the page. */
const MOST_DRAWN = 250;

/** The band of the picture that is to be on the page, as `looked` tells of every look at it. */
function useBand(scene: Scene, size: Size) {
  const [band, setBand] = useState(() => bandOf(size, homeTransform(scene, size)));
  const looked = (look: Look) => {
    const now = bandOf(size, look);
    setBand((old) => (sameBand(old, now) ? old : now));
  };
  return { band, looked };
}

/**
 * Another scene or another workload (`what`) is looked at from the start; another room for it, and boxes that Envoy's words
 * make taller, only from where somebody looked.
 */
function useLookAfter(zoom: Zoom, what: string, { width, height }: Scene, size: Size): void {
  const before = useRef<{ readonly what: string; readonly size: Size } | null>(null);
  useEffect(() => {
    if (size.width === 0 || width === 0 || height === 0) return;
    if (before.current?.what !== what) zoom.home();
    else if (before.current.size !== size) zoom.resized();
    else zoom.again();
    before.current = { what, size };
  }, [zoom, what, size, width, height]);
}

/** Another step of a lab is about other parts, and so is who looks for one: they come in view. */
function useSpotInView(zoom: Zoom, spot: ReadonlySet<string>): void {
  const before = useRef(spot);
  useEffect(() => {
    if (before.current === spot) return;
    before.current = spot;
    zoom.wantedElse();
  }, [zoom, spot]);
}

interface StageCanvasProps {
  readonly scene: Scene;
  readonly size: Size;
  /** Filled with the ways to zoom, for the buttons beside the canvas. */
  readonly zoomRef: RefObject<Zoom | null>;
}

/** The picture itself: draws a scene, and turns pointer and keys into hovering, selecting, opening and zooming. */
export function StageCanvas({ scene, size, zoomRef }: StageCanvasProps) {
  const stores = useStores();
  const theme = useStore(stores.theme, (state) => THEMES[state.theme]);
  const sceneName = useStore(stores.stage, (state) => state.scene);
  const workload = useStore(stores.study, (state) => state.workload?.anatomy.name ?? '');
  const svg = useRef<SVGSVGElement>(null);
  const group = useRef<SVGGElement>(null);
  /** Where the pointer was last, in pixels of the window. */
  const pointer = useRef({ x: Number.NaN, y: Number.NaN });
  const [focused, setFocused] = useState<string | null>(null);
  const { band, looked } = useBand(scene, size);
  const still = () => stores.study.getState().tell(stageText.wheel);
  const spot = useStore(stores.stage, (state) => state.spot);
  const sought = useStore(stores.stage, (state) => state.sought);
  const inView = sought.size > 0 ? sought : spot;
  const wanted = useMemo(() => around(scene, inView), [scene, inView]);
  const zoom = useZoom(svg, group, scene, size, { still, looked, wanted });

  useGliding(svg, scene);

  useEffect(() => {
    zoomRef.current = zoom;
  }, [zoom, zoomRef]);

  useLookAfter(zoom, `${workload}\n${sceneName}`, scene, size);
  useSpotInView(zoom, inView);

  const tabStop = useMemo(() => tabStopOf(scene.boxes, focused), [scene, focused]);

  const drawn = useMemo(
    () => (scene.boxes.length > MOST_DRAWN ? inBand(scene, band, tabStop) : scene),
    [scene, band, tabStop],
  );

  const choose = (box: SceneBox) => {
    const stage = stores.stage.getState();
    if (box.role === 'more') stage.toggle(box.id);
    else stage.select(box.partId);
  };

  const go = (id: string | null) => {
    const box = scene.boxes.find((one) => one.id === id);
    if (box === undefined) return;
    // A box out of view may have to be drawn first.
    flushSync(() => setFocused(box.id));
    svg.current
      ?.querySelector<SVGGElement>(`[data-box="${CSS.escape(box.id)}"]`)
      ?.focus({ preventScroll: true });
    zoom.reveal(box);
    stores.stage.getState().hover(box.partId);
  };

  // A picture that moves under a resting pointer is told as if the pointer had come: nobody pointed at what lies there now.
  const onPointer = (event: PointerEvent) => {
    const { clientX: x, clientY: y } = event;
    if (pointer.current.x === x && pointer.current.y === y) return;
    pointer.current = { x, y };
    const part = boxAt(event, scene)?.partId ?? null;
    const stage = stores.stage.getState();
    if (stage.hovered !== part) stage.hover(part);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const box = boxAt(event, scene);
    if (isMoveKey(key)) go(moveFocus(scene.boxes, box?.id ?? tabStop, key));
    else if ((key === 'Enter' || key === ' ') && box !== null) choose(box);
    else if (key === 'Escape') {
      stores.stage.getState().select(null);
      stores.stage.getState().hover(null);
    } else if (key === '+' || key === '=') zoom.zoomBy(1.25);
    else if (key === '-' || key === '_') zoom.zoomBy(0.8);
    else if (key === 'f' || key === 'F') zoom.fit();
    else return;
    event.preventDefault();
  };

  return (
    <>
      <svg
        ref={svg}
        className="stage-svg"
        role="application"
        aria-label={`${scene.title}. ${stageText.keys}`}
        data-scene={sceneName}
        data-many={scene.boxes.length > MOST_MOVED}
        onClick={(event) => {
          const box = boxAt(event, scene);
          if (box === null) return;
          setFocused(box.id);
          choose(box);
        }}
        onKeyDown={onKeyDown}
        onPointerOver={onPointer}
        onPointerMove={onPointer}
        onBlur={() => stores.stage.getState().hover(null)}
        onPointerLeave={() => stores.stage.getState().hover(null)}
      >
        <g ref={group}>
          {drawn.boxes.map((box) => (
            <StageBox key={box.id} box={box} theme={theme} focusable={box.id === tabStop} />
          ))}
          {drawn.lines.map((line) => (
            // A line with another way is another line: it appears where its boxes have come to stand.
            <StageLine key={`${line.id} ${line.d}`} line={line} theme={theme} />
          ))}
        </g>
      </svg>
      {(['left', 'right'] as const).map((side) => (
        <div key={side} className="stage-aside" data-side={side}>
          <button
            type="button"
            className="button small"
            data-testid={side}
            title={stageText[side]}
            aria-label={stageText[side]}
            onClick={() => zoom.scroll(side)}
          >
            <span aria-hidden="true">{side === 'left' ? '◂' : '▸'}</span>
          </button>
        </div>
      ))}
      <div className="stage-below">
        <button
          type="button"
          className="button small"
          data-testid="below"
          onClick={() => zoom.scroll('down')}
        >
          {stageText.below} <span aria-hidden="true">▾</span>
        </button>
      </div>
      <div className="stage-above">
        <button type="button" className="button small" data-testid="above" onClick={() => zoom.scroll('up')}>
          {stageText.above} <span aria-hidden="true">▴</span>
        </button>
      </div>
    </>
  );
}
