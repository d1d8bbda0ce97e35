import { textAt } from '../anatomy/fields.ts';
import type { SourceDocument, SourceFile } from '../yaml/document.ts';
import type { CheckName } from './model.ts';
import { findObjects, type ObjectPlace } from './objects.ts';

/**
 * How far a check looks into an object: at what is in it; only whether it can be decoded, as an object of its kind; not at
 * all, whatever is in it; or it is decoded and others may name it, but it is of another namespace, and nothing is said of it.
 */
export type Depth = 'content' | 'shape' | 'none' | 'elsewhere';

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
  switch (check) {
    case 'analyze':
      return isIn(OWN, apiVersion, kind) ? 'content' : isIn(DECODED, apiVersion, kind) ? 'shape' : 'none';
    case 'validate': {
      // Of Services and Deployments the group does not count.
      const others = kind === 'Service' || kind === 'Deployment';
      const operator = apiVersion === 'install.istio.io/v1alpha1' && kind === 'IstioOperator';
      return others || operator || isIn(OWN, apiVersion, kind) ? 'content' : 'none';
    }
    case 'precheck':
      return 'none';
  }
}

function isIn(kinds: Kinds, apiVersion: string, kind: string): boolean {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  return own(own(kinds, group), kind)?.includes(version) === true;
}

function own<T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}

/** What `analyze` knows, and says nothing of whatever is in it; but of the others in a List with it it does. */
const KNOWN: Kinds = {
  '': { ConfigMap: ['v1'] },
  'admissionregistration.k8s.io': { MutatingWebhookConfiguration: ['v1'] },
};

/** An object of a text, and how far a check looks into it. */
export interface Looked {
  readonly place: ObjectPlace;
  readonly depth: Depth;
}

/**
 * Every object of a text, in order; a List is none, the items in it are.
 * @param namespace `-n` of `analyze`; null: all
 */
export function lookedInto(
  check: CheckName,
  source: SourceFile,
  namespace: string | null,
): readonly Looked[] {
  const places = findObjects(source).filter(({ kind }) => kind !== 'List');
  const dropped = check === 'analyze' ? droppedLists(places) : new Set<SourceDocument>();
  return places.map((place) => {
    const within = place.path.length === 0 || isReadInList(check, place);
    const passed = !within || dropped.has(place.document) || isOfSystem(check, place);
    const depth = passed ? 'none' : depthOf(check, versionOf(place), place.kind);
    return { place, depth: depth === 'content' && isElsewhere(place, namespace) ? 'elsewhere' : depth };
  });
}

/**
 * An object that names no namespace counts as one of the namespace that was asked for; an empty one is `default`.
 * Measured by `test/real/checks-coverage.test.ts`.
 */
function isElsewhere({ namespace: own }: ObjectPlace, asked: string | null): boolean {
  return asked !== null && own !== null && own !== '' && own !== (asked === '' ? 'default' : asked);
}

const versionOf = ({ value }: ObjectPlace): string => textAt(value, 'apiVersion') ?? '';

/** Of an item: `validate` looks into Services and Deployments only, and not into Lists within Lists. */
function isReadInList(check: CheckName, { kind, path, document }: ObjectPlace): boolean {
  if (check === 'validate') return path.length === 2 && (kind === 'Service' || kind === 'Deployment');
  return textAt(document.value, 'kind') === 'List';
}

/** With one item of a kind that it does not know `analyze` drops the whole List, without a word. */
function droppedLists(places: readonly ObjectPlace[]): ReadonlySet<SourceDocument> {
  const unknown = places.filter(
    (place) => place.path.length > 0 && depthOf('analyze', versionOf(place), place.kind) === 'none',
  );
  return new Set(
    unknown.filter((place) => !isIn(KNOWN, versionOf(place), place.kind)).map(({ document }) => document),
  );
}

/** `validate` leaves Istio's own Services and Deployments alone. */
function isOfSystem(check: CheckName, { kind, namespace }: ObjectPlace): boolean {
  return (
    check === 'validate' && namespace === 'istio-system' && (kind === 'Service' || kind === 'Deployment')
  );
}
