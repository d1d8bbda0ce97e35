import type { SourceDocument, SourceFile } from '../yaml/document.ts';
import type { AnatomyBuilder } from './builder.ts';
import { asList, asText, field, keysOf, textAt } from './fields.ts';
import { idOf } from './identifiers.ts';
import type { Part, SourceRange } from './model.ts';
import { INIT_CONTAINERS, metadataOf, PROXY_CONTAINER } from './sidecar.ts';
import type { WorkloadPlace } from './workloads.ts';

/** A template of the injector, its lines found by how they begin. */
interface Template {
  readonly name: string;
  readonly range: SourceRange;
  /** Ranges of lines by their whole text, by their key (`name: `) and by their flag (`- --x=`). */
  readonly lines: ReadonlyMap<string, readonly SourceRange[]>;
}

const OWN_CONTAINERS: ReadonlySet<string> = new Set(
  [PROXY_CONTAINER, ...INIT_CONTAINERS].map((name) => idOf('container', name)),
);

/**
 * Adds the templates that ran, and for each injected part the template's line that names it. A template is a program, not
 * a form: a line is given only where exactly one names the part, else nothing is said.
 */
export function templateParts(file: SourceFile, place: WorkloadPlace, builder: AnatomyBuilder): void {
  const templates = templatesOf(file, place);
  for (const { name, range } of templates)
    builder.add({
      id: idOf('template', name),
      kind: 'field',
      label: name,
      value: null,
      source: range,
      origin: 'injected',
      parent: null,
      change: 'added',
      detail: 'template of the injector',
    });
  for (const part of builder.parts()) {
    const found = templates.flatMap(({ name, lines }) =>
      beginnings(part).flatMap((text) => (lines.get(text) ?? []).map((range) => ({ name, range }))),
    );
    const [only] = found;
    if (only === undefined || found.length > 1) continue;
    builder.replace({ ...part, template: only.range });
    builder.link(idOf('template', only.name), part.id, 'template');
  }
}

/** The templates named by the pod, else the configuration's own. */
function templatesOf(file: SourceFile, place: WorkloadPlace): readonly Template[] {
  const [document] = file.documents;
  if (document === undefined) return [];
  const asked = textAt(metadataOf(place), 'annotations', 'inject.istio.io/templates');
  const preset = asList(field(document.value, 'defaultTemplates')).flatMap((name) => asText(name) ?? []);
  const names = asked === null ? preset : asked.split(',').map((name) => name.trim());
  const there = new Set(keysOf(field(document.value, 'templates')));
  return names.filter((name) => there.has(name)).flatMap((name) => template(file, document, name) ?? []);
}

/** Templates already read: a file of a thousand workloads asks for the same one each time. */
const read = new WeakMap<SourceFile, Map<string, Template | null>>();

function template(file: SourceFile, document: SourceDocument, name: string): Template | null {
  const known = read.get(file) ?? new Map<string, Template | null>();
  read.set(file, known);
  const found = known.get(name);
  if (found !== undefined) return found;
  const made = readTemplate(file, document, name);
  known.set(name, made);
  return made;
}

function readTemplate(file: SourceFile, document: SourceDocument, name: string): Template | null {
  const range = document.entryRange(['templates', name]);
  if (range === null) return null;
  const lines = new Map<string, SourceRange[]>();
  for (const [index, line] of file.text.split('\n').slice(range.line, range.endLine).entries()) {
    const number = range.line + index + 1;
    const place = {
      file: range.file,
      line: number,
      column: line.length - line.trimStart().length + 1,
      endLine: number,
      endColumn: line.trimEnd().length + 1,
    };
    const text = line.trim();
    for (const beginning of new Set([text, upTo(text, ': '), upTo(text, '=')]))
      if (beginning !== '') lines.set(beginning, [...(lines.get(beginning) ?? []), place]);
  }
  return { name, range, lines };
}

/** A text up to and with the first occurrence of a mark; empty where there is none. */
function upTo(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? '' : text.slice(0, at + mark.length);
}

/** How the line of a template that names a part begins; nothing for parts that are not looked for. */
function beginnings(part: Part): readonly string[] {
  const written = part.origin === 'injected' || part.origin === 'start' || part.origin === 'changed';
  if (!written || part.change === 'kept' || part.change === 'removed') return [];
  switch (part.kind) {
    case 'label':
    case 'annotation':
      return part.parent === 'pod' ? [`${part.label}: `] : [];
    case 'container':
    case 'init-container':
      return OWN_CONTAINERS.has(part.id) ? [`- name: ${part.label}`] : [];
    default:
      return part.parent !== null && OWN_CONTAINERS.has(part.parent) ? insideContainer(part) : [];
  }
}

function insideContainer(part: Part): readonly string[] {
  switch (part.kind) {
    case 'env':
      return [`- name: ${part.label}`];
    case 'arg':
      return part.label.startsWith('--') ? [`- ${part.label}`, `- ${part.label}=`] : [];
    case 'mount':
      return [`mountPath: ${part.value}`, `- mountPath: ${part.value}`];
    case 'probe':
      return [`${part.label}Probe:`];
    default:
      return [];
  }
}
