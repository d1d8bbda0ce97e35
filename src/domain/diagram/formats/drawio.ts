import { textWidth } from '../measure.ts';
import type { Scene, SceneBox, SceneLine, SceneText } from '../scene.ts';
import { boxStyle, inkOf, lineStyle } from '../style.ts';
import { escapeXml } from '../svg.ts';
import type { Theme } from '../theme.ts';

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** `key=value;` as draw.io's styles are written; values of ours hold neither `;` nor `=`. */
function style(values: Readonly<Record<string, string | number | null>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}=${value};`)
    .join('');
}

const FONTS = { sans: 'Inter', mono: 'JetBrains Mono' } as const;

/** A cell of the page; `parent` is another cell, in whose frame its place is counted. */
function vertex(
  id: string,
  parent: string,
  value: string,
  look: string,
  place: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): string {
  const { x, y, width, height } = place;
  return [
    `        <mxCell id="${id}" value="${escapeXml(value)}" style="${escapeXml(look)}" vertex="1" parent="${parent}">`,
    `          <mxGeometry x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" as="geometry"/>`,
    '        </mxCell>',
  ].join('\n');
}

function textLook(
  text: SceneText,
  box: SceneBox,
  theme: Theme,
  place: Readonly<Record<string, string | number>>,
): string {
  return style({
    text: '',
    html: 0,
    strokeColor: 'none',
    fillColor: 'none',
    ...place,
    verticalAlign: 'middle',
    spacing: 0,
    fontSize: Math.round(text.size),
    fontFamily: FONTS[text.family],
    fontStyle: text.weight >= 600 ? 1 : 0,
    fontColor: inkOf(text.ink, box, theme),
  }).replace('text=;', 'text;');
}

/** A text from above to below: draw.io turns a cell about its middle. */
function turnedCell(id: string, parent: string, text: SceneText, box: SceneBox, theme: Theme): string {
  const width = textWidth(text.text, text) * SLACK;
  const height = text.size * SLACK;
  const [middleX, middleY] = [text.x - box.x + text.size * 0.36, text.y - box.y + width / 2];
  return vertex(id, parent, text.text, textLook(text, box, theme, { align: 'left', rotation: 90 }), {
    x: middleX - width / 2,
    y: middleY - height / 2,
    width,
    height,
  });
}

/** Text cells are a little wider than their letters: draw.io may have another font. */
const SLACK = 1.15;

function textCell(id: string, parent: string, text: SceneText, box: SceneBox, theme: Theme): string {
  if (text.turned === true) return turnedCell(id, parent, text, box, theme);
  const left = text.anchor === 'start' ? text.x - box.x : 0;
  const right = text.anchor === 'end' ? box.x + box.width - text.x : 0;
  const look = textLook(text, box, theme, {
    align: text.anchor === 'start' ? 'left' : text.anchor === 'end' ? 'right' : 'center',
  });
  const height = text.size * SLACK;
  return vertex(id, parent, text.text, look, {
    x: left,
    y: text.y - box.y - text.size * 0.9,
    width: Math.max(8, box.width - left - right),
    height,
  });
}

function boxCells(box: SceneBox, id: string, theme: Theme): readonly string[] {
  const { fill, stroke, strokeWidth, dash, radius } = boxStyle(box, theme);
  const look = style({
    rounded: radius > 0 ? 1 : 0,
    absoluteArcSize: 1,
    arcSize: Math.round(radius * 2),
    html: 0,
    container: 1,
    collapsible: 0,
    fillColor: fill,
    strokeColor: stroke,
    strokeWidth,
    dashed: dash === '' ? null : 1,
    dashPattern: dash === '' ? null : dash,
  });
  return [
    vertex(id, 'page', '', look, box),
    ...box.texts.map((text, index) => textCell(`${id}-t${index}`, id, text, box, theme)),
  ];
}

/** Corners of a way: the points at which its path data turns, ends left out. */
function corners(d: string): readonly { readonly x: number; readonly y: number }[] {
  // A way that a label interrupts goes on behind it.
  const points = [...d.matchAll(/[MLQ]([-\d.]+) ([-\d.]+)/g)].map((match) => ({
    x: Number(match[1]),
    y: Number(match[2]),
  }));
  return points.slice(1, -1);
}

function lineCell(line: SceneLine, id: string, ids: ReadonlyMap<string, string>, theme: Theme): string {
  const { stroke, width, dash } = lineStyle(line, theme);
  const look = style({
    edgeStyle: 'none',
    html: 0,
    rounded: 1,
    endArrow: line.arrow ? 'block' : 'none',
    endSize: 5,
    strokeColor: stroke,
    strokeWidth: width,
    dashed: dash === '' ? null : 1,
    dashPattern: dash === '' ? null : dash,
    fontSize: line.label === null ? null : Math.round(line.label.size),
    fontColor: line.label === null ? null : inkOf(line.label.ink, null, theme),
    labelBackgroundColor: line.label === null ? null : theme.stage,
  });
  const points = corners(line.d)
    .map(({ x, y }) => `              <mxPoint x="${round(x)}" y="${round(y)}"/>`)
    .join('\n');
  return [
    `        <mxCell id="${id}" value="${escapeXml(line.label?.text ?? '')}" style="${escapeXml(look)}" edge="1" parent="page" source="${ids.get(line.from) ?? ''}" target="${ids.get(line.to) ?? ''}">`,
    '          <mxGeometry relative="1" as="geometry">',
    ...(points === '' ? [] : [`            <Array as="points">\n${points}\n            </Array>`]),
    '          </mxGeometry>',
    '        </mxCell>',
  ].join('\n');
}

/**
 * A scene as a draw.io file, uncompressed: every box, text and line a cell at its place, texts in the box that they belong to,
 * lines tied to both ends, so that it can be edited on. The same scene and theme give the same bytes.
 */
export function sceneToDrawio(scene: Scene, theme: Theme): string {
  const ids = new Map(scene.boxes.map(({ id }, index) => [id, `b${index}`]));
  const title = escapeXml([scene.title, ...scene.captions].join(' · '));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<mxfile host="sidecar-anatomy">',
    `  <diagram id="scene" name="${escapeXml(scene.title.slice(0, 120))}">`,
    `    <mxGraphModel grid="0" page="1" pageScale="1" pageWidth="${round(scene.width)}" pageHeight="${round(scene.height)}" background="${theme.stage}" math="0" shadow="0">`,
    '      <root>',
    '        <mxCell id="root"/>',
    `        <mxCell id="page" value="${title}" parent="root"/>`,
    ...scene.boxes.flatMap((box) => boxCells(box, ids.get(box.id) ?? '', theme)),
    ...scene.lines.map((line, index) => lineCell(line, `l${index}`, ids, theme)),
    '      </root>',
    '    </mxGraphModel>',
    '  </diagram>',
    '</mxfile>',
    '',
  ].join('\n');
}
