import type { SourceDocument, SourceFile } from '../yaml/document.ts';
import type { AnatomyBuilder } from './builder.ts';
import { asList, asText, field, keysOf, textAt } from './fields.ts';
import { idOf } from './identifiers.ts';
import type { Part, SourceRange } from './model.ts';
import { INIT_CONTAINERS, metadataOf, PROXY_CONTAINER } from './sidecar.ts';
import type { WorkloadPlace } from './workloads.ts';

/** A template of the injector, as lines of the injection configuration. */
interface Template {
  readonly name: string;
  readonly range: SourceRange;
  readonly lines: readonly { readonly text: string; readonly range: SourceRange }[];
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
    const wanted = lineStart(part);
    if (wanted === null) continue;
    const found = templates.flatMap(({ name, lines }) =>
      lines.filter(({ text }) => wanted(text)).map(({ range }) => ({ name, range })),
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

function template(file: SourceFile, document: SourceDocument, name: string): Template | null {
  const range = document.entryRange(['templates', name]);
  if (range === null) return null;
  const lines = file.text.split('\n').slice(range.line, range.endLine);
  return {
    name,
    range,
    lines: lines.map((line, index) => ({
      text: line.trim(),
      range: {
        file: range.file,
        line: range.line + index + 1,
        column: line.length - line.trimStart().length + 1,
        endLine: range.line + index + 1,
        endColumn: line.trimEnd().length + 1,
      },
    })),
  };
}

/** How the line of a template that names a part begins; null for parts that are not looked for. */
function lineStart(part: Part): ((line: string) => boolean) | null {
  const written = part.origin === 'injected' || part.origin === 'start' || part.origin === 'changed';
  if (!written || part.change === 'kept' || part.change === 'removed') return null;
  const starts = (text: string) => (line: string) => line.startsWith(text);
  const is = (text: string) => (line: string) => line === text;
  switch (part.kind) {
    case 'label':
    case 'annotation':
      return part.parent === 'pod' ? starts(`${part.label}: `) : null;
    case 'container':
    case 'init-container':
      return OWN_CONTAINERS.has(part.id) ? is(`- name: ${part.label}`) : null;
    default:
      return part.parent !== null && OWN_CONTAINERS.has(part.parent)
        ? insideContainer(part, starts, is)
        : null;
  }
}

function insideContainer(
  part: Part,
  starts: (text: string) => (line: string) => boolean,
  is: (text: string) => (line: string) => boolean,
): ((line: string) => boolean) | null {
  switch (part.kind) {
    case 'env':
      return is(`- name: ${part.label}`);
    case 'arg':
      return part.label.startsWith('--')
        ? (line) => is(`- ${part.label}`)(line) || starts(`- ${part.label}=`)(line)
        : null;
    case 'mount':
      return (line) => line === `mountPath: ${part.value}` || line === `- mountPath: ${part.value}`;
    case 'probe':
      return is(`${part.label}Probe:`);
    default:
      return null;
  }
}
