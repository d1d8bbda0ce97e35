import { isYamlMap, readYaml } from '../domain/yaml/document.ts';

const BOOTSTRAP_FIELDS = [
  'static_resources',
  'staticResources',
  'dynamic_resources',
  'dynamicResources',
  'admin',
  'node',
];

/**
 * True for a text that is an Envoy bootstrap and not a workload: a mapping with one of its fields, and no `kind`. A
 * text that cannot be read counts as one when it has such a field at the start of a line: Envoy says what is wrong.
 */
export function isBootstrap(name: string, text: string): boolean {
  try {
    const [first] = readYaml(name, text).documents;
    const value = first?.value;
    if (!isYamlMap(value)) return false;
    const has = (key: string): boolean => Object.hasOwn(value, key);
    return !has('kind') && BOOTSTRAP_FIELDS.some(has);
  } catch {
    const field = new RegExp(`^\\s*\\{?\\s*["']?(?:${BOOTSTRAP_FIELDS.join('|')})["']?\\s*:`, 'm');
    return field.test(text) && !/^["']?kind["']?\s*:/m.test(text);
  }
}
