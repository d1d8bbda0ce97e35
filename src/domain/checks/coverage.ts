import { InputFault } from '../fault.ts';
import type { SourceFile } from '../yaml/document.ts';
import type { ReadText } from '../yaml/shelf.ts';
import { type Depth, type Looked, lookedInto } from './depth.ts';
import { type LocatedHint, lostObjects } from './lost.ts';
import type { CheckName } from './model.ts';

/** How many objects of a file a check looks into, and which not. */
export interface FileCoverage {
  readonly file: string;
  readonly objects: number;
  readonly read: number;
  /** `Deployment payments`, in order, at most so many as people read; these lists together are the others. */
  readonly decoded: readonly string[];
  /** It would have looked into them, and could not decode them. */
  readonly lost: readonly string[];
  /** It would have looked into them, and stopped before. */
  readonly behind: readonly string[];
  /** Of another namespace than the one that was asked for: others may name them, but of them it says nothing. */
  readonly elsewhere: readonly string[];
  readonly unread: readonly string[];
}

const MAX_NAMED = 20;

/**
 * What a check looks into of a text, and what of it it did not get to read, as its own words say; null when the text cannot be
 * read as YAML, or nobody can tell how far it got.
 * @param namespace the only one that was asked for; null: all
 */
export function coverageOf(
  check: CheckName,
  file: { readonly name: string; readonly text: string },
  read: ReadText,
  said: readonly LocatedHint[] = [],
  namespace: string | null = null,
): FileCoverage | null {
  const source = sourceOf(file, read);
  if (source === null) return null;
  const objects = lookedInto(check, source, namespace);
  const lost = lostObjects(
    file,
    objects.map(({ place }) => place),
    said,
  );
  if (lost === null) return null;
  const lossOf = ({ place, depth }: Looked) => (depth === 'none' ? null : (lost.get(place) ?? null));
  const got = (depth: Depth) => objects.filter((one) => one.depth === depth && lossOf(one) === null);
  return {
    file: file.name,
    objects: objects.length,
    read: got('content').length,
    decoded: words(got('shape')),
    lost: words(objects.filter((one) => lossOf(one) === 'undecoded')),
    behind: words(objects.filter((one) => lossOf(one) === 'behind')),
    elsewhere: words(got('elsewhere')),
    unread: words(got('none')),
  };
}

function words(objects: readonly Looked[]): readonly string[] {
  return objects.slice(0, MAX_NAMED).map(({ place: { kind, name } }) => `${kind} ${name}`.trim());
}

function sourceOf(
  { name, text }: { readonly name: string; readonly text: string },
  read: ReadText,
): SourceFile | null {
  try {
    return read(name, text);
  } catch (error) {
    if (error instanceof InputFault) return null;
    throw error;
  }
}
