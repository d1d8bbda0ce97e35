import { sharedName, unreadOf } from './field-reader.ts';
import type { ManifestWish } from './generate.ts';
import type { Crd, CrdGroup, CrdVersion } from './model.ts';

/** How a manifest was generated, in words: `profile demo, --set hub=example.com`; a profile may be one of the settings. */
export function wishWords({ profile, sets }: ManifestWish): string {
  const own = profile === null && sets.some((set) => set.startsWith('profile='));
  const first = own ? [] : [`profile ${profile ?? 'default'}`];
  return [...first, ...sets.map((set) => `--set ${set}`)].join(', ');
}

/** The rule of a webhook in words: `CREATE pods`, with the group of the resources where that is not the core one. */
export function ruleWords(rule: {
  readonly operations: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly scope: string | null;
}): string {
  const { operations, apiGroups, resources, scope } = rule;
  const groups = apiGroups.every((group) => group === '')
    ? ''
    : ` in ${apiGroups.map((group) => (group === '' ? 'core' : group)).join(', ')}`;
  const scoped = scope === null || scope === '*' ? '' : ` (${scope})`;
  const what = resources.join(', ');
  return `${operations.join(', ')} ${what === '*' ? 'all resources' : what}${groups}${scoped}`;
}

/** The API group of CRDs; where there is none, whether that is so or nobody can read it. */
export function groupName({ group, crds }: CrdGroup): string {
  const lost = crds.filter(({ unread }) => unreadOf(unread, 'spec.group').length > 0).length;
  return sharedName(group, 'group', crds.length, lost);
}

/** What a version of a CRD is beside its name; where the manifest does not say whether it is served, that. */
export function versionWords(
  { served, storage, deprecated }: CrdVersion,
  { unread }: Pick<Crd, 'unread'>,
): readonly string[] {
  // What is of a wrong type is told as that.
  const unsaid = unread.some(({ field }) => field.endsWith('.served')) ? [] : ['served is not set'];
  return [
    ...(storage === true ? ['stored'] : []),
    ...(served === true ? [] : served === false ? ['not served'] : unsaid),
    ...(deprecated ? ['deprecated'] : []),
  ];
}
