import { asList, field, keysOf, textAt } from '../fields.ts';
import type { Note } from '../model.ts';
import { containersOf, metadataOf, PROXY_CONTAINER, proxyContainer, readStatus } from '../sidecar.ts';
import { type NoteContext, named, note, podRange, podValue, userPlace } from './context.ts';

/** The proxy's user where its container does not say (istio.io/istio/pkg/kube/inject, DefaultSidecarProxyUID). */
const PROXY_UID = '1337';

/** The input already held a sidecar, and kube-inject replaced it. */
export function alreadyInjected(context: NoteContext): readonly Note[] {
  const { original, injected } = context.pair;
  if (original === null || readStatus(metadataOf(original)) === null) return [];
  const before = proxyContainer(original);
  if (before === null) return [];
  const image = textAt(before.value, 'image') ?? 'none';
  const now = textAt(proxyContainer(injected)?.value, 'image') ?? 'none';
  const outcome = now === image ? 'its image is the same' : `its image is now ${now}`;
  return [
    note(
      context,
      'already-injected',
      'warning',
      `${named(context)} was already injected (${PROXY_CONTAINER} with image ${image}), and kube-inject replaced the sidecar in place: ${outcome}; keep the file from before the first injection as the source.`,
      original.document.entryRange([...before.path, 'image']),
    ),
  ];
}

/** Traffic of the proxy's own user is not redirected, so an app under the same user escapes the sidecar. */
export function proxyUser(context: NoteContext): readonly Note[] {
  if (!context.summary.injected) return [];
  const place = userPlace(context);
  const proxy = proxyContainer(context.pair.injected)?.value;
  const uid = textAt(proxy, 'securityContext', 'runAsUser') ?? PROXY_UID;
  const pod = textAt(podValue(place, 'spec'), 'securityContext', 'runAsUser');
  return containersOf(place).flatMap((container, index) => {
    const name = textAt(container, 'name') ?? '';
    if (name === PROXY_CONTAINER) return [];
    const own = textAt(container, 'securityContext', 'runAsUser');
    if ((own ?? pod) !== uid) return [];
    const path = own === null ? ['spec'] : ['spec', 'containers', index];
    return [
      note(
        context,
        'runs-as-proxy-user',
        'warning',
        `Container ${name} of ${named(context)} runs as user ${uid}, which is the proxy's: its traffic bypasses the sidecar; give it another runAsUser.`,
        podRange(place, ...path, 'securityContext', 'runAsUser'),
      ),
    ];
  });
}

/** A container the user called istio-proxy is merged with the template's. */
export function userProxyContainer(context: NoteContext): readonly Note[] {
  const { original } = context.pair;
  if (original === null || !context.summary.injected || readStatus(metadataOf(original)) !== null) return [];
  const own = proxyContainer(original);
  if (own === null) return [];
  const kept = keysOf(own.value).filter((key) => key !== 'name' && key !== 'image');
  const image = textAt(own.value, 'image');
  const replaced = image === 'auto' ? `, and the template's image stands for ${image}` : '';
  return [
    note(
      context,
      'user-proxy-container',
      'info',
      `${named(context)} brings its own ${PROXY_CONTAINER}: ${kept.length === 0 ? 'nothing of it' : kept.join(', ')} went into the injected one${replaced}; the annotation proxy.istio.io/overrides keeps what was yours.`,
      original.document.entryRange(own.path),
    ),
  ];
}

/** The sidecar is a Linux image; on Windows nodes it cannot start. */
export function windowsPod(context: NoteContext): readonly Note[] {
  if (!context.summary.injected) return [];
  const place = userPlace(context);
  const spec = podValue(place, 'spec');
  const path = [
    ['os', 'name'],
    ['nodeSelector', 'kubernetes.io/os'],
    ['nodeSelector', 'beta.kubernetes.io/os'],
  ].find((candidate) => textAt(spec, ...candidate) === 'windows');
  if (path === undefined) return [];
  return [
    note(
      context,
      'windows-pod',
      'warning',
      `${named(context)} is for Windows nodes, but the sidecar is Linux only and cannot start there; label its pods sidecar.istio.io/inject: "false".`,
      podRange(place, 'spec', ...path),
    ),
  ];
}

/** Without readiness the pod is ready as soon as its app is, whether the proxy has its configuration or not. */
export function noReadiness(context: NoteContext): readonly Note[] {
  const { injected } = context.pair;
  const proxy = proxyContainer(injected);
  if (!context.summary.injected || proxy === null || field(proxy.value, 'readinessProbe') !== undefined)
    return [];
  const place = userPlace(context);
  const annotation = 'status.sidecar.istio.io/port';
  const off = textAt(podValue(place, 'metadata'), 'annotations', annotation) === '0';
  return [
    note(
      context,
      'no-readiness-probe',
      'warning',
      `${PROXY_CONTAINER} of ${named(context)} has no readiness probe${off ? ` because ${annotation} is "0"` : ''}, so it never reports not-ready; ${off ? 'take the annotation out' : 'give it one'} if traffic is to wait for the proxy.`,
      off ? podRange(place, 'metadata', 'annotations', annotation) : injected.document.entryRange(proxy.path),
    ),
  ];
}

/** A pod of nothing but the proxy. */
export function noAppContainer(context: NoteContext): readonly Note[] {
  const { injected } = context.pair;
  const apps = containersOf(injected).filter((container) => textAt(container, 'name') !== PROXY_CONTAINER);
  if (!context.summary.injected || apps.length > 0) return [];
  const place = userPlace(context);
  return [
    note(
      context,
      'no-app-container',
      'warning',
      `${named(context)} has no container of its own: the injected pod runs only ${PROXY_CONTAINER}; look at spec.containers in the input.`,
      podRange(place, 'spec') ?? place.document.entryRange(place.path),
    ),
  ];
}

/** istio-init needs rights that a namespace may refuse to its pods (Pod Security Standards, baseline and restricted). */
export function restrictedNamespace(context: NoteContext): readonly Note[] {
  const init = asList(podValue(context.pair.injected, 'spec', 'initContainers')).find(
    (container) => textAt(container, 'name') === 'istio-init',
  );
  const rights = asList(field(init, 'securityContext', 'capabilities', 'add')).map(String);
  if (!context.summary.injected || rights.length === 0) return [];
  return context.enforcing
    .filter(({ name }) => name === context.summary.namespace)
    .map(({ level, source }) => {
      const root = textAt(init, 'securityContext', 'runAsUser') === '0' ? ' and runs as root' : '';
      return note(
        context,
        'restricted-namespace',
        'error',
        `Namespace ${context.summary.namespace} enforces ${level}, so the pods of ${named(context)} would be refused: istio-init adds ${rights.join(', ')}${root}; install istio-cni, which needs no such init container.`,
        source,
      );
    });
}
