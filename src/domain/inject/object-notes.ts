import type { Note, SourceRange } from '../anatomy/model.ts';
import { isInjectableKind } from '../anatomy/workloads.ts';
import {
  isYamlMap,
  type Path,
  type SourceDocument,
  type SourceFile,
  type YamlMap,
  type YamlValue,
} from '../yaml/document.ts';
import { mistakenFor } from './mistaken.ts';
import { at } from './places.ts';

/** An object of the input that stands on its own or as an item of a List. */
interface InputObject {
  readonly document: SourceDocument;
  readonly path: Path;
  readonly value: YamlMap;
}

const MAX_LIST_DEPTH = 8;

function* objects(document: SourceDocument, path: Path, value: YamlValue, depth = 0): Generator<InputObject> {
  if (!isYamlMap(value)) return;
  if (value.kind !== 'List' || !Array.isArray(value.items) || depth >= MAX_LIST_DEPTH) {
    yield { document, path, value };
    return;
  }
  for (const [index, item] of value.items.entries())
    yield* objects(document, [...path, 'items', index], item, depth + 1);
}

/** Says what kube-inject did with everything that is no workload: it passes it through without a word. */
export function objectNotes(file: SourceFile): Note[] {
  const notes: Note[] = [];
  const others: string[] = [];
  let workloads = 0;
  for (const document of file.documents) {
    if (document.value === null) notes.push(nullDocument(document));
    if (isEmptyList(document.value)) notes.push(emptyList(document));
    for (const object of objects(document, [], document.value)) {
      const kind = typeof object.value.kind === 'string' ? object.value.kind : '';
      if (isInjectableKind(kind)) {
        workloads += 1;
        continue;
      }
      const note = passedThrough(object, kind, file.name);
      if (note !== null) notes.push(note);
      else others.push(`${kind} ${nameOf(object.value)}`.trim());
    }
  }
  if (others.length > 0) notes.push(othersNote(others, workloads === 0 ? file : null));
  return notes;
}

function nullDocument(document: SourceDocument): Note {
  const source = document.range([]);
  const message = `${at(source)}a document that is nothing but null: kube-inject passed it through unchanged.`;
  return { code: 'null-document', severity: 'warning', message, source };
}

function isEmptyList(value: YamlValue): boolean {
  return isYamlMap(value) && value.kind === 'List' && Array.isArray(value.items) && value.items.length === 0;
}

function emptyList(document: SourceDocument): Note {
  const source = document.entryRange(['items']);
  const message = `${at(source)}a List without items: there is nothing in it to inject.`;
  return { code: 'empty-list', severity: 'warning', message, source };
}

function passedThrough({ document, path, value }: InputObject, kind: string, file: string): Note | null {
  const source = document.range([...path, 'kind']) ?? firstLine(document.range(path));
  const warn = (code: string, sentence: string): Note => ({
    code,
    severity: 'warning',
    message: `${at(source)}${sentence}`,
    source,
  });
  const given = value.kind ?? null;
  if (typeof given !== 'string' && given !== null)
    return warn('kind-no-text', 'the kind of an object is no text: kube-inject passed it through unchanged.');
  if (kind === '') {
    const mistaken = mistakenFor(file, [value]);
    const [what, todo] =
      mistaken === null ? ['', ''] : [`, by its keys ${mistaken.what}`, ` ${mistaken.todo}`];
    return warn('no-kind', `a document without kind${what}: kube-inject passed it through unchanged.${todo}`);
  }
  const single = kind.endsWith('List') ? kind.slice(0, -'List'.length) : '';
  if (isInjectableKind(single))
    return warn(
      'typed-list',
      `the kind ${kind} is not handled by kube-inject: its items were passed through without a sidecar. Use kind List, or a document for each.`,
    );
  if (kind === 'Template')
    return warn(
      'template-kind',
      'kube-inject does not look into a Template: what is in it was passed through without a sidecar. Give what `oc process` makes of it.',
    );
  if (!hasPodTemplate(value)) return null;
  return warn(
    'kind-not-handled',
    `the kind ${kind}${name(value)} is not handled by kube-inject: it was passed through unchanged, without a sidecar. In a cluster the webhook looks at the pods it makes.`,
  );
}

function name(value: YamlMap): string {
  const found = nameOf(value);
  return found === '' ? '' : ` (${found})`;
}

function nameOf({ metadata }: YamlMap): string {
  if (!isYamlMap(metadata)) return '';
  return typeof metadata.name === 'string' ? metadata.name : '';
}

function hasPodTemplate({ spec }: YamlMap): boolean {
  if (!isYamlMap(spec)) return false;
  const { template } = spec;
  return isYamlMap(template) && isYamlMap(template.spec) && Array.isArray(template.spec.containers);
}

/** `alone`: the file, when nothing in it is a workload. */
function othersNote(others: readonly string[], alone: SourceFile | null): Note {
  const shown = others.slice(0, 5).join(', ');
  const more = others.length > 5 ? ` and ${others.length - 5} more` : '';
  const [subject, verb] =
    others.length === 1 ? ['One object', 'is no workload'] : [`${others.length} objects`, 'are no workloads'];
  const mistaken =
    alone === null
      ? null
      : mistakenFor(
          alone.name,
          alone.documents.map((document) => document.value),
        );
  const todo = mistaken === null ? '' : ` ${alone?.name ?? ''} is ${mistaken.what}. ${mistaken.todo}`;
  return {
    code: 'not-a-workload',
    severity: mistaken === null ? 'info' : 'warning',
    message: `${subject} ${verb} and came through unchanged: ${shown}${more}.${todo}`,
    source: null,
  };
}

function firstLine(range: SourceRange | null): SourceRange | null {
  return range === null ? null : { ...range, endLine: range.line, endColumn: range.column + 1 };
}
