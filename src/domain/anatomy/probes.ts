import type { YamlValue } from '../yaml/document.ts';
import { asText, field, inline, keysOf, textAt } from './fields.ts';

const HANDLERS = ['httpGet', 'tcpSocket', 'grpc', 'exec', 'sleep'] as const;

/** What a probe or a lifecycle hook does, in one line: `httpGet /healthz/ready :15021`. */
export function handlerText(value: YamlValue): string {
  for (const kind of HANDLERS) {
    const handler = field(value, kind);
    if (handler === undefined) continue;
    const port = textAt(handler, 'port');
    const where = port === null ? '' : ` :${port}`;
    switch (kind) {
      case 'httpGet':
        return `httpGet ${[textAt(handler, 'scheme')?.toLowerCase(), textAt(handler, 'host')].filter(Boolean).join('://')}${textAt(handler, 'path') ?? '/'}${where}`;
      case 'tcpSocket':
        return `tcpSocket${where}`;
      case 'grpc':
        return `grpc${where}${textAt(handler, 'service') === null ? '' : ` ${textAt(handler, 'service')}`}`;
      case 'exec':
        return `exec ${inline({ command: field(handler, 'command') ?? null }).replace(/^command: /, '')}`;
      case 'sleep':
        return `sleep ${textAt(handler, 'seconds') ?? ''} s`;
    }
  }
  return inline(value);
}

/** The times and thresholds of a probe, as written. */
export function probeDetail(value: YamlValue): string {
  const rest = keysOf(value).filter((key) => !HANDLERS.some((kind) => kind === key));
  return rest.map((key) => `${key} ${asText(field(value, key)) ?? inline(field(value, key))}`).join(' · ');
}
