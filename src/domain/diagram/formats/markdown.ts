import type { Part, WorkloadAnatomy } from '../../anatomy/model.ts';
import { visibleText } from '../../anatomy/visible-text.ts';
import { printable } from '../measure.ts';
import { valueIn } from '../part-index.ts';
import type { Scene, SceneBox, ViewMode } from '../scene.ts';
import type { Theme } from '../theme.ts';
import { toneOf, toneWord } from '../words.ts';
import { sceneToMermaid } from './mermaid.ts';
import { provenanceTable } from './provenance-table.ts';

/** Signs that CommonMark lets a backslash stand in front of (section 2.4): all of ASCII's punctuation. */
const PUNCTUATION = /[!-/:-@[-`{-~]/g;
/** Texts in which nothing can be taken for markup: they are shown as they are. */
const PLAIN = /^[\p{L}\p{N} .,:/=@()-]*$/u;
/** Longer values make a table that nobody reads. */
const MOST = 300;

/** A text in running Markdown or a cell of a table. */
function prose(text: string): string {
  const plain = printable(text);
  return PLAIN.test(plain) ? plain : plain.replace(PUNCTUATION, '\\$&');
}

/** A value in a cell: as code where it holds nothing that would end that. */
function code(text: string): string {
  const shown = visibleText(text.length > MOST ? `${text.slice(0, MOST)}…` : text);
  if (shown === '') return '';
  return /[`|\\]/.test(shown) || shown.trim() !== shown ? prose(shown) : `\`${shown}\``;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function partRow(part: Part, view: ViewMode): string {
  const place = part.source === null ? '' : `${part.source.file}:${part.source.line}`;
  const value = valueIn(part, view);
  return row([
    // By its path, which `--format json` calls `id`: of many parts of one name it tells which.
    code(part.id),
    value === part.label ? '' : code(part.label),
    value === '' ? '`""`' : code(value ?? part.detail ?? ''),
    toneWord(toneOf(part, view), view),
    code(place),
  ]);
}

/** The parts that a column shows, folded ones included: those of its boxes, and those whose parents it shows. */
function partsOf(column: SceneBox, scene: Scene, anatomy: WorkloadAnatomy): readonly Part[] {
  const inside = new Set([column.id]);
  const shown = new Set<string>();
  for (const { id, parent, partId } of scene.boxes) {
    if (parent === null || !inside.has(parent)) continue;
    inside.add(id);
    if (partId !== null) shown.add(partId);
  }
  return anatomy.parts.filter(({ id, parent }) => shown.has(id) || (parent !== null && shown.has(parent)));
}

/**
 * A scene as a Markdown report: its title and what it says of itself, the picture, and a table of parts for each column.
 * @param picture how a saved picture is called from beside the report; null: the picture is a Mermaid block
 */
export function sceneToMarkdown(
  scene: Scene,
  theme: Theme,
  anatomy: WorkloadAnatomy,
  picture: string | null,
): string {
  const columns = scene.boxes.filter(({ role }) => role === 'column');
  const image =
    picture === null
      ? ['```mermaid', sceneToMermaid(scene, theme).trimEnd(), '```']
      : [`![${prose(scene.title)}](<${encodeURI(picture)}>)`];
  const told = new Set<Part>();
  const tables = columns.flatMap((column) => {
    const parts = partsOf(column, scene, anatomy);
    for (const part of parts) told.add(part);
    if (parts.length === 0) return [];
    const title = column.texts[0]?.full ?? column.texts[0]?.text ?? '';
    return [
      `## ${prose(title)}`,
      '',
      row(['part', 'name', 'value', 'whose', 'where']),
      row(['---', '---', '---', '---', '---']),
      ...parts.map((part) => partRow(part, scene.view)),
      '',
    ];
  });
  return [
    `# ${prose(scene.title)}`,
    '',
    ...scene.captions.map((caption) => `- ${prose(caption)}`),
    ...(scene.captions.length === 0 ? [] : ['']),
    ...image,
    '',
    ...tables,
    ...provenanceTable([...told], anatomy, { row, code, prose }),
  ].join('\n');
}
