import { InputFault } from '../fault.ts';
import { istioctlError } from '../inject/istioctl-error.ts';

/** What an install manifest is generated of: nothing but istioctl's own defaults, or other ones. */
export interface ManifestWish {
  /** null: istioctl's default. */
  readonly profile: string | null;
  /** `KEY=VALUE`, in order; a later one counts. */
  readonly sets: readonly string[];
}

/**
 * Arguments of `istioctl manifest generate`. A profile is a setting like others: releases since 1.24 have no flag for it.
 * Throws `InputFault` (`set-wrong`, `profile-wrong`) for what istioctl would answer with a panic, or that cannot be an argument.
 */
export function generateArguments({ profile, sets }: ManifestWish): readonly string[] {
  if (profile !== null) checkProfile(profile);
  for (const set of sets) checkSet(set);
  const twice = profile === null ? undefined : sets.find((set) => set.startsWith('profile='));
  if (twice !== undefined)
    throw new InputFault(
      'set-wrong',
      `The profile is given twice: ${profile} and --set ${twice}.`,
      'Leave out one of them.',
    );
  const all = profile === null ? sets : [`profile=${profile}`, ...sets];
  return ['manifest', 'generate', ...all.flatMap((set) => ['--set', set])];
}

function checkProfile(profile: string): void {
  if (profile !== '' && !/[\s=,]/.test(profile) && !hasControls(profile)) return;
  throw new InputFault(
    'profile-wrong',
    `“${profile}” cannot be the name of a profile.`,
    'Name one, such as default, demo, minimal or ambient.',
  );
}

/**
 * The first step of a path is a key; istioctl ends in a panic where there is none, or where it is a list.
 * Throws `InputFault` `set-wrong`.
 */
export function checkSet(set: string): void {
  const equals = set.indexOf('=');
  const key = equals === -1 ? set : set.slice(0, equals);
  if (equals > 0 && /^[^\s.[\]=]/.test(key) && !/^[^.]*\[/.test(key) && !hasControls(set)) return;
  throw new InputFault(
    'set-wrong',
    `--set ${JSON.stringify(set)} is not KEY=VALUE.`,
    'Write it as istioctl takes it: --set meshConfig.accessLogFile=/dev/stdout.',
  );
}

const hasControls = (text: string): boolean => /[\x00-\x1f\x7f]/.test(text);

/** Why `istioctl manifest generate` ended with an exit code that is not 0, in one sentence and what to do. */
export function explainGenerateFailure(
  { profile, sets }: ManifestWish,
  stderr: string,
): { readonly code: string; readonly message: string; readonly hint: string } {
  const said = errorOf(stderr);
  const asked = sets.length === 1 ? `--set ${sets[0]}` : 'one of the --set values';
  const noProfile = /profile "([^"]*)" not found/.exec(said);
  if (noProfile !== null)
    return {
      code: 'profile-unknown',
      message: `This istioctl has no profile ${noProfile[1] || profile || ''}.`,
      hint: 'Choose another profile, or leave it out for the default one.',
    };
  const unknown = /unknown field "([^"]*)"(?: in ([\w.]+))?/.exec(said);
  if (unknown !== null)
    return {
      code: 'set-unknown',
      message: `istioctl refuses ${namedSet(sets, unknown[1] ?? '') ?? asked}: it knows no field “${unknown[1]}”${unknown[2] === undefined ? '' : ` in ${unknown[2]}`}.`,
      hint: 'Check the spelling: settings are those of an IstioOperator (profile, components., meshConfig., values.).',
    };
  const type = /cannot unmarshal (\w+) into Go value of type ([\w.[\]]+)/.exec(said);
  if (type !== null)
    return {
      code: 'set-type',
      message: `istioctl refuses ${asked}: ${article(type[1] ?? '')} stands where ${article(typeWord(type[2] ?? ''))} is expected.`,
      hint: 'Give a value of that type.',
    };
  if (/^panic: /.test(said))
    return {
      code: 'manifest-failed',
      message: `istioctl ended in a panic on ${asked} (${said}).`,
      hint: 'This is a fault of istioctl; write the path of the setting in another way.',
    };
  return {
    code: 'manifest-failed',
    message: `istioctl manifest generate refuses: ${said === '' ? 'it does not say why' : said}.`,
    hint:
      sets.length === 0 && profile === null
        ? 'Check this istioctl in a terminal, or name another one.'
        : 'Correct the profile or the --set values.',
  };
}

/** The one `--set` that has a field in its path. */
function namedSet(sets: readonly string[], field: string): string | null {
  const holding = sets.filter((set) => (set.split('=', 1)[0] ?? '').split(/[.[\]]/).includes(field));
  return holding.length === 1 ? `--set ${holding[0]}` : null;
}

/** What istioctl itself says, as long as a sentence takes. */
function errorOf(stderr: string): string {
  return istioctlError(stderr).slice(0, 400);
}

/** Go's names of types as those of YAML. */
function typeWord(type: string): string {
  if (type === 'bool') return 'boolean';
  if (/^u?int|^float/.test(type)) return 'number';
  if (type.startsWith('[]')) return 'list';
  return type.startsWith('map') || type.includes('.') ? 'mapping' : type;
}

function article(word: string): string {
  const known = word === 'object' ? 'mapping' : word === 'array' ? 'list' : word;
  return `a ${known}`;
}
