import { inputFailure } from '../../contract/failure.ts';
import { isRecord } from '../files/json-shape.ts';
import { type ClusterGet, createClusterGet } from './cluster-get.ts';
import { readKubeconfig } from './kubeconfig.ts';

/** A CustomResourceDefinition of a cluster. */
export interface ClusterCrd {
  /** `virtualservices.networking.istio.io`. */
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  /** Those that are served, in the order of the definition. */
  readonly versions: readonly string[];
  /** The API server has taken it up: its condition Established is True. */
  readonly established: boolean;
}

export interface ClusterNamespace {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Reads one cluster; can change nothing in it. Every method throws the failures of `ClusterGet.get`. */
export interface ClusterReader {
  /** Name of the context in the kubeconfig, and the address of the API server: for people. */
  readonly context: string;
  readonly server: string;
  /** `v1.36.3`. */
  version(signal?: AbortSignal): Promise<string>;
  crds(signal?: AbortSignal): Promise<readonly ClusterCrd[]>;
  namespaces(signal?: AbortSignal): Promise<readonly ClusterNamespace[]>;
  close(): void;
}

/**
 * Opens the cluster of a kubeconfig; asks it nothing yet. To be closed.
 * @param kubeconfig absolute path, as `chooseKubeconfig` gives it
 * @throws FailureError as `readKubeconfig`
 */
export function openCluster(kubeconfig: string): ClusterReader {
  const access = readKubeconfig(kubeconfig);
  const cluster = createClusterGet(access);
  return {
    context: access.context,
    server: access.server.origin,
    async version(signal) {
      const answer = await cluster.get('/version', 'its version', signal);
      return textOf(answer, 'gitVersion');
    },
    async crds(signal) {
      const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
      return (await listAll(cluster, path, 'the CustomResourceDefinitions', signal)).map(crdOf);
    },
    async namespaces(signal) {
      const items = await listAll(cluster, '/api/v1/namespaces', 'the namespaces', signal);
      return items.map((item) => ({
        name: textOf(at(item, 'metadata'), 'name'),
        labels: textsOf(at(at(item, 'metadata'), 'labels')),
      }));
    },
    close: () => cluster.close(),
  };
}

/** Definitions are large: so many come in one answer. */
const PAGE = 100;
/** A server that always says that there is more is not asked for ever. */
const MAX_PAGES = 1000;

async function listAll(
  cluster: ClusterGet,
  path: string,
  what: string,
  signal: AbortSignal | undefined,
): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  let next = '';
  for (let page = 0; page < MAX_PAGES; page++) {
    const from = next === '' ? '' : `&continue=${encodeURIComponent(next)}`;
    const answer = await cluster.get(`${path}?limit=${PAGE}${from}`, what, signal);
    const found = at(answer, 'items');
    if (!Array.isArray(found)) throw noList(what);
    items.push(...found);
    next = textOf(at(answer, 'metadata'), 'continue');
    if (next === '') return items;
  }
  throw inputFailure(
    'cluster-answer',
    `The API server gave ${items.length.toLocaleString('en')} items when asked for ${what}, and says that there are more.`,
    'Ask a smaller cluster.',
  );
}

function noList(what: string) {
  return inputFailure(
    'cluster-answer',
    `The API server answered with no list when asked for ${what}.`,
    'Check whether the address in the kubeconfig is that of a Kubernetes API server.',
  );
}

function crdOf(item: unknown): ClusterCrd {
  const spec = at(item, 'spec');
  const versions = listOf(at(spec, 'versions')).filter((version) => at(version, 'served') === true);
  const conditions = listOf(at(at(item, 'status'), 'conditions'));
  return {
    name: textOf(at(item, 'metadata'), 'name'),
    group: textOf(spec, 'group'),
    kind: textOf(at(spec, 'names'), 'kind'),
    versions: versions.map((version) => textOf(version, 'name')),
    established: conditions.some(
      (one) => textOf(one, 'type') === 'Established' && textOf(one, 'status') === 'True',
    ),
  };
}

function at(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown, key: string): string {
  const text = at(value, key);
  return typeof text === 'string' ? text : '';
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  const texts: Record<string, string> = Object.create(null) as Record<string, string>;
  if (isRecord(value)) for (const key of Object.keys(value)) texts[key] = textOf(value, key);
  return texts;
}
