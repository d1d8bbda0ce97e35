import { shipped } from 'virtual:shipped-picture';
import { lightScene } from '../../domain/diagram/build-scene.ts';
import { THEMES, type Theme } from '../../domain/diagram/theme.ts';
import { askForRecording } from '../bridge/first-request.ts';
import { LegendItems } from '../features/stage/legend.tsx';
import { homeTransform, lookAttributes, type Size } from '../features/stage/looks.ts';
import { laidAt } from '../features/stage/picture.ts';
import { StageBox, StageLine } from '../features/stage/scene-parts.tsx';
import { stageText } from '../features/stage/stage-text.ts';
import { sessionOf } from '../state/presenter-link.ts';
import { chosenTheme } from '../state/theme-store.ts';
import './styles.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { draw } from './draw.ts';
import { listenEarly } from './early-input.ts';

/**
 * Draws the shipped recording into the window that the build has rendered of it, before React is there. It is the same
 * picture as React then draws, of the same components; only the room for it is known no earlier than here.
 */
function drawFirstPicture(): void {
  const theme = chosenTheme(window);
  document.documentElement.dataset.theme = theme;
  const room = document.querySelector('.stage-room');
  if (room === null) return;
  let drawn = '';
  const keepDrawn = () => {
    const { width, height } = room.getBoundingClientRect();
    const size = { width: Math.floor(width), height: Math.floor(height) };
    if (drawn !== `${size.width} ${size.height}`) drawIn(room, size, theme);
    drawn = `${size.width} ${size.height}`;
  };
  keepDrawn();
  // The fonts that come make the lines around the room lower or higher, and with them the room.
  new ResizeObserver(keepDrawn).observe(room);
}

function drawIn(room: Element, size: Size, theme: Theme['name']): void {
  const nothing = new Set<string>();
  const laid = laidAt({ ...shipped, scene: 'overview', view: 'injected', open: nothing }, size);
  if (laid === null) return;
  const scene = lightScene(laid, { selected: null, lit: nothing });
  const look = lookAttributes(scene, size, homeTransform(scene, size));
  const stage = document.createElement('div');
  draw(
    stage,
    <>
      <svg
        className="stage-svg"
        data-still="true"
        role="img"
        aria-label={scene.title}
        data-below={look.below}
      >
        <g transform={look.transform}>
          {scene.boxes.map((box) => (
            <StageBox key={box.id} box={box} theme={THEMES[theme]} focusable={false} />
          ))}
          {scene.lines.map((line) => (
            <StageLine key={line.id} line={line} theme={THEMES[theme]} />
          ))}
        </g>
      </svg>
      <div className="stage-below">
        <button type="button" className="button small">
          {stageText.below} <span aria-hidden="true">▾</span>
        </button>
      </div>
    </>,
  );
  for (const legend of document.querySelectorAll('.legend-colours')) {
    legend.textContent = '';
    draw(legend, <LegendItems scene={scene} theme={THEMES[theme]} />);
  }
  room.textContent = '';
  room.append(...stage.childNodes);
}

/** A page that was opened as the presenter's window shows nothing of the stage's. */
async function beginAsPresenter(session: string): Promise<void> {
  document.documentElement.dataset.theme = chosenTheme(window);
  const root = document.getElementById('root');
  if (root !== null) root.textContent = '';
  (await import('../presenter-page.tsx')).showPresenterWindow(session);
}

async function begin(): Promise<void> {
  listenEarly(window);
  try {
    drawFirstPicture();
  } finally {
    // Under way while the rest of the page's code is read.
    void askForRecording();
    await afterPaint();
    await import('../main.tsx');
  }
}

const session = sessionOf(window.location.hash);
void (session === null ? begin() : beginAsPresenter(session));
