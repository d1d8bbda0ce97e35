import type { Note } from '../anatomy/model.ts';
import { findWorkloads } from '../anatomy/workloads.ts';
import { InputFault } from '../fault.ts';
import { readYaml, type SourceFile } from '../yaml/document.ts';
import type { ReadText } from '../yaml/shelf.ts';
import { compareTexts, countIstioCrds, crdsByGroup } from './crds.ts';
import { type Unread, unreadOf } from './field-reader.ts';
import { injectionNeeds, injectionUnread } from './injection.ts';
import type { KindCount, Manifest } from './model.ts';
import { namedCrds } from './named-crds.ts';
import { findObjects, identityOf, type ObjectPlace, objectWords, plainObject } from './objects.ts';
import { webhookConfigurations } from './webhooks.ts';

/** A manifest, and where its objects were read. */
export interface ReadManifest {
  readonly manifest: Manifest;
  readonly places: readonly ObjectPlace[];
  readonly file: SourceFile;
}

/** More notes of one sort than these help nobody. */
const MAX_NOTES = 20;

/**
 * Reads what an installation holds: the output of `istioctl manifest generate`, of `helm template`, of
 * `kubectl get -o yaml`, or any other YAML of Kubernetes objects. Nothing has to be there: what is missing or odd is told
 * in notes. Throws `InputFault` where the text is no YAML (`readYaml`).
 */
export function readManifest(name: string, text: string, read: ReadText = readYaml): ReadManifest {
  const file = read(name, text);
  const { objects, notes } = findObjects(file);
  const crds = crdsByGroup(objects);
  const manifest: Manifest = {
    name,
    objects: objects.map(plainObject),
    kinds: countKinds(objects),
    crds,
    istioCrds: countIstioCrds(crds),
    named: namedCrds(objects, crds),
    webhooks: webhookConfigurations(objects),
    injection: injectionNeeds(objects),
    notes: [],
  };
  return {
    places: objects,
    file,
    manifest: {
      ...manifest,
      notes: [
        ...otherNotes(manifest, file),
        ...bounded(file.notes),
        ...bounded(notes),
        ...bounded(unreadNotes(manifest, objects)),
        ...bounded(incomplete(name, objects)),
        ...bounded(duplicates(name, objects)),
      ],
    },
  };
}

/** A file that holds no object is not shown as a manifest of nothing. Throws `InputFault` `no-objects`. */
export function refuseWithoutObjects({ manifest: { name, objects, notes } }: ReadManifest): void {
  if (objects.length > 0) return;
  const other = notes.find(({ code }) => code === 'not-an-object');
  throw new InputFault(
    'no-objects',
    `${name} holds no Kubernetes object.`,
    'Give what istioctl manifest generate, helm template or kubectl get -o yaml prints.',
    other?.source ?? null,
  );
}

function countKinds(objects: readonly ObjectPlace[]): readonly KindCount[] {
  const counts = new Map<string, KindCount>();
  for (const { kind, unread } of objects) {
    const before = counts.get(kind) ?? { kind, count: 0, unread: 0 };
    const lost = kind === '' && unreadOf(unread, 'kind').length > 0 ? 1 : 0;
    counts.set(kind, { kind, count: before.count + 1, unread: before.unread + lost });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || compareTexts(a.kind, b.kind));
}

/** That nothing of an installation is in it: then it is a workload, or something else, and shown all the same. */
function otherNotes({ name, objects, crds, webhooks, injection }: Manifest, file: SourceFile): Note[] {
  const holdsSome = crds.length > 0 || webhooks.length > 0 || injection.some(({ found }) => found.length > 0);
  if (holdsSome || objects.length === 0) return [];
  const workloads = findWorkloads(file).length;
  const like =
    workloads === 0
      ? ''
      : `: ${workloads === 1 ? 'it holds a workload' : `it holds ${workloads} workloads`}, which the anatomy takes`;
  return [
    {
      code: 'no-install-manifest',
      severity: 'info',
      message: `${name} is no install manifest${like}. It holds no CustomResourceDefinition, no webhook and no ConfigMap for injection; its objects are shown as they are.`,
      source: null,
    },
  ];
}

/** Every field that the map would tell, and that is of a wrong type. */
function unreadNotes({ name, crds, webhooks }: Manifest, objects: readonly ObjectPlace[]): Note[] {
  const note = (object: ObjectPlace, { field, why, source }: Unread, within = ''): Note => ({
    code: 'field-unreadable',
    severity: 'warning',
    message: `${name}:${(source ?? object.source).line}: ${[within, field].filter(Boolean).join('.')} of ${objectWords(object)} could not be read: ${why}; a cluster would refuse it.`,
    source: source ?? object.source,
  });
  const of = (index: number, unread: readonly Unread[], within?: string): Note[] => {
    const object = objects[index];
    return object === undefined ? [] : unread.map((one) => note(object, one, within));
  };
  const own = (index: number, unread: readonly Unread[]): readonly Unread[] =>
    unread.filter((one) => !objects[index]?.unread.includes(one));
  return [
    ...objects.flatMap(({ index, unread }) => of(index, unread)),
    ...crds.flatMap((group) => group.crds).flatMap((crd) => of(crd.object, own(crd.object, crd.unread))),
    ...webhooks.flatMap(({ object, webhooks: all, unread }) => [
      ...of(object, own(object, unread)),
      ...all.flatMap((webhook, at) => of(object, webhook.unread, `webhooks[${at}]`)),
    ]),
    ...objects.flatMap((object) =>
      of(
        object.index,
        injectionUnread(object).filter(({ field }) => unreadOf(object.unread, field).length === 0),
      ),
    ),
  ].sort((a, b) => (a.source?.line ?? 0) - (b.source?.line ?? 0));
}

function incomplete(name: string, objects: readonly ObjectPlace[]): Note[] {
  return objects.flatMap(({ kind, apiVersion, name: own, unread, source }) => {
    const lacks = [
      ...(kind === '' ? ['kind'] : []),
      ...(apiVersion === '' ? ['apiVersion'] : []),
      ...(own === '' ? ['metadata.name'] : []),
      // What is there and of a wrong type is told as that.
    ].filter((field) => !unread.some((one) => field.startsWith(one.field)));
    if (lacks.length === 0) return [];
    const what = kind === '' ? 'an object' : `${kind}${own === '' ? '' : ` ${own}`}`;
    return [
      {
        code: 'object-incomplete',
        severity: 'warning' as const,
        message: `${name}:${source.line}: ${what} has no ${lacks.join(' and no ')}; a cluster would refuse it.`,
        source,
      },
    ];
  });
}

function duplicates(name: string, objects: readonly ObjectPlace[]): Note[] {
  const first = new Map<string, ObjectPlace>();
  const notes: Note[] = [];
  for (const object of objects) {
    if (object.kind === '' || object.name === '') continue;
    const identity = identityOf(object);
    const before = first.get(identity);
    if (before === undefined) first.set(identity, object);
    else
      notes.push({
        code: 'object-twice',
        severity: 'warning',
        message: `${name}:${object.source.line}: ${objectWords(object)} stands in it already (line ${before.source.line}); applied in order, the later one stays.`,
        source: object.source,
      });
  }
  return notes;
}

/** The first of a sort of notes, and how many more there are. */
function bounded(notes: readonly Note[]): readonly Note[] {
  const [last] = notes.slice(MAX_NOTES - 1);
  const more = notes.length - MAX_NOTES;
  if (last === undefined || more <= 0) return notes;
  return [
    ...notes.slice(0, MAX_NOTES),
    { ...last, message: `… and ${more.toLocaleString('en')} more of this sort.`, source: null },
  ];
}
