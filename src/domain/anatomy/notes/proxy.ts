import { asList, field, textAt } from '../fields.ts';
import type { Note } from '../model.ts';
import { PROXY_CONTAINER, podSpecOf, proxyContainer } from '../sidecar.ts';
import { type NoteContext, named, note, podRange, podValue, userPlace } from './context.ts';

/** With a lifecycle of one's own in the values the template writes no hook that waits for the proxy. */
export function lifecycleReplacesHold(context: NoteContext): readonly Note[] {
  const proxy = proxyContainer(context.pair.injected);
  if (context.summary.sidecar !== 'classic' || proxy === null) return [];
  const hold = 'holdApplicationUntilProxyStarts';
  const held =
    textAt(context.values?.value, 'global', 'proxy', hold) === 'true' ||
    context.proxy?.proxyConfig.find(({ key }) => key === hold)?.value === true;
  const lifecycle = field(proxy.value, 'lifecycle');
  if (!held || lifecycle === undefined || field(lifecycle, 'postStart') !== undefined) return [];
  return [
    note(
      context,
      'custom-lifecycle-replaces-hold',
      'warning',
      `${hold} is true, but ${PROXY_CONTAINER} of ${named(context)} has no postStart hook: the custom lifecycle in global.proxy.lifecycle replaced the wait hook; add postStart with "pilot-agent wait" to it.`,
      context.values?.entryRange(['global', 'proxy', 'lifecycle']) ??
        context.pair.injected.document.entryRange([...proxy.path, 'lifecycle']),
    ),
  ];
}

/** Metrics of the app are merged by pilot-agent on its own port; an app that names that port is scraped no more. */
export function prometheusPort(context: NoteContext): readonly Note[] {
  if (!context.summary.injected || context.pair.original === null) return [];
  const place = context.pair.original;
  const annotations = podValue(place, 'metadata', 'annotations');
  const port = textAt(annotations, 'prometheus.io/port');
  const agent = context.proxy?.proxyConfig.find(({ key }) => key === 'statusPort')?.value;
  if (textAt(annotations, 'prometheus.io/scrape') !== 'true' || port !== String(agent)) return [];
  // Of an input that was injected before, this is the injector's own annotation.
  if (proxyContainer(place) !== null || context.proxy?.variables.has('ISTIO_PROMETHEUS_ANNOTATIONS'))
    return [];
  return [
    note(
      context,
      'prometheus-port-conflict',
      'warning',
      `prometheus.io/port: "${port}" of ${named(context)} is pilot-agent's port, so the app's own scrape port is lost and its metrics are not scraped; write the port of the app.`,
      podRange(place, 'metadata', 'annotations', 'prometheus.io/port'),
    ),
  ];
}

/** Certificates from one istiod, configuration from another: usually a revision that was changed in one place only. */
export function caAndDiscoveryDisagree(context: NoteContext): readonly Note[] {
  const { proxy } = context;
  if (proxy === null || proxy.caAddress === '' || proxy.discoveryAddress === '') return [];
  if (proxy.caAddress === proxy.discoveryAddress) return [];
  const place = context.pair.injected;
  const container = proxyContainer(place);
  const index = asList(field(container?.value, 'env')).findLastIndex(
    (entry) => textAt(entry, 'name') === 'CA_ADDR',
  );
  return [
    note(
      context,
      'ca-and-discovery-disagree',
      'warning',
      `The proxy of ${named(context)} gets certificates from ${proxy.caAddress} (CA_ADDR), but its configuration from ${proxy.discoveryAddress} (discoveryAddress): two different targets; unless an external CA is meant, set both to the same istiod.`,
      container === null ? null : place.document.entryRange([...container.path, 'env', index]),
    ),
  ];
}

/** pilot-agent shows istiod a token with the audience istio-ca; without the volume it has none. */
export function missingToken(context: NoteContext): readonly Note[] {
  const place = context.pair.injected;
  const container = proxyContainer(place);
  if (!context.summary.injected || container === null) return [];
  const token = asList(field(podSpecOf(place), 'volumes')).find((volume) =>
    asList(field(volume, 'projected', 'sources')).some(
      (source) => field(source, 'serviceAccountToken') !== undefined,
    ),
  );
  const certificates = context.proxy?.variables.get('FILE_MOUNTED_CERTS')?.value === 'true';
  if (token !== undefined || certificates) return [];
  const policy = context.proxy?.variables.get('JWT_POLICY')?.value;
  const because = policy === 'first-party-jwt' ? ' (JWT_POLICY is first-party-jwt)' : '';
  return [
    note(
      context,
      'no-projected-token',
      'warning',
      `The pod of ${named(context)} has no projected service account token${because}, but istiod expects one with audience istio-ca; inject it anew with a current istioctl.`,
      place.document.entryRange(container.path),
    ),
  ];
}

/** What the mesh says and the pod does not carry: pilot-agent of a sidecar does not read the mesh configuration. */
export function meshNotInPod(context: NoteContext): readonly Note[] {
  if (context.pair.original !== null || context.proxy === null) return [];
  return context.proxy.proxyConfig
    .filter(({ origin, overBuiltIn }) => origin === 'mesh' && overBuiltIn)
    .map(({ key, value }) =>
      note(
        context,
        'mesh-not-in-pod',
        'warning',
        `The mesh configuration sets ${key} to ${JSON.stringify(value)}, but PROXY_CONFIG of ${named(context)} does not carry it, and pilot-agent in a sidecar reads nothing else: the pod was injected for another mesh configuration; inject it anew.`,
        context.mesh?.entryRange(['defaultConfig', key]) ?? null,
      ),
    );
}

/** Said of what cannot be told without the input from before the injection. */
export function nothingToCompare(context: NoteContext): readonly Note[] {
  if (context.pair.original !== null || !context.summary.injected) return [];
  return [
    note(
      context,
      'no-original',
      'info',
      `${named(context)} was read as already injected: what the injector changed in your own containers, labels and annotations cannot be told; open the file from before the injection to see it.`,
      podRange(userPlace(context), 'metadata'),
    ),
  ];
}
