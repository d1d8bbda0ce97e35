import type { YamlValue } from '../yaml/document.ts';
import { type ContainerContext, type ContainerList, userSetting } from './container-context.ts';
import { envParts } from './env-parts.ts';
import { asText, inline, textAt } from './fields.ts';
import { idOf } from './identifiers.ts';
import { iptablesFlag } from './iptables-flags.ts';
import type { Part, PartKind } from './model.ts';
import { mountParts } from './mount-parts.ts';
import {
  currentValue,
  entriesOf,
  itemsBy,
  itemsByName,
  type Place,
  type Provenance,
  provenance,
  type Telling,
  under,
} from './places.ts';
import { handlerText, probeDetail } from './probes.ts';
import { isNativeSidecar, PROXY_CONTAINER } from './sidecar.ts';

const show = (value: YamlValue): string => asText(value) ?? inline(value);

/** Adds a container and everything in it; answers its id. */
export function containerParts(place: Place, context: ContainerContext): string {
  const { builder } = context;
  const value = currentValue(place);
  const name = textAt(value, 'name') ?? '';
  const image = textAt(value, 'image');
  const id = builder.add({
    id: idOf('container', name),
    kind: context.list === 'initContainers' ? 'init-container' : 'container',
    label: name,
    value: image,
    parent: 'pod',
    detail: roleOf(name, value ?? null, context),
    ...wholeContainer(place, context),
  });
  const telling: Telling = { injected: context.injected };
  const add = (part: Place | null, kind: PartKind, steps: string, label: string, detail?: string): void => {
    if (part === null) return;
    const amounts = kind === 'resources';
    builder.add({
      id: `${id}/${steps}`,
      kind,
      label,
      value: show(currentValue(part) ?? null),
      parent: id,
      ...(detail === undefined ? {} : { detail }),
      ...userSetting(provenance(part, show, { ...telling, amounts }), part, context),
    });
  };
  add(under(place, 'image'), 'image', 'image', 'image');
  argParts(place, id, 'command', context);
  argParts(place, id, 'args', context);
  portParts(place, id, context);
  probeParts(place, id, context);
  envParts(place, id, context);
  mountParts(place, id, context);
  const security = notEmpty(under(place, 'securityContext'));
  add(security, 'security-context', 'security-context', 'securityContext');
  add(notEmpty(under(place, 'resources')), 'resources', 'resources', 'resources');
  for (const [key] of entriesOf(place))
    if (!TOLD.has(key)) add(notEmpty(under(place, key)), 'field', idOf('field', key), key);
  return id;
}

/** Keys of a container that are told in parts of their own kind; every other one is a field. */
const TOLD: ReadonlySet<string> = new Set([
  'name',
  'image',
  'command',
  'args',
  'ports',
  'startupProbe',
  'livenessProbe',
  'readinessProbe',
  'lifecycle',
  'env',
  'envFrom',
  'volumeMounts',
  'volumeDevices',
  'securityContext',
  'resources',
]);

/** A container is changed when anything in it is; `before` is its image, where that changed. */
function wholeContainer(place: Place, context: ContainerContext): Provenance {
  const image = (value: YamlValue): string => textAt(value, 'image') ?? '';
  const { before, ...found } = provenance(place, image, { injected: context.injected, amounts: true });
  return before === undefined || (found.change === 'changed' && before === image(place.now?.value ?? null))
    ? found
    : { ...found, before };
}

function roleOf(name: string, value: YamlValue, { list, waits }: ContainerContext): string {
  const agent = name === PROXY_CONTAINER ? ' · pilot-agent starts Envoy' : '';
  switch (list) {
    case 'initContainers':
      return isNativeSidecar(value)
        ? `native sidecar: keeps running${agent}`
        : 'init: ends before the next one starts';
    case 'containers':
      return `starts ${waits ?? 'after the init containers'}${agent}`;
    case 'ephemeralContainers':
      return EPHEMERAL;
  }
}

const EPHEMERAL = 'ephemeral: put into the running pod, never started again';

/** Whether a container is no part of the pod's start (k8s.io/api/core/v1, EphemeralContainer). */
export function isEphemeral({ kind, detail }: Part): boolean {
  return kind === 'container' && detail === EPHEMERAL;
}

/** `resources: {}` and the like say nothing: kube-inject writes them, Kubernetes reads them as absent. */
function notEmpty(place: Place | null): Place | null {
  return place === null || inline(currentValue(place)) === '' ? null : place;
}

const INIT_ID = idOf('container', 'istio-init');

function argParts(place: Place, id: string, key: 'args' | 'command', context: ContainerContext): void {
  const list = under(place, key);
  let flag: string | null = null;
  let index = 0;
  for (const argument of itemsBy(list, (value) => asText(value) ?? '')) {
    const text = asText(currentValue(argument) ?? null) ?? '';
    const [, name = text] = /^(--?[\w-]+)=/.exec(text) ?? [];
    const meaning = id === INIT_ID ? iptablesFlag(text) : undefined;
    const detail = key === 'command' ? 'command' : flag === null ? meaning : `value of ${flag}`;
    context.builder.add({
      id: `${id}/${key === 'args' ? 'arg' : 'command'}/${index}`,
      kind: 'arg',
      label: name,
      value: text,
      parent: id,
      ...(detail === undefined ? {} : { detail }),
      ...provenance(argument, show, { injected: context.injected }),
    });
    flag = /^--?[\w-]+$/.test(text) && flag === null ? text : null;
    index += 1;
  }
}

function portParts(place: Place, id: string, context: ContainerContext): void {
  const key = (value: YamlValue) =>
    `${textAt(value, 'containerPort') ?? ''}/${textAt(value, 'protocol') ?? 'TCP'}`;
  for (const port of itemsBy(under(place, 'ports'), key)) {
    const value = currentValue(port) ?? null;
    context.builder.add({
      id: `${id}/${idOf('port', textAt(value, 'name') ?? textAt(value, 'containerPort') ?? '')}`,
      kind: 'port',
      label: textAt(value, 'name') ?? textAt(value, 'containerPort') ?? '',
      value: key(value),
      parent: id,
      ...(onNode(value) === '' ? {} : { detail: onNode(value) }),
      ...provenance(port, (before) => [key(before), onNode(before)].filter(Boolean).join(' · '), {
        injected: context.injected,
      }),
    });
  }
}

/** The port of the node that a port of a container also is. */
function onNode(port: YamlValue): string {
  const [number, address] = [textAt(port, 'hostPort'), textAt(port, 'hostIP')];
  return number === null ? '' : `hostPort ${address === null ? '' : `${address}:`}${number}`;
}

function probeParts(place: Place, id: string, context: ContainerContext): void {
  for (const name of ['startup', 'liveness', 'readiness']) {
    const probe = under(place, `${name}Probe`);
    if (probe === null) continue;
    const value = currentValue(probe) ?? null;
    context.builder.add({
      id: `${id}/probe/${name}`,
      kind: 'probe',
      label: name,
      value: handlerText(value),
      parent: id,
      detail: probeDetail(value),
      ...context.untold.rewritten(probe, provenance(probe, handlerText, { injected: context.injected })),
    });
  }
  for (const [hook, handler] of entriesOf(under(place, 'lifecycle'))) {
    context.builder.add({
      id: `${id}/${idOf('lifecycle', hook)}`,
      kind: 'lifecycle',
      label: hook,
      value: handlerText(currentValue(handler) ?? null),
      parent: id,
      ...context.untold.rewritten(handler, provenance(handler, handlerText, { injected: context.injected })),
    });
  }
}

/** Containers of one list of the pod, on both sides. */
export function containerPlaces(pod: Place, list: ContainerList): readonly Place[] {
  return itemsByName(under(pod, 'spec', list));
}
