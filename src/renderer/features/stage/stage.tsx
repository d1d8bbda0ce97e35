import { type ReactNode, useRef } from 'react';
import { useStore } from 'zustand';
import type { Study } from '../../../contract/types.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { THEMES } from '../../../domain/diagram/theme.ts';
import { useStores } from '../../state/app.ts';
import { gravestFirst } from '../../state/notes.ts';
import { useByHandWords } from '../../state/use-live.ts';
import { cutText } from '../../ui/cut-text.ts';
import { ExportControls } from './export-controls.tsx';
import './stage.css';
import { LegendItems } from './legend.tsx';
import { NotInjected } from './not-injected.tsx';
import { SceneBar } from './scene-bar.tsx';
import { StageCanvas } from './stage-canvas.tsx';
import { StageMenu } from './stage-menu.tsx';
import { stageText } from './stage-text.ts';
import { Stepper } from './stepper.tsx';
import { useScene } from './use-scene.ts';
import { useSize } from './use-size.ts';
import type { Zoom } from './use-zoom.ts';

/** Of more notes than these the panel tells. */
const MOST_FOUND = 3;

/** Said above the picture as long as the picture and the text that Envoy is asked about are not the same. */
function ByHand() {
  const words = useByHandWords();
  if (words === null) return null;
  return (
    <p className="stage-by-hand" role="status" data-testid="by-hand">
      <span aria-hidden="true">✎</span> {words}
    </p>
  );
}

/** Why there is no picture: of an input without a workload what was found in it, the gravest first. */
function emptyWords(study: Study | null): readonly string[] {
  if (study === null) return [stageText.empty];
  if (study.workloads.length > 0) return [stageText.loading];
  const found = gravestFirst(study.notes).map((note) => note.message);
  return [stageText.noWorkload, ...found.slice(0, MOST_FOUND)];
}

/** The stage with its scenes, zoom and ways to save the picture. */
export function Stage({ children }: { readonly children: ReactNode }) {
  const stores = useStores();
  const study = useStore(stores.study, (state) => state.study);
  const { element, size } = useSize();
  const scene = useScene(size);
  const theme = useStore(stores.theme, (state) => THEMES[state.theme]);
  const zoom = useRef<Zoom | null>(null);
  return (
    <section className="stage" aria-label={stageText.region} data-testid="stage">
      <div className="stage-bar">
        <SceneBar />
        <div className="legend-line legend-colours">
          <LegendItems scene={scene} theme={theme} />
        </div>
        <div className="stage-tools">
          <ExportControls size={size} />
          <StageMenu scene={scene} theme={theme} zoom={zoom} />
        </div>
        {children}
      </div>
      <Stepper />
      <NotInjected />
      <ByHand />
      <div ref={element} className="stage-room">
        {scene !== null && <StageCanvas scene={scene} size={size} zoomRef={zoom} />}
        {scene === null && (
          <div className="stage-empty" data-testid="empty">
            {emptyWords(study).map((words) => (
              <p key={words}>{visibleText(cutText(words, 600))}</p>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}
