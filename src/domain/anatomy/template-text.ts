import type { SourceRange } from './model.ts';

/** A line of a template, with where in the pod it stands. */
export interface TemplateLine {
  readonly range: SourceRange;
  /** Without `- ` in front and without quotes around it. */
  readonly content: string;
  /** The key it stands under: `env`, `volumes`, `containers` …; empty at the top. */
  readonly section: string;
  /** The item of a list it belongs to; null outside of lists. */
  readonly item: TemplateItem | null;
  /** The template's own line that repeats it, `{{- range $key, $value := .ProxyConfig.ProxyMetadata }}`; null outside of such. */
  readonly loop: string | null;
  /** The container it belongs to; null outside of containers. */
  readonly container: TemplateItem | null;
}

/** An item of a list; its name is known when its `name:` has been read, which may be its last line. */
export interface TemplateItem {
  name: string | null;
}

type Level =
  | { readonly kind: 'key'; readonly indent: number; readonly key: string }
  | { readonly kind: 'item'; readonly indent: number; readonly item: TemplateItem; readonly list: string };

const KEY = /^([\w./-]+):\s*[{|>]?-?\s*$/;
const NAMED = /^name: ["']?([^"'{]+?)["']?$/;
const CONTAINER_LISTS: ReadonlySet<string> = new Set(['containers', 'initContainers']);

/**
 * Reads a template of the injector line by line. It is a Go template and no YAML, but what it writes stands in it line for
 * line, indented as in the pod: whose line it is follows from the indentation. Lines of the template language (`{{ if … }}`)
 * and comments are left out. Linear in its length.
 * @param first number of the template's first line in `file`
 */
export function templateText(file: string, lines: readonly string[], first: number): readonly TemplateLine[] {
  const levels: Level[] = [];
  const read: TemplateLine[] = [];
  const blocks: string[] = [];
  for (const [index, raw] of lines.entries()) {
    const text = raw.trim();
    if (text.startsWith('{{')) enter(text, blocks);
    if (text === '' || text.startsWith('{{') || text.startsWith('#')) continue;
    const indent = raw.length - raw.trimStart().length;
    const isItem = text === '-' || text.startsWith('- ');
    leave(levels, indent, isItem);
    if (isItem) levels.push({ kind: 'item', indent, item: { name: null }, list: sectionOf(levels) });
    const content = unquoted(isItem ? text.slice(2).trim() : text);
    const level = levels.findLast((one) => one.kind === 'item');
    // A key deeper than the item's own does not name the item.
    const own = level !== undefined && levels.at(-1) === level;
    const named = own ? NAMED.exec(content)?.[1] : undefined;
    if (own && named !== undefined) level.item.name ??= named;
    const number = first + index;
    read.push({
      range: {
        file,
        line: number,
        column: indent + 1,
        endLine: number,
        endColumn: raw.trimEnd().length + 1,
      },
      content,
      section: sectionOf(levels),
      item: level?.item ?? null,
      loop: blocks.findLast((block) => block.includes('range ')) ?? null,
      container: containerOf(levels),
    });
    const key = KEY.exec(content)?.[1];
    if (key !== undefined) levels.push({ kind: 'key', indent: isItem ? indent + 2 : indent, key });
  }
  return read;
}

/** Opens and closes the blocks of the template language that a line of it holds. */
function enter(line: string, blocks: string[]): void {
  for (const [, word, rest = ''] of line.matchAll(/\{\{-?\s*(if|range|with|define|block|end)\b([^}]*)/g)) {
    if (word === 'end') blocks.pop();
    else blocks.push(`${word}${rest}`.trim());
  }
}

/** Leaves what a line of this indentation is not in. A list may stand as far left as the key it belongs to. */
function leave(levels: Level[], indent: number, isItem: boolean): void {
  const outside = (level: Level): boolean =>
    level.indent > indent || (level.indent === indent && !(isItem && level.kind === 'key'));
  for (let top = levels.at(-1); top !== undefined && outside(top); top = levels.at(-1)) levels.pop();
}

function sectionOf(levels: readonly Level[]): string {
  const level = levels.at(-1);
  if (level === undefined) return '';
  return level.kind === 'key' ? level.key : level.list;
}

function containerOf(levels: readonly Level[]): TemplateItem | null {
  for (const level of levels) if (level.kind === 'item' && CONTAINER_LISTS.has(level.list)) return level.item;
  return null;
}

const unquoted = (text: string): string => /^(["'])(.*)\1$/.exec(text)?.[2] ?? text;
