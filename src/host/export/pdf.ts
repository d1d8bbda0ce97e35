import PDFDocument from 'pdfkit';
import { type Face, facesFor, LIGATURES } from './fonts.ts';
import { installedResources, type PngResources } from './png.ts';
import { type Drawing, readSvg, type Shape } from './read-svg.ts';

/** PostScript points to a stage unit: a CSS pixel is 1/96 of an inch, a point 1/72. */
const POINTS = 0.75;

/** A date that is the same for every file: the same input gives the same bytes. */
const NO_DATE = new Date(0);

type Document = InstanceType<typeof PDFDocument>;

/**
 * Draws an SVG document of ours as a PDF of one page: paths stay paths and texts stay texts that can be searched and copied,
 * with the letters that they need of the shipped fonts in the file. The same input gives the same bytes. Rejects with an
 * ordinary Error when a font cannot be read.
 */
export async function svgToPdf(
  svg: string,
  { fonts }: Pick<PngResources, 'fonts'> = installedResources(),
): Promise<Uint8Array> {
  const drawing = readSvg(svg);
  const letters = drawing.shapes.map((shape) => (shape.kind === 'text' ? shape.text : '')).join('');
  // As everywhere else in a drawing: what is written is what stands there.
  const faces = await facesFor(`${letters} `, fonts, [LIGATURES]);
  const document = new PDFDocument({
    size: [drawing.width * POINTS, drawing.height * POINTS],
    margin: 0,
    font: '',
    info: { Title: drawing.title, Creator: 'Sidecar Anatomy', CreationDate: NO_DATE, ModDate: NO_DATE },
    lang: 'en',
    displayTitle: true,
  });
  const pieces: Uint8Array[] = [];
  document.on('data', (piece: Uint8Array) => pieces.push(piece));
  const ended = new Promise<void>((done, failed) => {
    document.once('end', done);
    document.once('error', failed);
  });
  draw(document, drawing, faces);
  document.end();
  await ended;
  return Buffer.concat(pieces);
}

function draw(document: Document, { shapes }: Drawing, faces: readonly Face[]): void {
  for (const [index, { bytes }] of faces.entries()) document.registerFont(String(index), Buffer.from(bytes));
  document.scale(POINTS);
  for (const shape of shapes) {
    document.save();
    document.translate(shape.around.dx, shape.around.dy);
    document.opacity(shape.around.opacity);
    if (shape.kind === 'text') drawText(document, shape, faces);
    else drawOutline(document, shape);
    document.restore();
  }
}

const number = (value: string | undefined, otherwise = 0): number =>
  value === undefined ? otherwise : Number(value);

function drawOutline(document: Document, { kind, attributes }: Exclude<Shape, { kind: 'text' }>): void {
  const { d = '', fill = 'black', stroke = 'none' } = attributes;
  if (kind === 'path') document.path(d);
  else {
    const [x, y] = [number(attributes.x), number(attributes.y)];
    const [width, height] = [number(attributes.width), number(attributes.height)];
    const radius = Math.min(number(attributes.rx), width / 2, height / 2);
    if (radius > 0) document.roundedRect(x, y, width, height, radius);
    else document.rect(x, y, width, height);
  }
  if (stroke === 'none') {
    document.fill(fill);
    return;
  }
  document.lineWidth(number(attributes['stroke-width'], 1));
  if (attributes['stroke-linejoin'] === 'round') document.lineJoin('round');
  const dash = (attributes['stroke-dasharray'] ?? '').split(/[ ,]+/).filter((part) => part !== '');
  if (dash.length > 0) document.dash(Number(dash[0]), { space: Number(dash[1] ?? dash[0]) });
  if (fill === 'none') document.stroke(stroke);
  else document.fillAndStroke(fill, stroke);
}

/** A stretch of a text that one font has all letters of. */
interface Run {
  readonly face: number;
  readonly text: string;
}

function runsOf(text: string, attributes: Shape['attributes'], faces: readonly Face[]): readonly Run[] {
  const family = attributes['font-family']?.includes('JetBrains') ? 'JetBrains Mono' : 'Inter';
  const weight = number(attributes['font-weight'], 400);
  const runs: Run[] = [];
  for (const letter of text) {
    const face = bestFace(letter.codePointAt(0) ?? 0, family, weight, faces);
    const last = runs.at(-1);
    if (last?.face === face) runs[runs.length - 1] = { face, text: last.text + letter };
    else runs.push({ face, text: letter });
  }
  return runs;
}

/** Index of the font for a letter: of the family that is asked for and the nearest weight, else any that has the letter. */
function bestFace(code: number, family: string, weight: number, faces: readonly Face[]): number {
  const far = (face: Face): number =>
    Math.abs(face.weight - weight) +
    (face.family === family ? 0 : 10_000) +
    (face.codes.has(code) ? 0 : 100_000);
  let best = 0;
  faces.forEach((face, index) => {
    const than = faces[best];
    if (than === undefined || far(face) < far(than)) best = index;
  });
  return best;
}

function drawText(
  document: Document,
  { text, attributes }: Extract<Shape, { kind: 'text' }>,
  faces: readonly Face[],
): void {
  const [, turn] = /^rotate\((\S+) /.exec(attributes.transform ?? '') ?? [];
  if (turn !== undefined)
    document.rotate(Number(turn), { origin: [number(attributes.x), number(attributes.y)] });
  document.fontSize(number(attributes['font-size'], 13));
  const runs = runsOf(text, attributes, faces).map((run) => {
    document.font(String(run.face));
    return { ...run, width: document.widthOfString(run.text) };
  });
  const whole = runs.reduce((sum, { width }) => sum + width, 0);
  const anchor = attributes['text-anchor'];
  let x = number(attributes.x) - (anchor === 'end' ? whole : anchor === 'middle' ? whole / 2 : 0);
  document.fillColor(attributes.fill ?? 'black');
  for (const run of runs) {
    document.font(String(run.face));
    document.text(run.text, x, number(attributes.y), {
      lineBreak: false,
      baseline: 'alphabetic',
    });
    x += run.width;
  }
}
