import type { SourceDocument } from '../yaml/document.ts';
import { asText, field } from './fields.ts';
import { idOf } from './identifiers.ts';
import type { NamedSetting, Part } from './model.ts';

/** The files whose settings a template can name, and the parts that carry the pod's own. */
export interface Settings {
  readonly values: SourceDocument | null;
  readonly mesh: SourceDocument | null;
  part(id: string): Part | undefined;
}

/** `.Values.global.proxy.logLevel`, `.MeshConfig.TrustDomain`, `.ProxyConfig.InterceptionMode` in a template. */
const IN_FILES = /\.(Values|MeshConfig|ProxyConfig)((?:\.[A-Za-z_]\w*)+)/g;
/** A key of the pod's metadata: annotation .ObjectMeta `key`, index .ObjectMeta.Labels `key`. */
const ON_POD = /\.ObjectMeta(?:\.(Annotations|Labels))? `([^`]+)`/g;

/**
 * The settings that lines of a template name and that are set: in the values, in the mesh configuration, on the pod.
 * Whether a setting decided is not known where a line names several; what is told is that they stand there. Linear in
 * the lines.
 * @param value what the template wrote, to tell a setting that holds just that
 */
export function settingsIn(
  lines: readonly string[],
  value: string | null,
  settings: Settings,
): readonly NamedSetting[] {
  const found = new Map<string, NamedSetting>();
  for (const line of lines) {
    for (const [, root = '', path = ''] of line.matchAll(IN_FILES)) {
      const setting = inFile(root, path.slice(1).split('.'), value, settings);
      if (setting !== null) found.set(`${setting.of} ${setting.path}`, setting);
      const own = root === 'ProxyConfig' ? ownProxyConfig(path, settings) : null;
      if (own !== null) found.set(`${own.of} ${own.path}`, own);
    }
    for (const [, list, key = ''] of line.matchAll(ON_POD)) {
      const setting = onPod(list === 'Labels' ? 'label' : 'annotation', key, value, settings);
      if (setting !== null) found.set(`${setting.of} ${setting.path}`, setting);
    }
  }
  return [...found.values()];
}

/** Methods of the template's values, no keys: `.ProxyConfig.InterceptionMode.String`. */
const METHODS: ReadonlySet<string> = new Set(['String', 'GetValue', 'AsMap']);

function inFile(
  root: string,
  written: readonly string[],
  value: string | null,
  { values, mesh }: Settings,
): NamedSetting | null {
  const steps = written.filter((step) => !METHODS.has(step));
  const isValues = root === 'Values';
  // Go's names of the mesh's fields begin with a capital, those of the file do not.
  const keys = isValues ? steps : steps.map((step) => step.charAt(0).toLowerCase() + step.slice(1));
  const path = root === 'ProxyConfig' ? ['defaultConfig', ...keys] : keys;
  const document = isValues ? values : mesh;
  const range = document?.entryRange(path) ?? null;
  const set = field(document?.value, ...path);
  if (document === null || range === null || set === undefined || set === null || set === '') return null;
  const text = document.text(path) ?? asText(set);
  return { of: isValues ? 'values' : 'mesh', path: path.join('.'), range, holdsIt: holds(text, value) };
}

/** The pod's own proxy configuration, merged over the mesh's, where it speaks of the field. */
function ownProxyConfig(path: string, settings: Settings): NamedSetting | null {
  const key = path.split('.')[1] ?? '';
  const found = onPod('annotation', 'proxy.istio.io/config', null, settings);
  const text = settings.part(idOf('annotation', 'proxy.istio.io/config'))?.value ?? '';
  return text.includes(key.charAt(0).toLowerCase() + key.slice(1)) ? found : null;
}

function onPod(
  kind: 'label' | 'annotation',
  key: string,
  value: string | null,
  { part }: Settings,
): NamedSetting | null {
  const found = part(idOf(kind, key));
  const range = found?.original ?? null;
  if (found === undefined || range === null || found.change === 'added') return null;
  return { of: kind, path: key, range, holdsIt: holds(found.before ?? found.value, value) };
}

/** A setting of one letter would be found in anything: only the whole value, or what follows a flag, counts. */
function holds(setting: string | null, value: string | null): boolean {
  if (setting === null || value === null || setting === '') return false;
  return value === setting || value.endsWith(`=${setting}`);
}
