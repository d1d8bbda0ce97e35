import type { SceneBox, SceneLine, SceneText } from './scene.ts';
import type { Theme } from './theme.ts';

/** How a box is painted; the SVG writer and the stage in the window ask the same. */
export interface BoxStyle {
  readonly fill: string;
  readonly stroke: string;
  readonly strokeWidth: number;
  /** SVG dash pattern, empty for a solid frame. */
  readonly dash: string;
  readonly radius: number;
  /** Width of the coloured bar along the left edge, 0 for none. */
  readonly bar: number;
  readonly barColour: string;
  /** Opacity of the texts: context of another selection steps back. */
  readonly textOpacity: number;
}

export interface LineStyle {
  readonly stroke: string;
  readonly width: number;
  readonly dash: string;
  readonly opacity: number;
}

/** Frame, ground and bar of a box by its role, tone and state, as heavy as the theme has them. */
export function boxStyle(box: SceneBox, theme: Theme): BoxStyle {
  const style = plainStyle(box, theme);
  if (theme.heaviness === 1) return style;
  return { ...style, strokeWidth: heavy(style.strokeWidth, theme), bar: heavy(style.bar, theme) };
}

const heavy = (width: number, { heaviness }: Theme): number => Math.round(width * heaviness * 100) / 100;

function plainStyle(box: SceneBox, theme: Theme): BoxStyle {
  const tone = theme.tones[box.tone];
  const base = {
    dash: '',
    bar: 0,
    barColour: tone.ink,
    textOpacity: box.state === 'dim' ? theme.stepBack : 1,
    strokeWidth: 1,
  };
  const chosen = box.state === 'lit' || box.state === 'selected';
  const frame = { stroke: tone.ink, strokeWidth: box.state === 'selected' ? 2.5 : 1.5 };
  switch (box.role) {
    case 'column':
      if (box.state === 'missing')
        return { ...base, fill: 'none', stroke: theme.muted, dash: '5 5', radius: 10 };
      if (box.state === 'broken')
        return { ...base, fill: theme.column, stroke: theme.tones.bad.ink, strokeWidth: 2, radius: 10 };
      if (chosen) return { ...base, ...frame, fill: tone.tint, radius: 10 };
      if (box.tone === 'control-plane') return { ...base, fill: tone.tint, stroke: 'none', radius: 10 };
      return { ...base, fill: theme.column, stroke: theme.border, radius: 10 };
    case 'card':
      return { ...base, radius: 7, ...cardStyle(box, chosen ? { ...frame, fill: tone.tint } : null, theme) };
    case 'row':
      return { ...base, ...rowStyle(box, chosen ? { ...frame, fill: tone.tint } : null, theme) };
    case 'badge':
      return { ...base, fill: tone.tint, stroke: 'none', radius: box.height / 2 };
    case 'more':
      return { ...base, radius: 4, dash: '3 3', ...foldStyle(chosen, frame, tone.tint, theme) };
    case 'heading':
      return { ...base, fill: 'none', stroke: 'none', radius: 0 };
  }
}

/** A card, framed and tinted where it is lit; of what is not there the frame is broken, lit or not. */
function cardStyle(
  box: SceneBox,
  lit: Pick<BoxStyle, 'fill' | 'stroke' | 'strokeWidth'> | null,
  theme: Theme,
): Pick<BoxStyle, 'fill' | 'stroke'> & Partial<BoxStyle> {
  if (box.state === 'missing')
    return {
      fill: theme.column,
      stroke: missingInk(box, theme),
      strokeWidth: box.tone === 'neutral' ? 1.25 : 1.75,
      dash: '6 4',
    };
  if (box.state === 'broken') {
    const { ink, tint } = theme.tones.bad;
    return { fill: tint, stroke: ink, strokeWidth: 1.75, bar: 5, barColour: ink };
  }
  // A bar along its edge would say that it is there.
  if (lit !== null) return { ...lit, ...(box.absent === true ? { dash: '6 4' } : { bar: 5 }) };
  const bar = box.tone === 'neutral' ? 0 : 5;
  // What is only compared lies flat: it cannot be chosen.
  if (box.beside === true) return { fill: theme.column, stroke: 'none', bar };
  return { fill: theme.card, stroke: theme.border, bar };
}

/** A row, framed and tinted where it is lit; of what the bootstrap does not hold the frame is broken, lit or not. */
function rowStyle(
  box: SceneBox,
  lit: Pick<BoxStyle, 'fill' | 'stroke' | 'strokeWidth'> | null,
  theme: Theme,
): Pick<BoxStyle, 'fill' | 'stroke' | 'radius' | 'bar'> & Partial<BoxStyle> {
  const bar = lit !== null ? 4 : box.tone === 'neutral' ? 0 : 3;
  const absent = box.absent === true;
  const quiet = absent
    ? { fill: 'none', stroke: theme.muted, strokeWidth: 0.75 }
    : { fill: box.beside === true ? 'none' : theme.row, stroke: 'none' };
  return { radius: 4, bar, ...(lit ?? quiet), ...(absent ? { dash: '4 3' } : {}) };
}

/** The row of a folded rest: quiet, or standing for a row in it that is lit. */
const foldStyle = (
  chosen: boolean,
  frame: Pick<BoxStyle, 'stroke' | 'strokeWidth'>,
  tint: string,
  theme: Theme,
): Pick<BoxStyle, 'fill' | 'stroke'> =>
  chosen ? { ...frame, fill: tint } : { fill: 'none', stroke: theme.border };

/** What is not there: red where that is a fault, quiet where it is meant so, else waited for. */
function missingInk(box: SceneBox, theme: Theme): string {
  if (box.tone === 'bad') return theme.tones.bad.ink;
  return box.tone === 'neutral' ? theme.muted : theme.tones.waiting.ink;
}

const MISSING_DASH = '6 5';

/** Stroke of a line by its tone and state, as heavy as the theme has it. */
export function lineStyle(line: SceneLine, theme: Theme): LineStyle {
  const style = plainLine(line, theme);
  return theme.heaviness === 1 ? style : { ...style, width: heavy(style.width, theme) };
}

function plainLine(line: SceneLine, theme: Theme): LineStyle {
  const stroke = theme.tones[line.tone].ink;
  switch (line.state) {
    case 'normal':
      return { stroke, width: 1.5, dash: '', opacity: 1 };
    case 'lit':
      return { stroke, width: 2.5, dash: line.absent === true ? MISSING_DASH : '', opacity: 1 };
    case 'dim':
      return line.absent === true
        ? // What it is called has to be read all the same.
          {
            stroke: theme.tones.waiting.ink,
            width: 1,
            dash: MISSING_DASH,
            opacity: line.label === null ? 0.5 : theme.stepBack,
          }
        : { stroke, width: 1, dash: '', opacity: 0.35 };
    case 'missing':
      return { stroke: theme.tones.waiting.ink, width: 2, dash: MISSING_DASH, opacity: 1 };
    case 'broken':
      return { stroke: theme.tones.bad.ink, width: 2.5, dash: '', opacity: 1 };
  }
}

/** Colour of a text. */
export function inkOf(ink: SceneText['ink'], box: SceneBox | null, theme: Theme): string {
  switch (ink) {
    case 'strong':
    case 'normal':
    case 'muted':
      return theme[ink];
    case 'on-tone':
      return theme.tones[box?.tone ?? 'neutral'].onSolid;
    default:
      return theme.tones[ink].ink;
  }
}

/** Font families, first the shipped ones, then what a machine without them may have. */
export const FONT_FAMILIES: Readonly<Record<SceneText['family'], string>> = {
  sans: "Inter, 'Noto Sans KR', 'Noto Sans JP', system-ui, sans-serif",
  mono: "'JetBrains Mono', 'Noto Sans KR', 'Noto Sans JP', ui-monospace, monospace",
};
