import { type FailureError, inputFailure } from '../../contract/failure.ts';
import type { ManifestComparison, ManifestObjectView, ObjectDifference } from '../../contract/manifest.ts';
import type { NamedText } from '../../contract/types.ts';
import { compareManifests } from '../../domain/manifest/compare.ts';
import {
  type ReadManifest,
  readManifest,
  refuseWithoutObjects,
} from '../../domain/manifest/read-manifest.ts';
import { type FoundObjects, type ObjectWish, searchObjects } from '../../domain/manifest/search.ts';
import { withFailures } from '../failures.ts';
import { comparisonOf, differenceOf, type ManifestOverview, overviewOf, viewOf } from './shown.ts';

/** A text to be read. */
export interface ManifestText extends NamedText {
  /** A file that holds no object is refused; what istioctl wrote is shown as it is, also when that is nothing. */
  readonly mayBeEmpty: boolean;
}

/** An object in two manifests, by its number in each; null where one does not have it. */
export interface ObjectPair {
  readonly before: string;
  readonly after: string;
  readonly beforeIndex: number | null;
  readonly afterIndex: number | null;
}

/** Reads and compares manifests away from the thread that answers people; only what is shown crosses. */
export interface ManifestReader {
  /** Throws the failure of a text that cannot be read, `no-objects`, or `cancelled`. */
  read(id: string, text: ManifestText, signal?: AbortSignal): Promise<ManifestOverview>;
  /** All of these throw `no-such-manifest` for one that was not read, or forgotten. */
  find(id: string, wish: ObjectWish): Promise<FoundObjects>;
  /** Throws `no-such-object`. */
  object(id: string, index: number): Promise<ManifestObjectView>;
  compare(before: string, after: string, signal?: AbortSignal): Promise<ManifestComparison>;
  difference(pair: ObjectPair): Promise<ObjectDifference>;
  forget(id: string): void;
  close(): Promise<void>;
}

/** What a worker can be asked of manifests, and what it answers. */
export interface ManifestTasks {
  readonly 'manifest-read': {
    readonly ask: { readonly manifestId: string; readonly text: ManifestText };
    readonly answer: ManifestOverview;
  };
  readonly 'manifest-find': {
    readonly ask: { readonly manifestId: string; readonly wish: ObjectWish };
    readonly answer: FoundObjects;
  };
  readonly 'manifest-object': {
    readonly ask: { readonly manifestId: string; readonly index: number };
    readonly answer: ManifestObjectView;
  };
  readonly 'manifest-compare': {
    readonly ask: { readonly before: string; readonly after: string };
    readonly answer: ManifestComparison;
  };
  readonly 'manifest-difference': { readonly ask: ObjectPair; readonly answer: ObjectDifference };
  readonly 'manifest-forget': { readonly ask: { readonly manifestId: string }; readonly answer: null };
}

/** Objects that one search shows; whoever wants others searches on. */
const MAX_FOUND = 200;

/** A reader on the thread of whoever calls it: in the worker, and for a command that does one thing and ends. */
export function createInlineManifests(): ManifestReader {
  const held = new Map<string, ReadManifest>();
  const take = (id: string): ReadManifest => {
    const manifest = held.get(id);
    if (manifest === undefined) throw noSuchManifest();
    return manifest;
  };
  return {
    async read(id, { name, text, mayBeEmpty }) {
      const read = withFailures(() => {
        const found = readManifest(name, text);
        if (!mayBeEmpty) refuseWithoutObjects(found);
        return found;
      });
      held.set(id, read);
      return overviewOf(read.manifest);
    },
    async find(id, wish) {
      return searchObjects(take(id).manifest.objects, wish, MAX_FOUND);
    },
    async object(id, index) {
      const view = viewOf(take(id), index);
      if (view !== null) return view;
      const { length } = take(id).places;
      throw inputFailure(
        'no-such-object',
        `There is no object ${index + 1}: the manifest holds ${length}.`,
        'Choose one that it holds.',
      );
    },
    async compare(before, after) {
      return comparisonOf(compareManifests(take(before), take(after)));
    },
    async difference({ before, after, beforeIndex, afterIndex }) {
      return differenceOf(
        { read: take(before), index: beforeIndex },
        { read: take(after), index: afterIndex },
      );
    },
    forget: (id) => void held.delete(id),
    close: async () => held.clear(),
  };
}

export function noSuchManifest(): FailureError {
  return inputFailure('no-such-manifest', 'This manifest is no longer held.', 'Open it again.');
}
