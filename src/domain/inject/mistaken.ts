import { isYamlMap, type YamlValue } from '../yaml/document.ts';
import { classifyValues, type InjectionFileKind } from './injection-files.ts';

/** What a file is that was opened as a workload although it is none, and what it is for. */
export interface Mistaken {
  readonly kind: 'bootstrap' | InjectionFileKind;
  /** To put behind “it looks like ”. */
  readonly what: string;
  /** A whole sentence. */
  readonly todo: string;
}

const BOOTSTRAP_FIELDS = [
  'static_resources',
  'staticResources',
  'dynamic_resources',
  'dynamicResources',
  'admin',
  'node',
];

/** Whether a value has the fields of an Envoy bootstrap, and no `kind`. */
export function isBootstrapValue(value: YamlValue | undefined): boolean {
  if (!isYamlMap(value)) return false;
  const has = (key: string): boolean => Object.hasOwn(value, key);
  return !has('kind') && BOOTSTRAP_FIELDS.some(has);
}

/** Whether a text that cannot be read has such a field at the start of a line, and no `kind`. */
export function isBootstrapText(text: string): boolean {
  const field = new RegExp(`^\\s*\\{?\\s*["']?(?:${BOOTSTRAP_FIELDS.join('|')})["']?\\s*:`, 'm');
  return field.test(text) && !/^["']?kind["']?\s*:/m.test(text);
}

const WITH_WORKLOAD = 'and open a file with a Deployment, Pod … to be injected with it';

/** The option of the command line behind which a file for the injector belongs. */
const OPTIONS: Readonly<Partial<Record<InjectionFileKind, string>>> = {
  'inject-config': '--config',
  'mesh-config': '--mesh',
  values: '--values',
  'injector-configmap': '--config',
  'mesh-configmap': '--mesh',
  'install-manifest': '--manifest',
};

/** Tells what the documents of a file are instead of workloads; null where that cannot be told. */
export function mistakenFor(name: string, values: readonly YamlValue[]): Mistaken | null {
  if (isBootstrapValue(values[0]))
    return {
      kind: 'bootstrap',
      what: 'an Envoy bootstrap',
      todo: `Validate and run it as a bootstrap (sidecar-anatomy run ${name}), or open a file with a Deployment, Pod … to have one written.`,
    };
  const { kind, sentence } = classifyValues(values, '');
  const what = sentence.split(';')[0] ?? sentence;
  const option = OPTIONS[kind];
  if (option !== undefined)
    return { kind, what, todo: `Give it as injection file (${option} ${name}), ${WITH_WORKLOAD}.` };
  if (kind === 'old-template')
    return {
      kind,
      what,
      todo: `Take the injection configuration of the release that istioctl is from, give it as injection file (--config …), ${WITH_WORKLOAD}.`,
    };
  if (kind === 'partial-values')
    return {
      kind,
      what: 'Helm values that a person wrote',
      todo: `kube-inject wants the merged ones: give the ConfigMap istio-sidecar-injector or its .data.values as injection file (--values …), ${WITH_WORKLOAD}.`,
    };
  return null;
}
