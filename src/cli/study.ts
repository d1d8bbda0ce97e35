import { inputFailure, usageFailure } from '../contract/failure.ts';
import type { CommandRun, Note } from '../contract/types.ts';
import {
  type AnatomyInput,
  type AnatomyText,
  type ReadAnatomy,
  readAnatomy,
} from '../domain/anatomy/anatomy.ts';
import { classifyInjectionFile, type InjectionRole } from '../domain/inject/injection-files.ts';
import { chooseInjectionTexts } from '../domain/inject/injection-set.ts';
import { decodeInput } from '../domain/yaml/bytes.ts';
import { createSourceShelf, type ReadText } from '../domain/yaml/shelf.ts';
import { withFailures } from '../host/failures.ts';
import type { NamedFile } from '../host/files/named-file.ts';
import { createInjector, type InjectionFile, type InjectResult } from '../host/inject/injector.ts';
import { distinctName } from '../host/inject/private-folder.ts';
import { createTextWork } from '../host/inject/text-work.ts';
import type { CliContext } from './context.ts';
import { readInputFile } from './input-file.ts';
import { noWorkload } from './no-workload.ts';
import { readInjection } from './read-injection.ts';
import type { InjectionOptions, StudyOptions } from './study-options.ts';

/** What the commands on anatomy and bootstrap work on. */
export interface CliStudy {
  readonly input: AnatomyInput;
  readonly anatomy: ReadAnatomy;
  readonly notes: readonly Note[];
  /** What was run for it; none where a file was read as it is. */
  readonly commands: readonly CommandRun[];
}

/** What came of an injection. */
export interface CliInjection extends Omit<CliStudy, 'input' | 'commands'> {
  readonly result: InjectResult;
}

/** Injects FILE with the real istioctl and reads the anatomy of what it gave. `given`: FILE, where it was read already. */
export async function injectFile(
  context: CliContext,
  file: string,
  options: InjectionOptions,
  given?: NamedFile,
): Promise<CliInjection> {
  const input = given ?? (await readInputFile(context, file));
  const injection = await readInjection(context, options);
  const shelf = createSourceShelf();
  const injector = createInjector({
    toolchain: context.toolchain(),
    // What is there while texts are read, istioctl and its folder, ends with us.
    texts: createTextWork(shelf, context.compute),
  });
  const native = options.native === true;
  const { signal } = context;
  const result = await injector.inject({
    ...input,
    injection,
    native,
    signal,
    onStep: context.doing,
  });
  const { anatomy, notes } = await context.compute(() => study(result, result.notes, shelf.read));
  return { result, anatomy, notes };
}

/** Injects FILE with the real istioctl, or reads it as already injected, and reads its anatomy for what is said. */
export async function openStudy(
  context: CliContext,
  file: string,
  options: StudyOptions,
  given?: NamedFile,
): Promise<CliStudy> {
  if (options.injected !== true) {
    const { result, anatomy, notes } = await injectFile(context, file, options, given);
    return { input: result, anatomy, notes, commands: result.commands };
  }
  if (options.native === true)
    throw usageFailure(
      'native-and-injected',
      '--native changes the injection, and --injected runs none.',
      'Leave out one of them.',
    );
  const input = given ?? (await readInputFile(context, file));
  const injection = await readInjection(context, options);
  return context.compute(() => readInjected(input, injection));
}

/** A text that already holds what kube-inject adds. */
function readInjected({ name, bytes }: NamedFile, injection: readonly InjectionFile[]): CliStudy {
  const { read } = createSourceShelf();
  return withFailures(() => {
    const { text, notes } = decodeInput(name, bytes);
    const source = read(name, text);
    const texts = injectionTexts(injection, new Set([name.toLowerCase()]));
    const input = { original: null, injected: { name, text }, ...texts };
    return { ...study(input, [...notes, ...source.notes], read), commands: [] };
  });
}

function study(input: AnatomyInput, notes: readonly Note[], read: ReadText): Omit<CliStudy, 'commands'> {
  const anatomy = withFailures(() => readAnatomy(input, read));
  return { input, anatomy, notes: [...notes, ...anatomy.notes] };
}

/** The texts beside an injected input; here each may be missing, because nothing is injected with them. */
function injectionTexts(
  files: readonly InjectionFile[],
  taken: Set<string>,
): Pick<AnatomyInput, 'injectConfig' | 'meshConfig' | 'values'> {
  const given = files.map(({ bytes, ...file }) => ({
    ...file,
    text: decodeInput(file.name, bytes, 'injection').text,
  }));
  const chosen = chooseInjectionTexts(given);
  const text = (role: InjectionRole): AnatomyText | null => {
    // An empty or unusual file is still what it was given as.
    const found = given.find((file) => file.role === role && !holds(file, role)) ?? chosen.get(role);
    return found === undefined ? null : { name: distinctName(found.name, taken), text: found.text };
  };
  return { injectConfig: text('config'), meshConfig: text('mesh'), values: text('values') };
}

const holds = ({ name, text }: AnatomyText, role: InjectionRole): boolean =>
  classifyInjectionFile(name, text).parts[role] !== undefined;

/**
 * The index of the workload that was asked for by name or by number counted from 1; without a wish the first that is
 * injected, else the first. Throws FailureError `no-workload`.
 */
export function chooseWorkload(study: CliStudy, wish: string | undefined): number {
  const { summaries } = study.anatomy;
  const names = summaries.map(({ kind, name }, index) => `${index + 1} ${kind} ${name}`).join(', ');
  if (summaries.length === 0) throw noWorkload(study.input, study.notes);
  if (wish === undefined)
    return Math.max(
      0,
      summaries.findIndex(({ injected }) => injected),
    );
  const byName = summaries.findIndex(({ name }) => name === wish);
  const byNumber = /^\d+$/.test(wish) ? Number(wish) - 1 : -1;
  const index = byName >= 0 ? byName : byNumber;
  if (summaries[index] === undefined)
    throw inputFailure('no-workload', `There is no workload ${wish}.`, `There are: ${names}.`);
  return index;
}
