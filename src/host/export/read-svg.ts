/** What a document of our own SVG writer draws, one after the other; groups are read into it. */
export type Shape =
  | { readonly kind: 'rect' | 'path'; readonly attributes: Attributes; readonly around: Around }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly attributes: Attributes;
      readonly around: Around;
    };

export type Attributes = Readonly<Record<string, string>>;

/** What the groups around a shape say. */
export interface Around {
  readonly opacity: number;
  /** Units by which it is moved. */
  readonly dx: number;
  readonly dy: number;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');

function attributesOf(written: string): Attributes {
  const found = written.matchAll(/([\w:-]+)="([^"]*)"/g);
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, unescaped(value)]));
}

function inside(around: Around, { opacity, transform }: Attributes): Around {
  const [, dx = '0', dy = '0'] = /^translate\((\S+) (\S+)\)$/.exec(transform ?? '') ?? [];
  return {
    opacity: around.opacity * Number(opacity ?? 1),
    dx: around.dx + Number(dx),
    dy: around.dy + Number(dy),
  };
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly shapes: readonly Shape[];
}

/**
 * Reads a document that `sceneToSvg` wrote, and no other SVG: rectangles, paths and texts in groups that move them or make
 * them paler. Throws an ordinary Error for an element that such a document does not have.
 */
export function readSvg(svg: string): Drawing {
  const shapes: Shape[] = [];
  const groups: Around[] = [{ opacity: 1, dx: 0, dy: 0 }];
  let root: Attributes = {};
  let text: { attributes: Attributes; words: string } | null = null;
  let skips = false;
  for (const [, end, name = '', written = '', closed, words = ''] of svg.matchAll(
    /<(\/?)([\w?]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?|\?)>([^<]*)/g,
  )) {
    const attributes = attributesOf(written);
    const around = groups.at(-1) ?? { opacity: 1, dx: 0, dy: 0 };
    switch (name) {
      case '?xml':
        break;
      case 'svg':
        if (end === '') root = attributes;
        break;
      case 'title':
      case 'desc':
        skips = end === '';
        break;
      case 'g':
        if (end === '') groups.push(inside(around, attributes));
        else groups.pop();
        break;
      case 'rect':
      case 'path':
        shapes.push({ kind: name, attributes, around });
        break;
      case 'text':
        if (end === '') text = { attributes, words: '' };
        else if (text !== null) {
          shapes.push({ kind: 'text', text: unescaped(text.words), attributes: text.attributes, around });
          text = null;
        }
        break;
      default:
        throw new Error(`the drawing holds <${name}${closed ?? ''}>, which is not one of its writer's`);
    }
    if (text !== null && !skips) text.words += words;
  }
  return {
    width: Number(root.width),
    height: Number(root.height),
    title: root['aria-label'] ?? '',
    shapes,
  };
}
