import type {
  ManifestComparison,
  ManifestObjectView,
  ObjectDifference,
  OpenManifest,
  ShownChange,
} from '../../contract/manifest.ts';
import { type ManifestDifference, valueText } from '../../domain/manifest/compare.ts';
import { compareValues, type FieldChange, type LineHunk } from '../../domain/manifest/compare-values.ts';
import { exactValue } from '../../domain/manifest/exact-value.ts';
import type { CrdGroup, Manifest, WebhookConfiguration } from '../../domain/manifest/model.ts';
import { type ObjectText, objectText } from '../../domain/manifest/object-text.ts';
import { plainObject } from '../../domain/manifest/objects.ts';
import type { ReadManifest } from '../../domain/manifest/read-manifest.ts';
import { alignWith } from '../../domain/yaml/align.ts';

/** More of one sort than these are counted, and found by searching: a page cannot show them. */
const MAX_SHOWN = 500;
/** Letters of a value that a page shows in one line. */
const MAX_VALUE = 300;
/** Texts over this are not put in order: it takes a second for a megabyte, twice. */
const MAX_ALIGNED = 1_000_000;

export type ManifestOverview = Omit<OpenManifest, 'id' | 'words' | 'from' | 'commands'>;

export function overviewOf(manifest: Manifest): ManifestOverview {
  const { name, objects, kinds, crds, istioCrds, named, webhooks, injection, notes } = manifest;
  return {
    name,
    objects: objects.length,
    kinds: kinds.slice(0, MAX_SHOWN),
    kindCount: kinds.length,
    crds: firstOf(crds),
    crdCount: crds.reduce((sum, group) => sum + group.crds.length, 0),
    istioCrds,
    named,
    webhooks: firstWebhooks(webhooks),
    webhookCount: webhooks.reduce((sum, one) => sum + one.webhooks.length, 0),
    injection: injection.map((need) => ({ ...need, found: need.found.slice(0, MAX_SHOWN) })),
    notes,
  };
}

function firstOf(groups: readonly CrdGroup[]): readonly CrdGroup[] {
  let left = MAX_SHOWN;
  return groups.flatMap((group) => {
    const crds = group.crds.slice(0, left);
    left -= crds.length;
    return crds.length === 0 ? [] : [{ ...group, crds }];
  });
}

function firstWebhooks(configurations: readonly WebhookConfiguration[]): readonly WebhookConfiguration[] {
  let left = MAX_SHOWN;
  return configurations.slice(0, MAX_SHOWN).map((one) => {
    const webhooks = one.webhooks.slice(0, left);
    left -= webhooks.length;
    return { ...one, webhooks };
  });
}

/** null where there is no object of that number. */
export function viewOf(read: ReadManifest, index: number): ManifestObjectView | null {
  const place = read.places[index];
  const text: ObjectText | null = objectText(read, index);
  return place === undefined || text === null ? null : { object: plainObject(place), ...text };
}

export function comparisonOf({ added, removed, changed, same }: ManifestDifference): ManifestComparison {
  return {
    added: added.slice(0, MAX_SHOWN),
    addedCount: added.length,
    removed: removed.slice(0, MAX_SHOWN),
    removedCount: removed.length,
    changed: changed
      .slice(0, MAX_SHOWN)
      .map(({ before, after, changes }) => ({ before, after, fields: changes.length })),
    changedCount: changed.length,
    same,
  };
}

/** One side of an object that is looked at in two manifests. */
export interface DifferenceSide {
  readonly read: ReadManifest;
  /** null: this manifest does not have it. */
  readonly index: number | null;
}

export function differenceOf(before: DifferenceSide, after: DifferenceSide): ObjectDifference {
  const [one, other] = [sideOf(before), sideOf(after)];
  const changes = one === null || other === null ? [] : compareValues(one.value, other.value);
  const aligned = one === null || other === null ? null : aligning(one.text, other.text);
  return {
    before: aligned ?? one?.text ?? null,
    after: other?.text ?? null,
    aligned: aligned !== null,
    changes: changes.slice(0, MAX_SHOWN).map(shownChange),
    changeCount: changes.length,
  };
}

function sideOf({ read, index }: DifferenceSide) {
  if (index === null) return null;
  const place = read.places[index];
  const text = objectText(read, index);
  return place === undefined || text === null ? null : { value: exactValue(read, place), text: text.text };
}

/** The text in the order of the other; null where it is so already, or that cannot be done. */
function aligning(before: string, after: string): string | null {
  if (before === after || before.length > MAX_ALIGNED || after.length > MAX_ALIGNED) return null;
  try {
    const aligned = alignWith(before, after);
    return aligned === before ? null : aligned;
  } catch {
    // What leans on another part of the file (an anchor outside of a List's item) cannot be read alone.
    return null;
  }
}

function shownChange(change: FieldChange): ShownChange {
  const { path } = change;
  const none = { path, before: null, after: null, lines: null, text: false };
  switch (change.kind) {
    case 'added':
      return { ...none, after: shorten(valueText(change.after)) };
    case 'removed':
      return { ...none, before: shorten(valueText(change.before)) };
    case 'changed':
      return {
        ...none,
        before: shorten(valueText(change.before)),
        after: shorten(valueText(change.after)),
      };
    case 'text': {
      const { hunks } = change;
      if (hunks === null) return { ...none, text: true };
      const sum = (lines: (hunk: LineHunk) => number) => hunks.reduce((all, hunk) => all + lines(hunk), 0);
      return {
        ...none,
        text: true,
        lines: { removed: sum((hunk) => hunk.removed.length), added: sum((hunk) => hunk.added.length) },
      };
    }
  }
}

function shorten(text: string): string {
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
