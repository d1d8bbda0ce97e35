import type { YamlValue } from '../yaml/document.ts';
import { asArray, asObject, asString, own, parseJson } from './json.ts';

/** The node of the bootstrap as `/config_dump` shows it (envoy.admin.v3.BootstrapConfigDump); null when it shows none. */
export function readDumpedNode(text: string): { readonly [key: string]: YamlValue } | null {
  for (const config of asArray(own(asObject(parseJson(text)), 'configs'))) {
    const section = asObject(config);
    if (asString(own(section, '@type'))?.endsWith('.BootstrapConfigDump') !== true) continue;
    const node = asObject(own(asObject(own(section, 'bootstrap')), 'node'));
    return node as { readonly [key: string]: YamlValue } | null;
  }
  return null;
}
