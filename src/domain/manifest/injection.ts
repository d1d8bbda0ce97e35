import { field, textAt } from '../anatomy/fields.ts';
import { classifyValues, type InjectionRole } from '../inject/injection-files.ts';
import type { InjectionNeed, InjectionText } from './model.ts';
import type { ObjectPlace } from './objects.ts';

const ROLES: readonly InjectionRole[] = ['config', 'values', 'mesh'];

/** What Istio's charts call the ConfigMap of each; a revision stands behind the name, with a dash. */
const USUAL_NAME: Readonly<Record<InjectionRole, string>> = {
  config: 'istio-sidecar-injector',
  values: 'istio-sidecar-injector',
  mesh: 'istio',
};

/** Where the three texts for kube-inject stand; recognised as an injection file is when it is given for one. */
export function injectionNeeds(objects: readonly ObjectPlace[]): readonly InjectionNeed[] {
  const maps = objects.filter(({ kind }) => kind === 'ConfigMap');
  const held = maps.map((map) => ({ map, parts: classifyValues([map.value], '').parts }));
  return ROLES.map((role) => {
    const found = held
      .filter(({ parts }) => parts[role] !== undefined)
      .map(({ map }): InjectionText => {
        const { index, name, namespace, document, path, value } = map;
        return {
          object: index,
          configMap: name,
          namespace,
          revision: textAt(value, 'metadata', 'labels', 'istio.io/rev'),
          source: document.entryRange([...path, 'data', role]),
        };
      });
    return { role, found, missing: found.length === 0 ? missingWords(role, maps) : null };
  });
}

function missingWords(role: InjectionRole, maps: readonly ObjectPlace[]): string {
  const usual = USUAL_NAME[role];
  const map = maps.find(({ name }) => name === usual || (role !== 'mesh' && name.startsWith(`${usual}-`)));
  if (map === undefined) return `No ConfigMap holds .data.${role} (it is usually named ${usual}).`;
  // The injector's ConfigMap counts with both of its texts only.
  const lacks = (role === 'mesh' ? ['mesh'] : ['config', 'values']).filter(
    (key) => typeof field(map.value, 'data', key) !== 'string',
  );
  return `The ConfigMap ${map.name} holds no ${lacks.map((key) => `.data.${key}`).join(' and no ')}.`;
}
