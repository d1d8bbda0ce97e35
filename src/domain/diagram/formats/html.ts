import type { Link, Part, WorkloadAnatomy } from '../../anatomy/model.ts';
import { ruleWords } from '../../anatomy/rule-text.ts';
import { visibleText } from '../../anatomy/visible-text.ts';
import { chains } from '../chain.ts';
import type { Scene } from '../scene.ts';
import { escapeXml, sceneToSvg } from '../svg.ts';
import type { Theme } from '../theme.ts';
import { spoken } from '../words.ts';
import type { FontRules } from './font-rules.ts';
import { PAGE_SCRIPT, PAGE_STYLE } from './html-page.ts';

/** SHA-256 of `PAGE_SCRIPT` and `PAGE_STYLE` in base64, by which the page's policy knows them; a test computes them anew. */
export const PAGE_HASHES = {
  script: 'sha256-rlMIFb3Gb7BU4HY5vyUcoj5zWwhi72je3TgQkvGEJb8=',
  style: 'sha256-auqA1DkIDbZ7Q0GCfo6YOFMMkjvL37GPHGQptVqi6tw=',
} as const;

/** A value that is longer is cut: a page is looked at, not read through. */
const MAX_VALUE = 4000;

interface PageLink {
  readonly rule: string;
  /** Index of the part at the other end. */
  readonly part: number;
}

interface PagePart {
  readonly label: string;
  readonly value: string | null;
  readonly words: string;
  readonly place: string | null;
  readonly from: readonly PageLink[];
  readonly to: readonly PageLink[];
  readonly chain: readonly number[];
}

const FROM = 'Comes from';
const TO = 'Leads to';
const HELP = 'Point at a part to light its chain; press it to read where it comes from.';

/**
 * A scene as one HTML file that needs no network: the drawing, in which parts can be pointed at and pressed, and beside it
 * what is known of the one that was pressed. Its policy allows nothing but its own script and styles. The same input gives
 * the same bytes.
 * @param fonts the letters for the drawing and for `besideDrawing`; null: it is shown with what its reader has
 */
export function sceneToHtml(
  scene: Scene,
  theme: Theme,
  anatomy: WorkloadAnatomy,
  fonts: FontRules | null,
): string {
  const index = new Map(anatomy.parts.map((part, at) => [part.id, at]));
  const svg = sceneToSvg(scene, theme, {
    box: ({ partId }) => {
      const part = partId === null ? undefined : index.get(partId);
      return part === undefined ? {} : { 'data-part': String(part) };
    },
    line: ({ carries }) => ({
      'data-links': carries
        .flatMap(({ from, to }) => {
          const [start, end] = [index.get(from), index.get(to)];
          return start === undefined || end === undefined ? [] : [`${start}-${end}`];
        })
        .join(' '),
    }),
  });
  const data = { help: HELP, from: FROM, to: TO, parts: pageParts(scene, anatomy, index) };
  const lettered = fonts === null ? '' : ` '${fonts.hash}'; font-src data:`;
  const policy = `default-src 'none'; script-src '${PAGE_HASHES.script}'; style-src '${PAGE_HASHES.style}'${lettered}; base-uri 'none'; form-action 'none'`;
  return [
    '<!doctype html>',
    `<html lang="en" data-theme="${theme.name}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeXml(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeXml(scene.title)}</title>`,
    `<style>${PAGE_STYLE}</style>`,
    ...(fonts === null ? [] : [`<style>${fonts.css}</style>`]),
    '</head>',
    '<body>',
    `<main>${svg.slice(svg.indexOf('<svg'))}</main>`,
    '<aside id="side" aria-live="polite"></aside>',
    `<script type="application/json" id="data">${json(data)}</script>`,
    `<script>${PAGE_SCRIPT}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** Everything that a page of this scene may say beside its drawing, so that the letters for it can be found. */
export function besideDrawing(scene: Scene, anatomy: WorkloadAnatomy): string {
  const index = new Map(anatomy.parts.map((part, at) => [part.id, at]));
  const said = pageParts(scene, anatomy, index).flatMap(({ label, value, words, place, from, to }) => [
    label,
    value ?? '',
    words,
    place ?? '',
    ...[...from, ...to].map(({ rule }) => rule),
  ]);
  // Each letter once: of a long page there are few.
  return [...new Set([HELP, FROM, TO, ...said].join(''))].join('');
}

/** JSON in which no text can end the element that it stands in. */
function json(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function pageParts(
  scene: Scene,
  anatomy: WorkloadAnatomy,
  index: ReadonlyMap<string, number>,
): readonly PagePart[] {
  const { from, to } = linksByEnd(anatomy.links);
  const chainOf = chains(anatomy);
  const linked = (links: readonly Link[] | undefined, end: 'from' | 'to'): readonly PageLink[] =>
    (links ?? []).flatMap((link) => {
      const part = index.get(link[end]);
      return part === undefined ? [] : [{ rule: ruleWords[link.rule], part }];
    });
  return anatomy.parts.map((part) => ({
    label: visibleText(part.label),
    value: part.value === null ? null : cut(visibleText(part.value, true)),
    words: spoken({ ...part, value: null }, scene.view),
    place: placeOf(part),
    from: linked(to.get(part.id), 'from'),
    to: linked(from.get(part.id), 'to'),
    chain: [...chainOf(part.id)].flatMap((id) => index.get(id) ?? []).sort((a, b) => a - b),
  }));
}

function linksByEnd(links: readonly Link[]) {
  const from = new Map<string, Link[]>();
  const to = new Map<string, Link[]>();
  const add = (map: Map<string, Link[]>, id: string, link: Link): void => {
    const list = map.get(id);
    if (list === undefined) map.set(id, [link]);
    else list.push(link);
  };
  for (const link of links) {
    add(from, link.from, link);
    add(to, link.to, link);
  }
  return { from, to };
}

const placeOf = ({ source, original }: Part): string | null => {
  if (source === null) return null;
  const written = `${source.file}:${source.line}`;
  return original === undefined ? written : `${written} · ${original.file}:${original.line}`;
};

function cut(text: string): string {
  return text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE)}…`;
}
