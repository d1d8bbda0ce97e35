import { ROOM_LETTERS } from './for-room.ts';
import { DASHED_WORDS, hasDashes, legendOf } from './legend.ts';
import { printable, shorten, textWidth } from './measure.ts';
import type { Scene, SceneBox, SceneLine, SceneText } from './scene.ts';
import { arrowHeadPath, barPath } from './shapes.ts';
import { boxStyle, FONT_FAMILIES, inkOf, lineStyle } from './style.ts';
import type { Theme } from './theme.ts';

/** What of XML 1.0 (section 2.2) may not stand in a document, not even escaped. */
const ILLEGAL = /[^\u0009\u000a\u000d\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** What `escapeXml` changes, or may have to: nearly every text holds none of it. */
const SPECIAL = /[&<>"']|[^\u0020-\ud7ff]/;

/** A text as XML character data or attribute value; what XML cannot hold becomes U+FFFD. */
export function escapeXml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .replace(ILLEGAL, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const number = (value: number): string => String(Math.round(value * 100) / 100);

function attributes(values: Readonly<Record<string, string | number | null>>): string {
  let written = '';
  for (const name in values) {
    const value = values[name];
    if (value === undefined || value === null || value === '') continue;
    written += ` ${name}="${typeof value === 'number' ? number(value) : escapeXml(value)}"`;
  }
  return written;
}

function textElement(text: SceneText, box: SceneBox | null, theme: Theme): string {
  const whole = text.full === undefined ? '' : `<title>${escapeXml(text.full.slice(0, 2000))}</title>`;
  const style = attributes({
    x: text.x,
    y: text.y,
    'font-family': text.family === 'sans' ? null : FONT_FAMILIES[text.family],
    'font-size': text.size,
    'font-weight': text.weight === 400 ? null : text.weight,
    'text-anchor': text.anchor === 'start' ? null : text.anchor,
    transform: text.turned === true ? `rotate(90 ${number(text.x)} ${number(text.y)})` : null,
    fill: inkOf(text.ink, box, theme),
  });
  return `<text${style}>${whole}${escapeXml(text.text)}</text>`;
}

/** Attributes for who finds boxes and lines in the drawing again. */
export interface Marks {
  readonly box?: (box: SceneBox) => Readonly<Record<string, string>>;
  readonly line?: (line: SceneLine) => Readonly<Record<string, string>>;
}

function boxElement(box: SceneBox, theme: Theme, marks: Marks): string {
  const style = boxStyle(box, theme);
  const bare = style.fill === 'none' && style.stroke === 'none';
  const frame = bare
    ? ''
    : `<rect${attributes({
        x: box.x,
        y: box.y,
        width: box.width,
        height: box.height,
        rx: style.radius,
        fill: style.fill,
        stroke: style.stroke === 'none' ? null : style.stroke,
        'stroke-width': style.stroke === 'none' || style.strokeWidth === 1 ? null : style.strokeWidth,
        'stroke-dasharray': style.dash,
      })}/>`;
  const edge =
    style.bar === 0
      ? ''
      : `<path${attributes({ d: barPath(box, style.bar, style.radius), fill: style.barColour })}/>`;
  const texts = box.texts.map((text) => textElement(text, box, theme)).join('');
  const shown = style.textOpacity < 1 ? `<g opacity="${style.textOpacity}">${texts}</g>` : texts;
  const marked = attributes(marks.box?.(box) ?? {});
  return `<g${marked}><title>${escapeXml(box.title.slice(0, 2000))}</title>${frame}${edge}${shown}</g>`;
}

function lineElement(line: SceneLine, theme: Theme, marks: Marks): string {
  const style = lineStyle(line, theme);
  const path = `<path${attributes({
    d: line.d,
    fill: 'none',
    stroke: style.stroke,
    'stroke-width': style.width,
    'stroke-dasharray': style.dash,
    'stroke-linejoin': 'round',
  })}/>`;
  const head = line.arrow ? `<path${attributes({ d: arrowHeadPath(line.d), fill: style.stroke })}/>` : '';
  const label = line.label === null ? '' : textElement(line.label, null, theme);
  const opacity = style.opacity < 1 ? ` opacity="${style.opacity}"` : '';
  return `<g${opacity}${attributes(marks.line?.(line) ?? {})}>${path}${head}${label}</g>`;
}

/** Room that a saved picture needs above and below the stage for its title and for what it says of itself. */
export const FRAME = { header: 60, footer: 40 } as const;

/** How much larger the frame and all letters in it are for a room, in which nobody could read small print. */
const forRoom = ({ reader, width }: Pick<Scene, 'reader' | 'width'>): number =>
  reader === 'room' ? (ROOM_LETTERS / 13) * Math.max(1, width / 1280) : 1;

/** The frame of a picture for its reader. */
export function frameOf(scene: Pick<Scene, 'reader' | 'width'>): {
  readonly header: number;
  readonly footer: number;
} {
  const grown = forRoom(scene);
  return { header: Math.round(FRAME.header * grown), footer: Math.round(FRAME.footer * grown) };
}

function header(scene: Scene, theme: Theme): string {
  const text = printable(scene.title);
  const size = enlarged(20, scene);
  const font = { size, weight: 700, family: 'sans' } as const;
  const said = captionLines(scene).above;
  const title = shorten(text, font, scene.width - 40);
  const small = { ...CAPTION, size: enlarged(13, scene), anchor: 'start' } as const;
  return (
    textElement(
      {
        x: 20,
        y: (said === '' ? 40 : 32) * forRoom(scene),
        text: title,
        ...font,
        ink: 'strong',
        anchor: 'start',
      },
      null,
      theme,
    ) + (said === '' ? '' : textElement({ x: 20, y: 53 * forRoom(scene), text: said, ...small }, null, theme))
  );
}

const CAPTION = { weight: 400, family: 'sans', ink: 'muted' } as const;

/**
 * What a picture says of itself: under its title as many captions as stand there whole, the others at its foot, where
 * they share the line with the legend.
 */
function captionLines(scene: Scene): { readonly above: string; readonly below: string } {
  const font = { ...CAPTION, size: enlarged(13, scene) };
  const captions = scene.captions.map(printable);
  const joined = (count: number): string => captions.slice(0, count).join('  ·  ');
  let count = captions.length;
  while (count > 0 && textWidth(joined(count), font) > scene.width - 40) count--;
  return { above: joined(count), below: captions.slice(count).join('  ·  ') };
}

/** Letters of title, legend and captions grow with the picture, as those in it do. */
const enlarged = (size: number, scene: Scene): number =>
  Math.round(
    size * (scene.reader === 'room' ? forRoom(scene) : Math.min(1.3, Math.max(1, scene.width / 1280))),
  );

function footer(scene: Scene, top: number, theme: Theme): string {
  const size = enlarged(13, scene);
  const font = { size, weight: 400, family: 'sans' } as const;
  const middle = top + 17 * forRoom(scene);
  const y = middle + size * 0.36;
  const parts: string[] = [];
  let x = 20;
  const room = (word: string): boolean => x + size + 6 + textWidth(word, font) <= scene.width - 20;
  const put = (word: string, paint: Readonly<Record<string, string | number>>): void => {
    const swatch = { x, y: middle - size / 2, width: size, height: size, rx: 3, ...paint };
    parts.push(
      `<rect${attributes(swatch)}/>`,
      textElement({ x: x + size + 6, y, text: word, ...font, ink: 'normal', anchor: 'start' }, null, theme),
    );
    x += size + 6 + textWidth(word, font) + 22;
  };
  for (const { tone, word } of legendOf(scene)) {
    if (!room(word)) break;
    put(word, { fill: theme.tones[tone].ink });
  }
  const dashed = room(DASHED_WORDS.whole) ? DASHED_WORDS.whole : DASHED_WORDS.brief;
  if (hasDashes(scene) && room(dashed))
    put(dashed, {
      fill: 'none',
      stroke: theme.tones.waiting.ink,
      'stroke-width': 1.5,
      'stroke-dasharray': '3 2',
    });
  const caption = shorten(captionLines(scene).below, font, scene.width - 20 - x);
  if (caption.length > 3)
    parts.push(
      textElement(
        { x: scene.width - 20, y, text: caption, ...font, ink: 'muted', anchor: 'end' },
        null,
        theme,
      ),
    );
  return parts.join('');
}

/**
 * The scene as one well-formed SVG document without script, style sheet or reference to the outside: title, picture,
 * legend and captions. Texts stay texts; the same scene and theme give the same bytes.
 */
export function sceneToSvg(scene: Scene, theme: Theme, marks: Marks = {}): string {
  const frame = frameOf(scene);
  const height = scene.height + frame.header + frame.footer;
  const description = [
    ...scene.boxes.filter((box) => box.role === 'column').map((box) => box.title),
    ...scene.captions,
  ].join('. ');
  const root = attributes({
    width: scene.width,
    height,
    viewBox: `0 0 ${number(scene.width)} ${number(height)}`,
    'aria-label': scene.title,
    'font-family': FONT_FAMILIES.sans,
    'font-variant-ligatures': 'none',
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" role="img"${root}>`,
    `<title>${escapeXml(scene.title)}</title>`,
    `<desc>${escapeXml(description)}</desc>`,
    `<rect${attributes({ width: scene.width, height, fill: theme.stage })}/>`,
    header(scene, theme),
    `<g transform="translate(0 ${frame.header})">`,
    ...scene.boxes.map((box) => boxElement(box, theme, marks)),
    ...scene.lines.map((line) => lineElement(line, theme, marks)),
    '</g>',
    footer(scene, frame.header + scene.height, theme),
    '</svg>',
    '',
  ].join('\n');
}
