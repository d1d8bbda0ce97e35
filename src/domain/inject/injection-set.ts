import type { Note } from '../anatomy/model.ts';
import { InputFault } from '../fault.ts';
import { readYaml } from '../yaml/document.ts';
import { type ClassifiedFile, classifyInjectionFile, type InjectionRole } from './injection-files.ts';
import { meshKeyNotes } from './mesh-check.ts';

/** A text and the name people know it by. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export interface GivenText extends NamedText {
  /** What it was given as, where the person said so. */
  readonly role?: InjectionRole;
}

export interface InjectionSet {
  readonly injectConfig: NamedText;
  readonly meshConfig: NamedText;
  readonly values: NamedText;
  readonly notes: readonly Note[];
}

const ROLES: readonly InjectionRole[] = ['config', 'mesh', 'values'];
const WHAT: Readonly<Record<InjectionRole, string>> = {
  config: 'injection configuration',
  mesh: 'mesh configuration',
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
 * (`injection-file-wrong`, `values-partial`, `template-old`, `injection-file-twice`, `injection-file-missing`).
 */
export function resolveInjectionFiles(given: readonly GivenText[]): InjectionSet {
  const notes: Note[] = [];
  const found = new Map<InjectionRole, { readonly text: NamedText; readonly whole: boolean }>();
  for (const file of given) {
    const classified = classifyInjectionFile(file.name, file.text);
    refuseWrong(file, classified);
    const roles = ROLES.filter((role) => classified.parts[role] !== undefined);
    const whole =
      classified.kind === 'inject-config' ||
      classified.kind === 'mesh-config' ||
      classified.kind === 'values';
    if (!whole) notes.push(extractedNote(classified));
    for (const role of roles) {
      const before = found.get(role);
      if (before?.whole === true && whole) throw twice(role, before.text.name, file.name);
      // A file of its own wins over what stands beside it in a ConfigMap.
      if (before !== undefined && (before.whole || !whole)) continue;
      const name = whole ? file.name : EXTRACTED[role];
      found.set(role, { text: { name, text: classified.parts[role] ?? '' }, whole });
    }
  }
  const need = (role: InjectionRole): NamedText => {
    const text = found.get(role)?.text;
    if (text === undefined) throw missing(role, given);
    return text;
  };
  const set = { injectConfig: need('config'), meshConfig: need('mesh'), values: need('values') };
  // One ConfigMap may have been given in two roles.
  const once = [...new Map(notes.map((note) => [note.message, note])).values()];
  return { ...set, notes: [...once, ...meshNotes(set.meshConfig)] };
}

function refuseWrong(file: GivenText, classified: ClassifiedFile): void {
  const { name, kind, sentence } = classified;
  const fault = (code: string, hint: string) => {
    const as = file.role === undefined ? '' : ` It was given as ${WHAT[file.role]}.`;
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
  const wrongRole = file.role !== undefined && classified.parts[file.role] === undefined;
  if (kind === 'workload' || kind === 'unknown' || wrongRole) fault('injection-file-wrong', FROM_CLUSTER);
}

function extractedNote(classified: ClassifiedFile): Note {
  const keys = ROLES.filter((role) => classified.parts[role] !== undefined).map((role) => `.data.${role}`);
  return {
    code: 'injection-file-extracted',
    severity: 'info',
    message: `${classified.name} is ${classified.sentence.split(';')[0]}; the text under ${keys.join(', ')} was taken out of it.`,
    source: null,
  };
}

function twice(role: InjectionRole, first: string, second: string): InputFault {
  return new InputFault(
    'injection-file-twice',
    `${first} and ${second} are both ${role === 'values' ? 'values' : `a ${WHAT[role]}`}.`,
    'Give one of each: injection configuration, mesh configuration, values.',
  );
}

function missing(role: InjectionRole, given: readonly GivenText[]): InputFault {
  const names = given.map((file) => file.name).join(', ');
  return new InputFault(
    'injection-file-missing',
    `The ${WHAT[role]} ${role === 'values' ? 'are' : 'is'} missing: ${names === '' ? 'no file was given' : `not in ${names}`}.`,
    FROM_CLUSTER,
  );
}

function meshNotes(mesh: NamedText): readonly Note[] {
  const [document] = readYaml(mesh.name, mesh.text).documents;
  return document === undefined ? [] : meshKeyNotes(document);
}
