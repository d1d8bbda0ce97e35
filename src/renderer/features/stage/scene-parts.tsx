import { Fragment, memo } from 'react';
import type { SceneBox, SceneLine, SceneText } from '../../../domain/diagram/scene.ts';
import { arrowHeadPath, barPath } from '../../../domain/diagram/shapes.ts';
import { boxStyle, FONT_FAMILIES, inkOf, lineStyle } from '../../../domain/diagram/style.ts';
import type { Theme } from '../../../domain/diagram/theme.ts';
import { keyed } from '../../ui/keyed.ts';
import { foldName } from './fold-name.ts';
import { isStop } from './key-movement.ts';
import { stageText } from './stage-text.ts';

function sameTexts(a: readonly SceneText[], b: readonly SceneText[]): boolean {
  return (
    a.length === b.length &&
    a.every((text, index) => {
      const other = b[index];
      return (
        other !== undefined &&
        text.text === other.text &&
        text.x === other.x &&
        text.y === other.y &&
        text.size === other.size &&
        text.ink === other.ink &&
        text.weight === other.weight &&
        text.full === other.full
      );
    })
  );
}

/** Whether two boxes look the same: a new scene makes every box anew, and most of them did not change. */
export function sameBox(a: SceneBox, b: SceneBox): boolean {
  return (
    a.id === b.id &&
    a.x === b.x &&
    a.y === b.y &&
    a.width === b.width &&
    a.height === b.height &&
    a.state === b.state &&
    a.tone === b.tone &&
    a.title === b.title &&
    a.beside === b.beside &&
    sameTexts(a.texts, b.texts)
  );
}

interface BoxProps {
  readonly box: SceneBox;
  readonly theme: Theme;
  /** It is the one the Tab key reaches. */
  readonly focusable: boolean;
}

function Texts({ box, theme }: { readonly box: SceneBox; readonly theme: Theme }) {
  // A text has no name of its own; family and size are what it keeps from scene to scene.
  return keyed(box.texts, (text) => `${text.family} ${text.size}`).map(({ key, item: text }) => (
    <Fragment key={key}>
      <text
        x={text.x - box.x}
        y={text.y - box.y}
        fontFamily={FONT_FAMILIES[text.family]}
        fontSize={text.size}
        fontWeight={text.weight}
        textAnchor={text.anchor}
        transform={text.turned === true ? `rotate(90 ${text.x - box.x} ${text.y - box.y})` : undefined}
        fill={inkOf(text.ink, box, theme)}
      >
        {text.text}
      </text>
      {/* Between two drawn texts, so that what reads the page does not join them to one word. */}{' '}
    </Fragment>
  ));
}

/** What is drawn comes first, so that people who speak to the window can say what they see; then kind and origin. */
function nameOf(box: SceneBox): string {
  if (box.role === 'more') return foldName(box);
  return `${box.texts.map((text) => text.text).join(' ')}. ${box.title}`;
}

/** Where a box stands and how large it is: of the same place its texts stay, for another they are drawn anew. */
const placeOf = ({ x, y, width, height }: SceneBox): string => `${x} ${y} ${width} ${height}`;

/**
 * One box, moved by a transform so that the same box glides to its place in another scene. Its texts do not glide: they
 * are drawn anew, and appear as what is new does when the frames stand (stage.css).
 */
export const StageBox = memo(
  function StageBox({ box, theme, focusable }: BoxProps) {
    const style = boxStyle(box, theme);
    const stop = isStop(box);
    return (
      <g
        className="stage-box"
        data-box={box.id}
        data-part={box.partId ?? undefined}
        data-role={box.role}
        data-state={box.state}
        data-tone={box.tone}
        data-beside={box.beside}
        style={{ transform: `translate(${box.x}px, ${box.y}px)` }}
        {...(stop
          ? {
              role: 'button',
              tabIndex: focusable ? 0 : -1,
              'aria-label': nameOf(box),
              'aria-pressed': box.role === 'more' ? undefined : box.state === 'selected',
            }
          : { 'aria-hidden': box.role === 'badge' ? true : undefined })}
      >
        <rect
          className="stage-frame"
          width={box.width}
          height={box.height}
          rx={style.radius}
          fill={style.fill}
          stroke={style.stroke}
          strokeWidth={style.strokeWidth}
          strokeDasharray={style.dash === '' ? undefined : style.dash}
        >
          {stop && <title>{box.role === 'more' ? foldName(box) : box.title}</title>}
          {box.beside === true && <title>{stageText.beside}</title>}
        </rect>
        {style.bar > 0 && (
          <path
            className="stage-edge"
            d={barPath({ x: 0, y: 0, height: box.height }, style.bar, style.radius)}
            fill={style.barColour}
          />
        )}
        <g key={placeOf(box)} className="stage-texts" opacity={style.textOpacity}>
          <Texts box={box} theme={theme} />
        </g>
        {stop && (
          <rect
            className="stage-ring"
            x={-3}
            y={-3}
            width={box.width + 6}
            height={box.height + 6}
            rx={style.radius + 3}
            fill="none"
          />
        )}
      </g>
    );
  },
  (a, b) => a.theme === b.theme && a.focusable === b.focusable && sameBox(a.box, b.box),
);

/** One line with its head and label. */
export const StageLine = memo(
  function StageLine({ line, theme }: { readonly line: SceneLine; readonly theme: Theme }) {
    const style = lineStyle(line, theme);
    const { label } = line;
    return (
      <g
        className="stage-line"
        data-line={line.id}
        data-rule={line.rule}
        data-state={line.state}
        opacity={style.opacity}
      >
        <path
          d={line.d}
          fill="none"
          stroke={style.stroke}
          strokeWidth={style.width}
          strokeDasharray={style.dash === '' ? undefined : style.dash}
          strokeLinejoin="round"
        />
        {line.arrow && <path d={arrowHeadPath(line.d)} fill={style.stroke} />}
        {label !== null && (
          <text
            x={label.x}
            y={label.y}
            fontFamily={FONT_FAMILIES[label.family]}
            fontSize={label.size}
            fontWeight={label.weight}
            textAnchor={label.anchor}
            fill={inkOf(label.ink, null, theme)}
          >
            {label.text}
          </text>
        )}
      </g>
    );
  },
  (a, b) =>
    a.theme === b.theme &&
    a.line.d === b.line.d &&
    a.line.state === b.line.state &&
    a.line.tone === b.line.tone &&
    a.line.label?.text === b.line.label?.text &&
    a.line.label?.y === b.line.label?.y,
);
