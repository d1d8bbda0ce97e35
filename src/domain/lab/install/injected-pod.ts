import { asList, field, textAt } from '../../anatomy/fields.ts';
import {
  containersOf,
  type InjectionStatus,
  initContainersOf,
  isNativeSidecar,
  metadataOf,
  namesOf,
  PROXY_CONTAINER,
  proxyContainer,
  readStatus,
  STATUS_ANNOTATION,
} from '../../anatomy/sidecar.ts';
import { findWorkloads, type WorkloadPlace } from '../../anatomy/workloads.ts';
import { InputFault } from '../../fault.ts';
import { readYaml, type YamlValue } from '../../yaml/document.ts';
import { likest } from './likeness.ts';

/** What the lab reads out of an injected workload. */
export interface InjectedPod {
  readonly place: WorkloadPlace;
  /** `Deployment payments`. */
  readonly title: string;
  /** Of the pod's `containers`, in order. */
  readonly containers: readonly string[];
  readonly initContainers: readonly string[];
  /** `istio-proxy` is an init container that keeps running (`restartPolicy: Always`). */
  readonly native: boolean;
  /** `containers` and, where it is native, istio-proxy behind them: what runs in the pod once it has started. */
  readonly running: readonly string[];
  /** The container called istio-proxy, of whichever list. */
  readonly proxy: { readonly value: YamlValue; readonly path: readonly (string | number)[] } | null;
  readonly image: string | null;
  /** What the injector wrote down about its own work; null where there is no such annotation, or none that can be read. */
  readonly status: InjectionStatus | null;
  /** The containers that were there before, as the injector wrote them into istio-proxy; empty where it did not. */
  readonly applications: readonly string[];
}

/** The injected workloads of a text, or a sentence on why there are none. */
export type InjectedPods =
  | { readonly kind: 'pods'; readonly pods: readonly InjectedPod[] }
  | { readonly kind: 'fault'; readonly message: string; readonly line: number | null };

export function readInjectedPods(name: string, text: string): InjectedPods {
  try {
    const pods = findWorkloads(readYaml(name, text)).map(readPod);
    if (pods.length > 0) return { kind: 'pods', pods };
    return { kind: 'fault', message: 'It holds no workload that kube-inject handles.', line: null };
  } catch (thrown) {
    if (!(thrown instanceof InputFault)) throw thrown;
    return { kind: 'fault', message: thrown.message, line: thrown.source?.line ?? null };
  }
}

/** Names of the containers that the template saw in the pod (istio.io/istio, injection-template.yaml: all but istio-proxy). */
const APPLICATIONS = 'ISTIO_META_APP_CONTAINERS';

function readPod(place: WorkloadPlace): InjectedPod {
  const containers = namesOf(containersOf(place));
  const initContainers = initContainersOf(place);
  const native = initContainers.some(
    (container) => textAt(container, 'name') === PROXY_CONTAINER && isNativeSidecar(container),
  );
  const proxy = proxyContainer(place);
  const written = asList(field(proxy?.value, 'env')).find((one) => textAt(one, 'name') === APPLICATIONS);
  return {
    place,
    title: `${place.kind} ${place.name}`,
    containers,
    initContainers: namesOf(initContainers),
    native,
    running: native ? [...containers, PROXY_CONTAINER] : containers,
    proxy,
    image: textAt(proxy?.value, 'image'),
    status: readStatus(metadataOf(place)),
    applications: applicationsOf(textAt(written, 'value') ?? '', containers),
  };
}

/** The names in a text that joins them by commas: as containers bear them, who may have commas in their own (`a,b`). */
function applicationsOf(joined: string, containers: readonly string[]): readonly string[] {
  const others = containers.filter((name) => name !== PROXY_CONTAINER);
  if (others.join(',') === joined) return others;
  return joined.split(',').filter((one) => one !== '');
}

/** Whether the injector wrote down that it put istio-proxy in. */
export function isInjectedPod({ status }: InjectedPod): boolean {
  return [...(status?.containers ?? []), ...(status?.initContainers ?? [])].includes(PROXY_CONTAINER);
}

/** Whether an annotation of that name is there, whatever it holds. */
export function hasStatus({ place }: InjectedPod): boolean {
  return textAt(metadataOf(place), 'annotations', STATUS_ANNOTATION) !== null;
}

/** Which workload of several is meant. */
export interface PodWish {
  /** Name, or number counted from 1: this one and no other. */
  readonly workload?: string | undefined;
  /** `Deployment payments`, where nothing else tells. */
  readonly preferred?: string | null;
}

/**
 * The workload that the lab is about: the one that was asked for by name or by number counted from 1; else the one whose
 * kind and name a text of the lab says, where there are several; else the one whose values it carries; where these tell
 * nothing, the one that is preferred, else the first that was injected, else the first.
 * null where the one that was asked for is not there.
 */
export function choosePod(
  pods: readonly InjectedPod[],
  { workload: wish, preferred = null }: PodWish,
  said: string | null,
): InjectedPod | null {
  if (wish !== undefined) {
    const byName = pods.find(({ place }) => place.name === wish);
    return byName ?? (/^\d+$/.test(wish) ? (pods[Number(wish) - 1] ?? null) : null);
  }
  const named = pods.filter(({ title }) => said?.includes(`${title},`) === true);
  if (named.length === 1) return named[0] ?? null;
  const injected = pods.filter(isInjectedPod);
  const likely = likest(injected, said ?? '');
  return likely.find(({ title }) => title === preferred) ?? likely[0] ?? pods[0] ?? null;
}

/** The line that a path of the workload's document stands on; null where there is none. */
export function lineOf({ place }: InjectedPod, path: readonly (string | number)[]): number | null {
  return place.document.entryRange(path)?.line ?? null;
}
