import { asArray, asObject, type JsonObject, own, parseJson } from '../envoy/json.ts';
import { jsonText } from '../envoy/json-text.ts';
import { redactConfigDump } from '../redact/config-dump.ts';
import type { Redactor } from '../redact/redactor.ts';

/** What of a node is left out: the list of all that is compiled into Envoy, most of a small dump. */
const EXTENSIONS = 'extensions';

function withoutExtensions(config: JsonObject | null): JsonObject | null {
  const bootstrap = asObject(own(config, 'bootstrap'));
  const node = asObject(own(bootstrap, 'node'));
  const all = own(node, EXTENSIONS);
  if (!Array.isArray(all)) return config;
  return {
    ...config,
    bootstrap: { ...bootstrap, node: { ...node, [EXTENSIONS]: `${all.length} left out of the recording` } },
  };
}

/**
 * The text of a config_dump as a recording keeps it, indented by two: without the node's list of extensions, in whose place
 * stands how many there were, and with secrets masked where there is a redactor.
 */
export function keptDump(text: string, redactor: Redactor | null): string {
  const dump = asObject(parseJson(text));
  const configs = asArray(own(dump, 'configs')).map(
    (config) => withoutExtensions(asObject(config)) ?? config,
  );
  const kept = { ...dump, configs };
  return redactor === null ? jsonText(kept) : redactConfigDump(kept, redactor).text;
}
