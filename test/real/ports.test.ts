import { describe, expect, it } from 'vitest';
import { portsOf } from '../../src/domain/anatomy/ports.ts';
import { anatomyOf } from './anatomy.ts';

async function portsIn(name: string) {
  const anatomy = await anatomyOf(name);
  return portsOf(anatomy.workload(0, { variant: 'sidecar', start: {} }).parts);
}

describe('ports of what the real istioctl injects', () => {
  it('a status port of 0 leaves no probe that would ask at it', async () => {
    const { ports, uses } = await portsIn('50-status-port-zero.yaml');
    expect(uses.filter(({ kind }) => kind === 'probes')).toEqual([]);
    expect(ports.some(({ port }) => port === 0)).toBe(false);
  });

  it('an annotation that names pilot-agent’s own port is told as coming to that', async () => {
    const { ports, uses } = await portsIn('61-prom-port-conflict.yaml');
    const scraped = uses.find(({ kind }) => kind === 'scrapes');
    expect(scraped?.part).toBe('annotation/prometheus.io~1port');
    expect(ports.find(({ id }) => id === scraped?.to)).toMatchObject({ port: 15_020, owner: 'pilot-agent' });
  });
});
