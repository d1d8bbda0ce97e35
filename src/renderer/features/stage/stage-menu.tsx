import type { RefObject } from 'react';
import { useStore } from 'zustand';
import type { Scene } from '../../../domain/diagram/scene.ts';
import type { Theme } from '../../../domain/diagram/theme.ts';
import { setNative } from '../../state/actions.ts';
import { useStores } from '../../state/app.ts';
import { NEEDS_LAB } from '../../state/needs-lab.ts';
import { hasIstioctl } from '../../state/tools-store.ts';
import { LegendItems } from './legend.tsx';
import './stage-menu.css';
import { stageText } from './stage-text.ts';
import type { Zoom } from './use-zoom.ts';

function NativeToggle() {
  const stores = useStores();
  const native = useStore(stores.study, (state) => state.native);
  const busy = useStore(stores.study, (state) => state.busy !== null);
  const already = useStore(stores.study, (state) => state.shown?.alreadyInjected === true);
  const past = useStore(stores.player, (state) => state.film !== null);
  const ready = useStore(stores.tools, hasIstioctl) && !past;
  return (
    <label className="check" title={past ? NEEDS_LAB : stageText.nativeHelp}>
      <input
        type="checkbox"
        data-testid="native"
        checked={native}
        disabled={!ready || busy || already}
        onChange={(event) => void setNative(stores, event.target.checked)}
      />
      {stageText.native}
    </label>
  );
}

function ZoomButtons({ zoom }: { readonly zoom: RefObject<Zoom | null> }) {
  return (
    <fieldset className="plain stage-zoom" aria-label={stageText.zoom}>
      <button
        type="button"
        className="button small icon"
        aria-label={stageText.zoomOut}
        title={stageText.zoomOut}
        onClick={() => zoom.current?.zoomBy(0.8)}
      >
        <span aria-hidden="true">−</span>
      </button>
      <button
        type="button"
        className="button small icon"
        aria-label={stageText.zoomIn}
        title={stageText.zoomIn}
        onClick={() => zoom.current?.zoomBy(1.25)}
      >
        <span aria-hidden="true">+</span>
      </button>
      <button
        type="button"
        className="button small"
        data-testid="fit"
        title={stageText.fit}
        onClick={() => zoom.current?.fit()}
      >
        Fit
      </button>
    </fieldset>
  );
}

interface StageMenuProps {
  readonly scene: Scene | null;
  readonly theme: Theme;
  readonly zoom: RefObject<Zoom | null>;
}

/** What of the stage is not needed all the time: native sidecar, zoom, and what the colours mean where that has no line of its own. */
export function StageMenu({ scene, theme, zoom }: StageMenuProps) {
  return (
    <details
      className="stage-menu"
      data-testid="stage-menu"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return;
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary className="button small" title={stageText.menuHelp}>
        {stageText.menu}
      </summary>
      {/* A press between the things in it leaves it open. */}
      <div className="stage-menu-items" tabIndex={-1}>
        <NativeToggle />
        <ZoomButtons zoom={zoom} />
        <div className="legend-colours" data-testid="legend">
          <LegendItems scene={scene} theme={theme} />
        </div>
      </div>
    </details>
  );
}
