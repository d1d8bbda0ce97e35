import { field, textAt } from '../fields.ts';
import type { Note } from '../model.ts';
import { metadataOf, readStatus } from '../sidecar.ts';
import { type NoteContext, named, note, podRange, podValue, userPlace } from './context.ts';

/** kube-inject writes the revision it was called with; a label that names another one is not what it followed. */
export function revisionDisagrees(context: NoteContext): readonly Note[] {
  const place = context.pair.injected;
  const label = textAt(podValue(place, 'metadata'), 'labels', 'istio.io/rev');
  const metadata = metadataOf(place);
  const used = readStatus(metadata)?.revision ?? textAt(metadata, 'annotations', 'istio.io/rev');
  if (label === null || used === null || used === label || !context.summary.injected) return [];
  return [
    note(
      context,
      'revision-disagrees',
      'warning',
      `${named(context)} has the label istio.io/rev: ${label}, but was injected for revision ${used}, because kube-inject does not look at this label; in a cluster the webhook of ${label} would inject it.`,
      podRange(userPlace(context), 'metadata', 'labels', 'istio.io/rev'),
    ),
  ];
}

/** A CronJob's metadata for the injector is its job template's, which its pods do not carry. */
export function cronJobMetadata(context: NoteContext): readonly Note[] {
  const { kind, document, injectorMetadata } = context.pair.injected;
  if (kind !== 'CronJob' || !context.summary.injected) return [];
  if (field(document.value, ...injectorMetadata, 'annotations') === undefined) return [];
  return [
    note(
      context,
      'cron-job-metadata',
      'info',
      `kube-inject wrote the labels and annotations of ${named(context)} to spec.jobTemplate.metadata, so its pods do not carry them; labels that the pods need belong into spec.jobTemplate.spec.template.metadata.`,
      document.entryRange(injectorMetadata),
    ),
  ];
}
