import { textAt } from '../anatomy/fields.ts';
import type { StartValues } from '../anatomy/model.ts';
import { podSpecOf } from '../anatomy/sidecar.ts';
import type { WorkloadPlace } from '../anatomy/workloads.ts';
import { InputFault } from '../fault.ts';
import { isNamespaceName } from '../namespace-name.ts';

export type StartChoice = { readonly [K in keyof StartValues]?: StartValues[K] | undefined };

/** Stand-ins for what only a cluster knows; shown as such, and to be replaced by whoever knows better. */
const STAND_IN = { ip: '10.0.0.7', node: 'node1', hostIp: '10.0.0.1', suffix: '6d5f9' } as const;

/**
 * The values the kubelet would fill in, from what was chosen, else from the manifest, else stand-ins. A StatefulSet's
 * first pod ends in `-0`; other controllers add letters of their own.
 */
export function startValues(place: WorkloadPlace, choice: StartChoice): StartValues {
  for (const key of ['ip', 'pod', 'namespace', 'node', 'hostIp'] as const) checkChosen(key, choice[key]);
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

/** Names as Kubernetes takes them: RFC 1123 subdomains (pods, nodes). */
const SUBDOMAIN = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const OCTET = '(25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const IPV4 = new RegExp(`^${OCTET}(\\.${OCTET}){3}$`);

/** Whether a text is an IPv4 address, or an IPv6 address without a zone. */
export function isAddress(text: string): boolean {
  if (IPV4.test(text)) return true;
  if (!/^[0-9a-fA-F:]{2,39}$/.test(text)) return false;
  const halves = text.split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (halves.length > 2 || groups.some((group) => !/^[0-9a-fA-F]{1,4}$/.test(group))) return false;
  return halves.length === 2 ? groups.length < 8 : groups.length === 8;
}

const CHOSEN = {
  ip: { test: isAddress, what: 'pod address', hint: 'Give an IPv4 or IPv6 address, such as 10.0.0.7.' },
  hostIp: { test: isAddress, what: 'host address', hint: 'Give an IPv4 or IPv6 address, such as 10.0.0.1.' },
  pod: {
    test: (text: string) => SUBDOMAIN.test(text),
    what: 'pod name',
    hint: 'Use lower-case letters, digits, - and ., as Kubernetes does, at most 253: payments-6d5f9.',
  },
  node: {
    test: (text: string) => SUBDOMAIN.test(text),
    what: 'node name',
    hint: 'Use lower-case letters, digits, - and ., as Kubernetes does, at most 253: node1.',
  },
  namespace: {
    test: isNamespaceName,
    what: 'namespace',
    hint: 'Use lower-case letters, digits and -, at most 63, as Kubernetes does: default.',
  },
} as const;

export type ChosenValue = keyof typeof CHOSEN;

/**
 * Throws InputFault `start-value` for a chosen value that no pod could have: node.id joins them with `~`, so a wrong
 * one would shift its fields.
 */
export function checkChosen(key: ChosenValue, text: string | undefined): void {
  const { test, what, hint } = CHOSEN[key];
  if (text === undefined || test(text)) return;
  throw new InputFault(
    'start-value',
    `${JSON.stringify(text.length > 100 ? `${text.slice(0, 60)}…` : text)} is no ${what}.`,
    hint,
  );
}

function podName(place: WorkloadPlace): string {
  if (place.kind === 'Pod') return place.generated ? `${place.name}${STAND_IN.suffix}` : place.name;
  return `${place.name}-${place.kind === 'StatefulSet' ? '0' : STAND_IN.suffix}`;
}

/** Whole seconds that Envoy counts in 63 bits of nanoseconds; above, it says "Duration out-of-range" (found by its `--mode validate`). */
const MAX_DURATION = 9_223_372_035;

export const DURATION_HINT = `Write seconds with an s at the end: 0s to wait for ever, 5s, 0.5s; at most ${MAX_DURATION}s.`;

/** Whether Envoy reads a text as a duration: protobuf's JSON form, seconds with up to nine decimals and an `s`. */
export function isDuration(text: string): boolean {
  return /^\d+(\.\d{1,9})?s$/.test(text) && Number.parseInt(text, 10) <= MAX_DURATION;
}

function checkDuration(text: string): void {
  if (isDuration(text)) return;
  throw new InputFault(
    'fetch-timeout',
    `The fetch timeout ${JSON.stringify(text)} is no duration that Envoy reads.`,
    DURATION_HINT,
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
