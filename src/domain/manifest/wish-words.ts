import type { ManifestWish } from './generate.ts';

/** How a manifest was generated, in words: `profile demo, --set hub=example.com`. */
export function wishWords({ profile, sets }: ManifestWish): string {
  return [`profile ${profile ?? 'default'}`, ...sets.map((set) => `--set ${set}`)].join(', ');
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
