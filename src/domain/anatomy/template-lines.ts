import type { SourceDocument, SourceFile } from '../yaml/document.ts';
import type { AnatomyBuilder } from './builder.ts';
import { asList, asText, field, keysOf, textAt } from './fields.ts';
import { idOf, JOB_ID } from './identifiers.ts';
import type { Part, SourceRange } from './model.ts';
import { programRule } from './program-rules.ts';
import { INIT_CONTAINERS, metadataOf, PROXY_CONTAINER, readJson } from './sidecar.ts';
import { type Settings, settingsIn } from './template-settings.ts';
import { type TemplateLine, templateText } from './template-text.ts';
import type { WorkloadPlace } from './workloads.ts';

/** A template of the injector, its lines by container and key under which they stand. */
interface Template {
  readonly name: string;
  readonly range: SourceRange;
  readonly groups: ReadonlyMap<string, readonly TemplateLine[]>;
}

const OWN_CONTAINERS: ReadonlySet<string> = new Set(
  [PROXY_CONTAINER, ...INIT_CONTAINERS].map((name) => idOf('container', name)),
);

/**
 * Adds the templates that ran, and for each injected part the template's line that names it. A template is a program, not
 * a form: where several lines name the part, all of them are given, and which one wrote it is left open.
 */
export function templateParts(
  file: SourceFile,
  place: WorkloadPlace,
  builder: AnatomyBuilder,
  files: Pick<Settings, 'values' | 'mesh'>,
): void {
  const settings: Settings = { ...files, part: builder.part };
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
  const parts = builder.parts();
  for (const part of parts) {
    if (!isWritten(part) || programRule(part) !== null) continue;
    const found = templates.flatMap(({ name, groups }) =>
      linesOf(part, parts, groups).map((line) => ({ name, line, range: line.range, groups })),
    );
    const [first, ...others] = found;
    if (first === undefined) continue;
    const ranges = found.map(({ range }) => range);
    builder.replace({
      ...part,
      ...(others.length === 0 ? { template: first.range } : { templateOneOf: ranges }),
      ...named(
        found.flatMap(({ line, groups }) => wholeOf(part, line, groups)),
        part.value,
        settings,
      ),
    });
    // Of several templates none can be named.
    if (others.every(({ name }) => name === first.name))
      builder.link(idOf('template', first.name), part.id, 'template');
  }
}

function named(lines: readonly string[], value: string | null, all: Settings): Pick<Part, 'settings'> {
  const settings = settingsIn(lines, value, all);
  return settings.length === 0 ? {} : { settings };
}

/** The lines that say a part's value: of a variable all that belong to its item. */
function wholeOf({ kind }: Part, line: TemplateLine, groups: Groups): readonly string[] {
  if (kind !== 'env' || line.item === null) return [line.content];
  const container = line.container?.name ?? '';
  const own = [...groups].flatMap(([key, lines]) =>
    key.startsWith(`${container} `)
      ? lines.flatMap((one) => (one.item === line.item ? [one.content] : []))
      : [],
  );
  return line.loop === null ? own : [...own, line.loop];
}

/** Whether a loop of the template can have written a variable of this name: what it goes over holds that. */
function isLooped({ content, loop }: TemplateLine, name: string, parts: readonly Part[]): boolean {
  if (loop === null || !/^name: \{\{[^}]*\}\}$/.test(content)) return false;
  const textOf = (id: string): string => parts.find((part) => part.id === id)?.value ?? '';
  if (loop.includes('.ProxyConfig.ProxyMetadata')) {
    const config = readJson(textOf(idOf('container', PROXY_CONTAINER, 'env', 'PROXY_CONFIG')));
    return textAt(config, 'proxyMetadata', name) !== null;
  }
  const annotation = /`([^`]+)`/.exec(loop)?.[1];
  return annotation === undefined || textAt(readJson(textOf(idOf('annotation', annotation))), name) !== null;
}

/** Whether a template may have written it. */
function isWritten({ origin, change }: Part): boolean {
  const injected = origin === 'injected' || origin === 'start' || origin === 'changed';
  return injected && change !== 'kept' && change !== 'removed';
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
  const groups = new Map<string, TemplateLine[]>();
  const lines = file.text.split('\n').slice(range.line, range.endLine);
  for (const line of templateText(range.file, lines, range.line + 1)) {
    const key = groupOf(line.container?.name ?? '', line.section);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [line]);
    else group.push(line);
  }
  return { name, range, groups };
}

/** A blank is in no name of a container. */
const groupOf = (container: string, section: string): string => `${container} ${section}`;

type Groups = Template['groups'];

/** The lines of a template that name a part; nothing for parts that are not looked for. */
function linesOf(part: Part, parts: readonly Part[], groups: Groups): readonly TemplateLine[] {
  switch (part.kind) {
    case 'label':
    case 'annotation':
      return part.parent === 'pod' || part.parent === JOB_ID
        ? inGroup(groups, '', `${part.kind}s`, ({ content }) => content.startsWith(`${part.label}: `))
        : [];
    case 'volume':
      return inGroup(groups, '', 'volumes', ({ content }) => content === `name: ${part.label}`);
    case 'container':
    case 'init-container':
      return OWN_CONTAINERS.has(part.id)
        ? LISTS.flatMap((list) =>
            inGroup(groups, part.label, list, ({ content }) => content === `name: ${part.label}`),
          )
        : [];
    default:
      return part.parent !== null && OWN_CONTAINERS.has(part.parent)
        ? insideContainer(part, part.parent.slice(idOf('container', '').length), parts, groups)
        : [];
  }
}

const LISTS = ['containers', 'initContainers'] as const;

function inGroup(
  groups: Groups,
  container: string,
  section: string,
  names: (line: TemplateLine) => boolean,
): readonly TemplateLine[] {
  return (groups.get(groupOf(container, section)) ?? []).filter(names);
}

function insideContainer(
  part: Part,
  container: string,
  parts: readonly Part[],
  groups: Groups,
): readonly TemplateLine[] {
  const own = (section: string, names: (line: TemplateLine) => boolean) =>
    inGroup(groups, container, section, names);
  const key = (name: string) =>
    LISTS.flatMap((list) => own(list, ({ content }) => content === name || content.startsWith(`${name} `)));
  switch (part.kind) {
    case 'env': {
      const lines = own('env', ({ content }) => content === `name: ${part.label}`);
      // A loop of the template writes variables whose names stand in a setting.
      return lines.length > 0 ? lines : own('env', (line) => isLooped(line, part.label, parts));
    }
    case 'arg':
      return argumentLines(part, parts, groups.get(groupOf(container, 'args')) ?? []);
    case 'mount':
      return own(
        'volumeMounts',
        ({ content, item }) => content === `mountPath: ${part.value}` && item?.name === part.label,
      );
    case 'port':
      return own('ports', ({ content }) => content === `name: ${part.label}`);
    case 'image':
      return key('image:');
    case 'resources':
      return key('resources:');
    case 'security-context':
      return key('securityContext:');
    case 'probe':
      return key(`${part.label}Probe:`);
    default:
      return [];
  }
}

/** An argument by its flag or its whole text; the value of a flag is on the line after the flag's. */
function argumentLines(
  part: Part,
  parts: readonly Part[],
  lines: readonly TemplateLine[],
): readonly TemplateLine[] {
  const text = part.value ?? '';
  const flag = /^(--[\w-]+=)/.exec(text)?.[1];
  const same = lines.filter(({ content }) =>
    flag === undefined ? content === text && text !== '' : content.startsWith(flag),
  );
  if (same.length > 0) return same;
  const before = parts[parts.indexOf(part) - 1];
  if (before?.kind !== 'arg' || before.parent !== part.parent || !/^--?\w[\w-]*$/.test(before.value ?? ''))
    return [];
  const flags = lines.filter(({ content }) => content === before.value);
  const [only] = flags;
  if (only === undefined || flags.length > 1) return [];
  const after = lines.slice(lines.indexOf(only) + 1);
  const upTo = after.findIndex(({ content }) => isFlag(content));
  const choices = after.slice(0, upTo < 0 ? undefined : upTo);
  const [next] = choices;
  // Lines of the template language between them (an `if`) choose between several values.
  if (choices.length === 1 && next?.range.line === only.range.line + 1) return [next];
  return choices.filter(({ content }) => mayWrite(content, text));
}

const isFlag = (text: string): boolean => /^--?[a-zA-Z][\w-]*(=|$)/.test(text);

/** Whether a line of a template, with any text in the place of its `{{ … }}`, can be this text. */
function mayWrite(line: string, text: string): boolean {
  const fixed = line.split(/\{\{.*?\}\}/);
  const [first = '', ...others] = fixed;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of others) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}
