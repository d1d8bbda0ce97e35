import { basename } from 'node:path';

export interface Redacted<T> {
  readonly value: T;
  /** How many paths were shortened. */
  readonly count: number;
}

/**
 * Shortens every path below one of the folders to its last name, in all texts of a value: a recording tells what was
 * run, not where on whose machine. Longest folders first, so that one inside another does not leave a rest.
 */
export function redactPaths<T>(value: T, folders: readonly string[]): Redacted<T> {
  const roots = [...new Set(folders)]
    .map((folder) => folder.replace(/[\\/]+$/, ''))
    .filter((folder) => folder.length > 2)
    .sort((a, b) => b.length - a.length);
  if (roots.length === 0) return { value, count: 0 };
  const pattern = new RegExp(
    `(?:${roots.map(literally).join('|')})(?:[\\\\/][^\\s'"\`:;,=()\\[\\]]*)?(?![\\w.-])`,
    'g',
  );
  let count = 0;
  const shorten = (text: string) =>
    text.replace(pattern, (path) => {
      count += 1;
      return basename(path.replaceAll('\\', '/')) || '…';
    });
  return { value: mapTexts(value, shorten) as T, count };
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
}
