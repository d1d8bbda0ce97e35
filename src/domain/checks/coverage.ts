import { textAt } from '../anatomy/fields.ts';
import { InputFault } from '../fault.ts';
import type { ReadText } from '../yaml/shelf.ts';
import type { CheckName } from './model.ts';
import { findObjects } from './objects.ts';

/**
 * How far a check looks into an object: at what is in it; only whether it can be decoded, as an object of its kind; or not at
 * all, whatever is in it.
 */
export type Depth = 'content' | 'shape' | 'none';

/** How many objects of a file a check looks into, and which not. */
export interface FileCoverage {
  readonly file: string;
  readonly objects: number;
  readonly read: number;
  /** `Deployment payments`, in order, at most so many as people read; `decoded` and `unread` together are the others. */
  readonly decoded: readonly string[];
  readonly unread: readonly string[];
}

type Kinds = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** API group → kind → versions, measured on the pinned istioctl by `test/real/checks-coverage.test.ts`. */
const OWN: Kinds = {
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
};

/** What `analyze` decodes from files besides, and says nothing of. */
const DECODED: Kinds = {
  'gateway.networking.k8s.io': {
    Gateway: ['v1', 'v1beta1'],
    HTTPRoute: ['v1', 'v1beta1'],
    GRPCRoute: ['v1', 'v1alpha2'],
  },
  apps: { Deployment: ['v1'] },
  'apiextensions.k8s.io': { CustomResourceDefinition: ['v1'] },
};

/** How far a check looks into objects of a kind in files. */
export function depthOf(check: CheckName, apiVersion: string, kind: string): Depth {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const isIn = (kinds: Kinds): boolean => own(own(kinds, group), kind)?.includes(version) === true;
  switch (check) {
    case 'analyze':
      return isIn(OWN) ? 'content' : isIn(DECODED) ? 'shape' : 'none';
    case 'validate': {
      // Of Services and Deployments the group does not count.
      const others = kind === 'Service' || kind === 'Deployment';
      const operator = apiVersion === 'install.istio.io/v1alpha1' && kind === 'IstioOperator';
      return others || operator || isIn(OWN) ? 'content' : 'none';
    }
    case 'precheck':
      return 'none';
  }
}

function own<T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}

const MAX_NAMED = 20;

/** What a check looks into of a text; null when the text cannot be read as YAML. */
export function coverageOf(
  check: CheckName,
  file: { readonly name: string; readonly text: string },
  read: ReadText,
): FileCoverage | null {
  const objects = objectsOf(file, read);
  if (objects === null) return null;
  const named = (depth: Depth) => objects.filter((one) => depthOf(check, one.apiVersion, one.kind) === depth);
  const words = (depth: Depth) =>
    named(depth)
      .slice(0, MAX_NAMED)
      .map(({ kind, name }) => `${kind} ${name}`.trim());
  return {
    file: file.name,
    objects: objects.length,
    read: named('content').length,
    decoded: words('shape'),
    unread: words('none'),
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
