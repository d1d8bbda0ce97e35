import type { Note } from '../anatomy/model.ts';
import { InputFault } from '../fault.ts';
import { type InjectionLack, injectionLack } from '../manifest/injection.ts';
import { findObjects } from '../manifest/objects.ts';
import { readYaml } from '../yaml/document.ts';
import type { ChosenText, ChosenTexts, NamedText, Source } from './chosen-texts.ts';
import { classifyInjectionFile, type InjectionRole, isBareText } from './injection-files.ts';
import { meshKeyNotes } from './mesh-check.ts';
import { chooseRevision } from './revision.ts';

export interface GivenText extends NamedText {
  /** What it was given as, where the person said so. */
  readonly role?: InjectionRole;
}

export interface InjectionSet {
  readonly injectConfig: NamedText;
  readonly meshConfig: NamedText;
  readonly values: NamedText;
  /** The revision to inject for: `istioctl kube-inject` takes it from no file. */
  readonly revision: string;
  readonly notes: readonly Note[];
}

const ROLES: readonly InjectionRole[] = ['config', 'mesh', 'values'];
const WHAT: Readonly<Record<InjectionRole, string>> = {
  config: 'injection configuration',
  mesh: 'mesh configuration',
  values: 'values',
};
const HELD: Readonly<Record<InjectionRole, string>> = {
  config: 'an injection configuration',
  mesh: 'a mesh configuration',
  values: 'values',
};
/** The names of texts that stand in no file of the person's. */
export const EXTRACTED: Readonly<Record<InjectionRole, string>> = {
  config: 'inject-config.yaml',
  mesh: 'mesh-config.yaml',
  values: 'values.yaml',
};
const FROM_CLUSTER =
  'Give the install manifest, or the ConfigMaps istio-sidecar-injector and istio of your mesh (kubectl get configmap NAME -n istio-system -o yaml).';

/**
 * Makes the three texts out of what was given: three files, whole ConfigMaps, an install manifest, in any order.
 * Throws `InputFault` that names the file which is not what it should be, before istioctl sees any of them
 * (`injection-file-wrong`, `values-partial`, `template-old`, `injection-file-twice`, `injection-file-missing`,
 * `revision-wrong`).
 */
export function resolveInjectionFiles(given: readonly GivenText[]): InjectionSet {
  const sources = sourcesOf(given);
  for (const source of sources) refuseWrong(source);
  const chosen = chooseFrom(sources);
  const need = (role: InjectionRole): NamedText => {
    const found = chosen.get(role);
    if (found === undefined) throw missing(role, given);
    return { name: found.name, text: found.text };
  };
  const set = { injectConfig: need('config'), meshConfig: need('mesh'), values: need('values') };
  const extracted = sources
    .filter(({ classified }) => !isBareText(classified))
    .map((source) => extractedNote(source, chosen));
  const { revision, notes } = chooseRevision(chosen);
  return { ...set, revision, notes: [...extracted, ...notes, ...meshNotes(set.meshConfig)] };
}

/**
 * Which of the three texts are in what was given, and out of which file each is taken: what was given as it, else a
 * file of its own, else what stands beside something else in a ConfigMap.
 * Throws `InputFault` `injection-file-twice` where that leaves two.
 */
export function chooseInjectionTexts(given: readonly GivenText[]): ChosenTexts {
  return chooseFrom(sourcesOf(given));
}

function sourcesOf(given: readonly GivenText[]): readonly Source[] {
  const files = new Map<string, GivenText[]>();
  for (const file of given) {
    const key = `${file.name}\0${file.text}`;
    files.set(key, [...(files.get(key) ?? []), file]);
  }
  return [...files.values()].flatMap((same) => {
    const [file] = same;
    if (file === undefined) return [];
    const { name, text } = file;
    const roles = same.flatMap(({ role }) => (role === undefined ? [] : [role]));
    return [{ name, text, roles, classified: classifyInjectionFile(name, text) }];
  });
}

function chooseFrom(sources: readonly Source[]): ChosenTexts {
  const chosen = new Map<InjectionRole, ChosenText>();
  for (const role of ROLES) {
    const source = choose(role, sources);
    const text = source?.classified.parts[role];
    if (source === null || text === undefined) continue;
    const name = isBareText(source.classified) ? source.name : EXTRACTED[role];
    chosen.set(role, { name, text, source });
  }
  return chosen;
}

function choose(role: InjectionRole, sources: readonly Source[]): Source | null {
  const holding = sources.filter(({ classified }) => classified.parts[role] !== undefined);
  const asSuch = holding.filter(({ roles }) => roles.includes(role));
  const bare = holding.filter(({ classified }) => isBareText(classified));
  const [first, ...others] = [asSuch, bare, holding].find(({ length }) => length > 0) ?? [];
  if (first === undefined) return null;
  const { parts, rivals } = first.classified;
  const other = others.find(
    ({ classified }) => isBareText(classified) || classified.parts[role] !== parts[role],
  );
  if (other !== undefined) throw twice(role, first.name, other.name);
  const maps = rivals[role];
  if (maps !== undefined) throw twiceInside(role, first.name, maps);
  return first;
}

function refuseWrong({ name, text, roles, classified }: Source): void {
  const { kind, sentence, parts } = classified;
  const wrongRole = roles.find((role) => parts[role] === undefined);
  const fault = (code: string, hint: string) => {
    const as = wrongRole === undefined ? '' : ` It was given as ${WHAT[wrongRole]}.`;
    throw new InputFault(code, `${name} is ${sentence}.${as}`, hint);
  };
  if (kind === 'partial-values')
    fault(
      'values-partial',
      'Give the text under .data.values of the ConfigMap istio-sidecar-injector, or that whole ConfigMap.',
    );
  if (kind === 'old-template')
    fault(
      'template-old',
      'No template of it would run. Take the injection configuration of the Istio release that istioctl is from.',
    );
  if (kind === 'unknown')
    for (const role of ROLES) {
      const lost = unreadable(role, { name, text });
      if (lost !== null) throw lost;
    }
  if (kind === 'workload' || kind === 'unknown' || wrongRole !== undefined)
    fault('injection-file-wrong', FROM_CLUSTER);
}

/** Says what of a ConfigMap or manifest is used, and of the rest whose place it would have had. */
function extractedNote({ classified }: Source, chosen: ChosenTexts): Note {
  const taken: string[] = [];
  const left: string[] = [];
  for (const role of ROLES) {
    if (classified.parts[role] === undefined) continue;
    const source = chosen.get(role)?.source;
    if (source?.classified === classified) taken.push(`.data.${role}`);
    else left.push(`.data.${role} (${source?.name ?? 'another file'} was given for it)`);
  }
  const used =
    taken.length === 0 ? 'nothing of it is used' : `the text under ${taken.join(', ')} was taken out of it`;
  const unused = left.length === 0 ? '' : `; not used: ${left.join(', ')}`;
  return {
    code: 'injection-file-extracted',
    severity: 'info',
    message: `${classified.name} is ${classified.sentence.split(';')[0]}; ${used}${unused}.`,
    source: null,
  };
}

const ONE_OF_EACH = 'Give one of each: injection configuration, mesh configuration, values.';

function twice(role: InjectionRole, first: string, second: string): InputFault {
  const both = first === second ? `Two different files named ${first}` : `${first} and ${second}`;
  return new InputFault('injection-file-twice', `${both} both hold ${HELD[role]}.`, ONE_OF_EACH);
}

function twiceInside(role: InjectionRole, file: string, maps: readonly [string, string]): InputFault {
  return new InputFault(
    'injection-file-twice',
    `Two ConfigMaps in ${file} hold ${HELD[role]}, and not the same: ${maps.join(' and ')}.`,
    'Leave one of them in it: that of the revision that is to inject.',
  );
}

/** What the map of a manifest says of the ConfigMaps that should hold a text, and do not. */
function lackIn(role: InjectionRole, { name, text }: NamedText): InjectionLack | null {
  try {
    return injectionLack(role, findObjects(readYaml(name, text)).objects);
  } catch (thrown) {
    // No YAML is told as that.
    if (thrown instanceof InputFault) return null;
    throw thrown;
  }
}

/** A text that is there and of a wrong type; null where it is not, or cannot be told. */
function unreadable(role: InjectionRole, file: NamedText): InputFault | null {
  const lack = lackIn(role, file);
  if (lack?.unread == null) return null;
  const what = `The ${WHAT[role]} in ${file.name} cannot be used: ${lack.words}`;
  return new InputFault('injection-file-wrong', what, FROM_CLUSTER, lack.unread.source);
}

function missing(role: InjectionRole, given: readonly GivenText[]): InputFault {
  for (const file of given) {
    const fault = unreadable(role, file);
    if (fault !== null) return fault;
  }
  const lack = given.map((file) => lackIn(role, file)).find((one) => one !== null);
  const names = given.map((file) => file.name).join(', ');
  return new InputFault(
    'injection-file-missing',
    `The ${WHAT[role]} ${role === 'values' ? 'are' : 'is'} missing: ${names === '' ? 'no file was given' : `not in ${names}`}.${lack == null ? '' : ` ${lack.words}`}`,
    FROM_CLUSTER,
  );
}

function meshNotes(mesh: NamedText): readonly Note[] {
  const [document] = readYaml(mesh.name, mesh.text).documents;
  return document === undefined ? [] : meshKeyNotes(document);
}
