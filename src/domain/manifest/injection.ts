import { classifyValues, type InjectionRole } from '../inject/injection-files.ts';
import { createFieldReader, type Unread, unreadOf, unreadWords } from './field-reader.ts';
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
        const { index, name, namespace, document, path } = map;
        const fields = createFieldReader(map);
        return {
          object: index,
          configMap: name,
          namespace,
          revision: fields.text('metadata', 'labels', 'istio.io/rev'),
          unread: fields.unread,
          source: document.entryRange([...path, 'data', role]),
        };
      });
    return { role, found, missing: found.length === 0 ? missingWords(role, maps) : null };
  });
}

const isUsual = (role: InjectionRole, { name }: ObjectPlace): boolean =>
  name === USUAL_NAME[role] || (role !== 'mesh' && name.startsWith(`${USUAL_NAME[role]}-`));

/** The injector's ConfigMap counts with both of its texts only. */
const keysWith = (role: InjectionRole): readonly InjectionRole[] =>
  role === 'mesh' ? ['mesh'] : ['config', 'values'];

/** Why the ConfigMap that usually holds a text gives none. */
export interface InjectionLack {
  /** One sentence. */
  readonly words: string;
  /** It is there, and of a wrong type. */
  readonly unread: Unread | null;
}

/** Null where there is no ConfigMap of its usual name. */
export function injectionLack(role: InjectionRole, objects: readonly ObjectPlace[]): InjectionLack | null {
  const map = objects.find((one) => one.kind === 'ConfigMap' && isUsual(role, one));
  if (map === undefined) return null;
  const fields = createFieldReader(map);
  const lacks = keysWith(role).filter((key) => fields.text('data', key) === null);
  if (lacks.length === 0) return null;
  const absent = lacks.filter((key) => unreadOf(fields.unread, `data.${key}`).length === 0);
  const unread = unreadWords(fields.unread, 'data');
  if (unread !== null)
    return {
      words: `.data of the ConfigMap ${map.name} ${unread}.`,
      unread: unreadOf(fields.unread, 'data')[0] ?? null,
    };
  const keys = absent.map((key) => `.data.${key}`).join(' and no ');
  return { words: `The ConfigMap ${map.name} holds no ${keys}.`, unread: null };
}

function missingWords(role: InjectionRole, maps: readonly ObjectPlace[]): string {
  const none = `No ConfigMap holds .data.${role} (it is usually named ${USUAL_NAME[role]}).`;
  return injectionLack(role, maps)?.words ?? none;
}

/** What of the ConfigMaps that usually hold them is of a wrong type. */
export function injectionUnread(map: ObjectPlace): readonly Unread[] {
  if (map.kind !== 'ConfigMap') return [];
  const fields = createFieldReader(map);
  for (const role of ROLES) if (isUsual(role, map)) fields.text('data', role);
  if (ROLES.some((role) => isUsual(role, map))) fields.text('metadata', 'labels', 'istio.io/rev');
  return fields.unread;
}
