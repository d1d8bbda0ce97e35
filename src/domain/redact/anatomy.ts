import type { Note, Part, WorkloadAnatomy } from '../anatomy/model.ts';
import { type ArgumentsBefore, argumentsBefore, NO_ARGUMENTS, secretOfArgument } from './arguments.ts';
import { createRedactor, type Redactor } from './redactor.ts';

export interface RedactedAnatomy {
  readonly anatomy: WorkloadAnatomy;
  /** How many different values were masked, over everything that the redactor has seen. */
  readonly masked: number;
}

/**
 * An anatomy as it may leave this machine: what is a secret by its name, by its looks or by where it stands is masked, and what
 * repeats it. Parts, links and places stay.
 */
export function redactAnatomy(
  anatomy: WorkloadAnatomy,
  redactor: Redactor = createRedactor(),
): RedactedAnatomy {
  const lines = new Map<string, ArgumentsBefore>();
  const parts = anatomy.parts.map((part) => redactPart(part, redactor, lines));
  // Second, because a part may repeat what only a later one is known to hold.
  const { again, text } = redactor;
  const told = (words: string): string => again(text(words));
  const ids = new Map<string, string>();
  const idOf = (id: string): string => {
    let masked = ids.get(id);
    if (masked === undefined) {
      masked = told(id);
      // Two ids that differ in nothing but what was masked stay two.
      if (masked !== id) masked = `${masked}#${ids.size + 1}`;
      ids.set(id, masked);
    }
    return masked;
  };
  return {
    anatomy: {
      ...anatomy,
      name: told(anatomy.name),
      containers: anatomy.containers.map(told),
      initContainers: anatomy.initContainers.map(told),
      parts: parts.map((part) => ({
        ...part,
        id: idOf(part.id),
        parent: part.parent === null ? null : idOf(part.parent),
        label: again(part.label),
        value: part.value === null ? null : again(part.value),
        ...(part.before === undefined ? {} : { before: again(part.before) }),
        ...(part.detail === undefined ? {} : { detail: again(part.detail) }),
      })),
      links: anatomy.links.map((link) => ({ ...link, from: idOf(link.from), to: idOf(link.to) })),
    },
    masked: redactor.secrets.size,
  };
}

/**
 * Notes as they may leave this machine. One about a workload may repeat what that holds, one about the whole input what any does.
 * @param redactors those of the workloads, in their order, after they have seen them
 */
export function redactNotes(notes: readonly Note[], redactors: readonly Redactor[]): readonly Note[] {
  const plain = createRedactor();
  return notes.map((note) => {
    const about = note.workload === undefined ? redactors : redactors.slice(note.workload, note.workload + 1);
    return {
      ...note,
      message: about.reduce((words, redactor) => redactor.again(words), plain.text(note.message)),
    };
  });
}

function redactPart(part: Part, redactor: Redactor, lines: Map<string, ArgumentsBefore>): Part {
  const { text } = redactor;
  const told = part.detail === undefined ? {} : { detail: text(part.detail) };
  if (part.kind === 'arg') return { ...redactArgument(part, redactor, lines), ...told };
  const value = holdsWhatItNames(part) ? (words: string) => redactor.named(part.label, words) : text;
  return {
    ...part,
    label: text(part.label),
    value: part.value === null ? null : value(part.value),
    ...(part.before === undefined ? {} : { before: value(part.before) }),
    ...told,
  };
}

/** Whether a part's label says what its value is; the parts of a volume are labelled by what they are called. */
function holdsWhatItNames({ kind, parent }: Part): boolean {
  switch (kind) {
    case 'env':
    case 'annotation':
    case 'label':
    case 'node-metadata':
      return true;
    case 'field':
      return parent?.startsWith('volume/') !== true;
    default:
      return false;
  }
}

/** An argument is told by what stands in front of it in its container's command line. */
function redactArgument(part: Part, redactor: Redactor, lines: Map<string, ArgumentsBefore>): Part {
  const line = part.parent ?? '';
  const before = lines.get(line) ?? NO_ARGUMENTS;
  const value = part.value ?? '';
  lines.set(line, argumentsBefore(value, before));
  const masked = (words: string): string => {
    const at = secretOfArgument(words, before);
    return at === null ? redactor.text(words) : `${words.slice(0, at)}${redactor.secret(words.slice(at))}`;
  };
  return {
    ...part,
    label: part.label === value ? masked(value) : redactor.text(part.label),
    value: part.value === null ? null : masked(value),
    ...(part.before === undefined ? {} : { before: masked(part.before) }),
  };
}
