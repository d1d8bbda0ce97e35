import { basename } from 'node:path';
import { mapTexts } from '../../domain/redact/map-texts.ts';

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
  return { value: mapTexts(value, shorten), count };
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
