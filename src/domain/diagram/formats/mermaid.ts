import { RULE_WORDS } from '../labels.ts';
import { printable } from '../measure.ts';
import type { Scene, SceneLine, Tone } from '../scene.ts';
import type { Theme } from '../theme.ts';
import { type OutlineNode, outlineOf } from './outline.ts';

/** Signs that can mean something to Mermaid, its Markdown, its directives or the HTML in its labels: all but these. */
const SPECIAL = /[^\p{L}\p{N} .,()/~@+=_·…'-]/gu;

/** Longer texts make a node that hides the picture. */
const MOST = 160;

/**
 * A text in a quoted label: every sign as a numeric entity (`#35;`), as Mermaid's documentation asks for those that would
 * “break the syntax”; so no text can end its label or be read as markup.
 */
function quoted(text: string): string {
  const plain = printable(text);
  const characters = [...plain];
  const shown = characters.length > MOST ? `${characters.slice(0, MOST - 1).join('')}…` : plain;
  return shown.replace(SPECIAL, (sign) => `#${sign.codePointAt(0)};`);
}

function labelOf({ lines, badges }: OutlineNode): string {
  const said = lines.map((words) => words.map(quoted).join(' · '));
  const badge = badges.length === 0 ? [] : [`(${badges.map(quoted).join(' · ')})`];
  return `"${[...said, ...badge].join('<br/>') || ' '}"`;
}

/** Classes as Mermaid writes them: its own are named `default`, and `end` is one of its words. */
const classOf = (tone: Tone): string => `tone_${tone.replace('-', '_')}`;

function nodeLines(node: OutlineNode, depth: number): readonly string[] {
  const indent = '  '.repeat(depth);
  const { box, id, children } = node;
  const dashed = box.state === 'missing' || box.absent === true;
  const styled = [
    `${indent}class ${id} ${classOf(box.state === 'broken' ? 'bad' : box.tone)}`,
    ...(dashed ? [`${indent}style ${id} stroke-dasharray:5 4`] : []),
  ];
  if (children.length === 0) return [`${indent}${id}[${labelOf(node)}]`, ...styled];
  return [
    `${indent}subgraph ${id}[${labelOf(node)}]`,
    `${indent}  direction TB`,
    ...children.flatMap((child) => nodeLines(child, depth + 1)),
    `${indent}end`,
    ...styled,
  ];
}

function edgeLine(line: SceneLine, ids: ReadonlyMap<string, string>): string | null {
  const [from, to] = [ids.get(line.from), ids.get(line.to)];
  if (from === undefined || to === undefined) return null;
  const words = line.label?.text ?? RULE_WORDS[line.rule] ?? '';
  const dotted = line.state === 'missing' || line.absent === true;
  const arrow = line.state === 'broken' ? '--x' : dotted ? '-.->' : line.arrow ? '-->' : '---';
  return `  ${from} ${arrow}${words === '' ? '' : `|"${quoted(words)}"|`} ${to}`;
}

/** A line of a comment: nothing in it may begin a directive. */
const comment = (text: string): string => `%% ${printable(text).replaceAll(/[{}%]/g, ' ')}`;

/**
 * A scene as a Mermaid flowchart, from left to right, a subgraph a column: the same boxes, texts and lines, laid out by
 * Mermaid. The same scene and theme give the same bytes.
 */
export function sceneToMermaid(scene: Scene, theme: Theme): string {
  const { columns, ids } = outlineOf(scene);
  const tones = [
    ...new Set(scene.boxes.map(({ tone, state }) => (state === 'broken' ? 'bad' : tone))),
  ].sort();
  const edges = scene.lines.flatMap((line) => edgeLine(line, ids) ?? []);
  return [
    comment(scene.title),
    ...scene.captions.map(comment),
    'flowchart LR',
    ...tones.map((tone) => {
      const { ink, tint } = theme.tones[tone];
      return `  classDef ${classOf(tone)} fill:${tint},stroke:${ink},color:${theme.strong}`;
    }),
    ...columns.flatMap((column) => nodeLines(column, 1)),
    ...edges,
    '',
  ].join('\n');
}
