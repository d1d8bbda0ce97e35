import { textAt } from '../anatomy/fields.ts';
import type { StartValues } from '../anatomy/model.ts';
import { podSpecOf } from '../anatomy/sidecar.ts';
import type { WorkloadPlace } from '../anatomy/workloads.ts';
import { InputFault } from '../fault.ts';

export type StartChoice = { readonly [K in keyof StartValues]?: StartValues[K] | undefined };

/** Stand-ins for what only a cluster knows; shown as such, and to be replaced by whoever knows better. */
const STAND_IN = { ip: '10.0.0.7', node: 'node1', hostIp: '10.0.0.1', suffix: '6d5f9' } as const;

/**
 * The values the kubelet would fill in, from what was chosen, else from the manifest, else stand-ins. A StatefulSet's
 * first pod ends in `-0`; other controllers add letters of their own.
 */
export function startValues(place: WorkloadPlace, choice: StartChoice): StartValues {
  const values = {
    ip: choice.ip ?? STAND_IN.ip,
    pod: choice.pod ?? podName(place),
    namespace: choice.namespace ?? place.namespace ?? 'default',
    adminPort: choice.adminPort ?? 9982,
    fetchTimeout: choice.fetchTimeout ?? '0s',
    node: choice.node ?? textAt(podSpecOf(place), 'nodeName') ?? STAND_IN.node,
    hostIp: choice.hostIp ?? STAND_IN.hostIp,
  };
  checkDuration(values.fetchTimeout);
  checkPort(values.adminPort);
  return values;
}

function podName(place: WorkloadPlace): string {
  if (place.kind === 'Pod') return place.generated ? `${place.name}${STAND_IN.suffix}` : place.name;
  return `${place.name}-${place.kind === 'StatefulSet' ? '0' : STAND_IN.suffix}`;
}

/** Whether Envoy reads a text as a duration: protobuf's JSON form, seconds with up to nine decimals and an `s`. */
export function isDuration(text: string): boolean {
  return /^\d{1,12}(\.\d{1,9})?s$/.test(text);
}

function checkDuration(text: string): void {
  if (isDuration(text)) return;
  throw new InputFault(
    'fetch-timeout',
    `The fetch timeout ${JSON.stringify(text)} is no duration that Envoy reads.`,
    'Write seconds with an s at the end: 0s to wait for ever, 5s, 0.5s.',
  );
}

function checkPort(port: number): void {
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return;
  throw new InputFault(
    'admin-port',
    `${port} is no port number.`,
    'Give a port from 1 to 65535, or 0 to let the system choose one.',
  );
}
