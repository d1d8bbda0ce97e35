import type { Scene, SceneBox, SceneText } from '../scene.ts';

/** A box of a scene with what stands in it, or below it up to the next heading. */
export interface OutlineNode {
  readonly box: SceneBox;
  /** `n0`, `n1` …: short, safe in every format, the same for the same scene. */
  readonly id: string;
  /** Its texts from top to bottom, each line from left to right, whole even where the drawing shortened them. */
  readonly lines: readonly (readonly string[])[];
  /** Words that a badge on it says: `injected`. */
  readonly badges: readonly string[];
  readonly children: readonly OutlineNode[];
}

export interface Outline {
  readonly columns: readonly OutlineNode[];
  /** Ids of the outline by ids of boxes; badges have none. */
  readonly ids: ReadonlyMap<string, string>;
}

interface Building {
  readonly box: SceneBox;
  readonly id: string;
  readonly badges: string[];
  readonly children: Building[];
}

/** The boxes of a scene as a tree, for formats that lay out for themselves: columns, headings with their rows, cards with theirs. */
export function outlineOf({ boxes }: Pick<Scene, 'boxes'>): Outline {
  const built = new Map<string, Building>();
  const columns: Building[] = [];
  /** The heading under which the boxes of a parent stand now. */
  const headings = new Map<string, Building>();
  for (const [index, box] of boxes.entries()) {
    const parent = box.parent === null ? undefined : built.get(box.parent);
    if (box.role === 'badge') {
      parent?.badges.push(...box.texts.map(whole));
      continue;
    }
    const mine: Building = { box, id: `n${index}`, badges: [], children: [] };
    built.set(box.id, mine);
    if (parent === undefined) columns.push(mine);
    else if (box.role === 'heading') {
      parent.children.push(mine);
      headings.set(parent.box.id, mine);
    } else (headings.get(parent.box.id) ?? parent).children.push(mine);
  }
  const ids = new Map([...built].map(([boxId, { id }]) => [boxId, id]));
  return { columns: columns.map(finished), ids };
}

function finished({ box, id, badges, children }: Building): OutlineNode {
  return { box, id, badges, lines: linesOf(box), children: children.map(finished) };
}

const whole = ({ text, full }: SceneText): string => full ?? text;

function linesOf({ texts }: SceneBox): readonly (readonly string[])[] {
  const lines: { readonly y: number; readonly words: string[] }[] = [];
  for (const text of texts) {
    const words = whole(text);
    if (words.trim() === '') continue;
    const last = lines.at(-1);
    // A text of two sizes stands on one line although its baselines differ a little.
    if (last !== undefined && Math.abs(last.y - text.y) < 4) last.words.push(words);
    else lines.push({ y: text.y, words: [words] });
  }
  return lines.map(({ words }) => words);
}
