import { isBootstrapText, isBootstrapValue } from '../domain/inject/mistaken.ts';
import { readYaml } from '../domain/yaml/document.ts';

/**
 * True for a text that is an Envoy bootstrap and not a workload: a mapping with one of its fields, and no `kind`. A
 * text that cannot be read counts as one when it has such a field at the start of a line: Envoy says what is wrong.
 */
export function isBootstrap(name: string, text: string): boolean {
  try {
    return isBootstrapValue(readYaml(name, text).documents[0]?.value);
  } catch {
    return isBootstrapText(text);
  }
}
