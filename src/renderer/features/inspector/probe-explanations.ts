import type { Part } from '../../../domain/anatomy/model.ts';
import { waitsForEnvoy } from '../../../domain/anatomy/start-waits.ts';

type Asked = Partial<Pick<Part, 'value' | 'before'>>;

/** What pilot-agent does in the kubelet's place, by what the probe or hook was (pilot/cmd/pilot-agent/status). */
const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/^httpGet /, 'makes the HTTP request to the application itself'],
  [/^tcpSocket( |$)/, 'opens the TCP connection to the application itself and answers in HTTP'],
  [/^grpc( |$)/, 'asks the gRPC health service of the application itself and answers in HTTP'],
];

const STRAIGHT: readonly (readonly [RegExp, string])[] = [
  [/^httpGet /, 'an HTTP request'],
  [/^tcpSocket( |$)/, 'a TCP connection'],
  [/^grpc( |$)/, 'a question to the gRPC health service'],
];

const found = (table: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  table.find(([kind]) => kind.test(text))?.[1];

/** Where the injector sent it: `port 15020`; null where it was not sent to pilot-agent. */
function sentTo(value: string, path: string): string | null {
  const [, port] = value.startsWith(`httpGet ${path}`) ? (/ :(\d+)$/.exec(value) ?? []) : [];
  return port === undefined ? null : `port ${port}`;
}

function rewritten({ value, before }: Asked, path: string): string | null {
  const port = sentTo(value ?? '', path);
  const instead = found(INSTEAD, before ?? '');
  return port === null || instead === undefined
    ? null
    : `The injector sends it to pilot-agent on ${port}, which ${instead}, past the redirection.`;
}

/** What a probe is, by what it asks and whether the injector sent it to pilot-agent. */
export function explainProbe(part: Asked): string {
  const sent = rewritten(part, '/app-health/');
  if (sent !== null) return `A check by the kubelet. ${sent}`;
  const value = part.value ?? '';
  if (value.startsWith('exec '))
    return 'A check by the kubelet: a command that it runs in the container. No traffic is redirected by it, so the injector leaves it as it is.';
  const straight = found(STRAIGHT, value);
  return straight === undefined
    ? 'A check by the kubelet.'
    : `A check by the kubelet: ${straight} to this port.`;
}

/** What a hook is, by what it does and whether the injector sent it to pilot-agent. */
export function explainHook(part: Asked & Pick<Part, 'label'>): string {
  if (part.label === 'postStart' && waitsForEnvoy(part.value ?? ''))
    return `The kubelet runs it right after the container has started, and starts the next container only when it has ended: pilot-agent wait ends when Envoy is ready, or gives up (after 60 seconds, where no other time is written).`;
  const when =
    part.label === 'postStart'
      ? 'What the kubelet does right after the container has started; only when it has ended is the next container of the pod started.'
      : 'What the kubelet does before it ends the container.';
  const sent = rewritten(part, '/app-lifecycle/');
  return sent === null ? when : `${when} ${sent}`;
}
