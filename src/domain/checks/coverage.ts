import { textAt } from '../anatomy/fields.ts';
import { InputFault } from '../fault.ts';
import type { ReadText } from '../yaml/shelf.ts';
import type { CheckName } from './model.ts';
import { findObjects } from './objects.ts';

/** How many objects of a file a check reads, and which it passes over. */
export interface FileCoverage {
  readonly file: string;
  readonly objects: number;
  readonly read: number;
  /** `Deployment payments`, in order, at most so many as people read. */
  readonly unread: readonly string[];
}

/** API group → kind → versions that `analyze` reads from files; measured on the pinned istioctl by `test/real/checks-coverage.test.ts`. */
const ANALYZED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'networking.istio.io': {
    DestinationRule: ['v1', 'v1alpha3', 'v1beta1'],
    EnvoyFilter: ['v1alpha3'],
    Gateway: ['v1', 'v1alpha3', 'v1beta1'],
    ProxyConfig: ['v1beta1'],
    ServiceEntry: ['v1', 'v1alpha3', 'v1beta1'],
    Sidecar: ['v1', 'v1alpha3', 'v1beta1'],
    VirtualService: ['v1', 'v1alpha3', 'v1beta1'],
    WorkloadEntry: ['v1', 'v1alpha3', 'v1beta1'],
    WorkloadGroup: ['v1', 'v1alpha3', 'v1beta1'],
  },
  'security.istio.io': {
    AuthorizationPolicy: ['v1', 'v1beta1'],
    PeerAuthentication: ['v1', 'v1beta1'],
    RequestAuthentication: ['v1', 'v1beta1'],
  },
  'telemetry.istio.io': { Telemetry: ['v1', 'v1alpha1'] },
  'extensions.istio.io': { TrafficExtension: ['v1alpha1'], WasmPlugin: ['v1alpha1'] },
  'gateway.networking.k8s.io': {
    Gateway: ['v1', 'v1beta1'],
    HTTPRoute: ['v1', 'v1beta1'],
    GRPCRoute: ['v1', 'v1alpha2'],
  },
  apps: { Deployment: ['v1'] },
  'apiextensions.k8s.io': { CustomResourceDefinition: ['v1'] },
};

/** Whether a check reads objects of that kind from files at all; what else it passes over without a word. */
export function readsKind(check: CheckName, apiVersion: string, kind: string): boolean {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const known = own(own(ANALYZED, group), kind)?.includes(version) === true;
  switch (check) {
    case 'analyze':
      return known;
    case 'validate':
      // Of Services and Deployments the group does not count.
      if (kind === 'Service' || kind === 'Deployment') return true;
      if (kind === 'IstioOperator') return apiVersion === 'install.istio.io/v1alpha1';
      return known && group.endsWith('.istio.io');
    case 'precheck':
      return false;
  }
}

function own<T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}

const MAX_NAMED = 20;

/** What a check reads of a text; null when the text cannot be read as YAML. */
export function coverageOf(
  check: CheckName,
  file: { readonly name: string; readonly text: string },
  read: ReadText,
): FileCoverage | null {
  const objects = objectsOf(file, read);
  if (objects === null) return null;
  const unread = objects.filter(({ apiVersion, kind }) => !readsKind(check, apiVersion, kind));
  return {
    file: file.name,
    objects: objects.length,
    read: objects.length - unread.length,
    unread: unread.slice(0, MAX_NAMED).map(({ kind, name }) => `${kind} ${name}`.trim()),
  };
}

function objectsOf({ name, text }: { readonly name: string; readonly text: string }, read: ReadText) {
  try {
    return findObjects(read(name, text))
      .filter(({ kind }) => kind !== 'List')
      .map(({ kind, name: called, value }) => ({
        kind,
        name: called,
        apiVersion: textAt(value, 'apiVersion') ?? '',
      }));
  } catch (error) {
    if (error instanceof InputFault) return null;
    throw error;
  }
}
