import { describe, expect, test } from 'vitest';
import { payments, workloadOf } from '../../../test/helpers/drawings.ts';
import { readAnatomy } from './anatomy.ts';
import type { BootstrapVariant, WorkloadAnatomy } from './model.ts';
import { type PodPort, portsOf } from './ports.ts';

const of = (anatomy: WorkloadAnatomy) => portsOf(anatomy.parts);
const told = ({ port, owner, scope, absent }: PodPort): string =>
  `${port} ${owner} ${scope}${absent ? ' absent' : ''}`;

/** A pod that was not injected, as it stands in a file. */
function pod(spec: string, annotations = '{}'): WorkloadAnatomy {
  const text = `apiVersion: v1\nkind: Pod\nmetadata: {name: p, annotations: ${annotations}}\nspec:\n${spec}`;
  const read = readAnatomy({
    original: null,
    injected: { name: 'pod.yaml', text },
    injectConfig: null,
    meshConfig: null,
    values: null,
  });
  return read.workload(0, { variant: 'lab', start: {} });
}

describe('the ports of a sidecar', () => {
  test('each has an owner and a scope, as the bootstrap and the arguments say', () => {
    expect(of(payments('sidecar')).ports.map(told)).toEqual([
      '8080 application pod-ip',
      '15000 envoy pod',
      '15001 envoy captured',
      '15006 envoy captured',
      '15021 envoy pod-ip',
      '15090 envoy pod-ip',
      '15020 pilot-agent pod-ip',
      '15012 istiod outside',
    ]);
  });

  test('what only a real sidecar’s bootstrap holds is so in the lab’s, whose admin port is its own', () => {
    const ports = of(payments('lab')).ports.map(told);
    expect(ports).toEqual(
      expect.arrayContaining([
        '9982 envoy pod',
        '15000 envoy pod absent',
        '15021 envoy pod-ip absent',
        '15020 pilot-agent pod-ip absent',
      ]),
    );
    // The container declares it, and no bootstrap here says which of its programs has it.
    expect(ports).toContain('15090 istio-proxy pod-ip');
  });

  test('everything names the parts that it was read from', () => {
    const anatomy = payments('sidecar');
    const ids = new Set(anatomy.parts.map(({ id }) => id));
    const { ports, uses } = of(anatomy);
    for (const port of ports) {
      expect(port.says.length).toBeGreaterThan(0);
      for (const id of port.from) expect(ids.has(id), id).toBe(true);
    }
    for (const use of uses)
      expect([ids.has(use.part), ports.some(({ id }) => id === use.to)]).toEqual([true, true]);
  });

  test('iptables, probes, the annotation and pilot-agent come to the ports that they name', () => {
    const { uses, iptables } = of(payments('sidecar'));
    expect(iptables).toBe(true);
    expect(uses.map(({ kind, port }) => `${kind} ${port}`)).toEqual([
      'captures 15001',
      'captures 15006',
      'probes 15020',
      'probes 15021',
      'probes 15021',
      'passes-on 8080',
      'scrapes 15020',
    ]);
  });

  test('what comes to a port of the application is sent to Envoy first, what comes to one that is left alone is not', () => {
    const captured = new Map(of(payments('sidecar')).ports.map(({ port, captured: is }) => [port, is]));
    expect([captured.get(8080), captured.get(15_021), captured.get(15_012)]).toEqual([true, false, null]);
  });

  test.each<BootstrapVariant>(['lab', 'sidecar'])('nothing has two owners in the sample (%s)', (variant) => {
    expect(of(payments(variant)).ports.filter(({ contenders }) => contenders.length > 0)).toEqual([]);
  });

  test('a file that holds its sidecar already is read like one that was injected here', () => {
    const { ports } = of(workloadOf(null, 'test/cases/63-ca-and-discovery-disagree.yaml', 'sidecar'));
    const istiod = ports.filter(({ owner }) => owner === 'istiod').map(({ name, says }) => `${name} ${says}`);
    expect(istiod).toEqual(['istiod.istio-system.svc discovery', 'istiod-canary.istio-system.svc CA']);
  });
});

describe('ports of a pod without a sidecar', () => {
  test('a port that only a probe or an annotation names is told with that', () => {
    const { ports, iptables } = of(
      pod(
        '  containers:\n  - {name: a, image: b, readinessProbe: {tcpSocket: {port: 7001}}}\n',
        '{prometheus.io/scrape: "true", prometheus.io/port: "9100"}',
      ),
    );
    expect(iptables).toBe(false);
    expect(ports.map((port) => `${told(port)} ${port.name}: ${port.says}`)).toEqual([
      '7001 application pod-ip a: asked at, declared by nobody',
      '9100 unknown pod-ip nobody that was read: named by prometheus.io/port alone',
    ]);
    expect(ports.every(({ captured }) => captured === null)).toBe(true);
  });

  test('a probe that names its port by name asks at its number', () => {
    const { uses } = of(
      pod(
        '  containers:\n  - {name: a, image: b, ports: [{name: web, containerPort: 8081}], livenessProbe: {httpGet: {path: /x, port: web}}}\n',
      ),
    );
    expect(uses.map(({ kind, port }) => `${kind} ${port}`)).toEqual(['probes 8081']);
  });

  test('two containers that declare one port contend for it, TCP and UDP of one number do not', () => {
    const { ports } = of(
      pod(
        '  containers:\n  - {name: a, image: b, ports: [{containerPort: 53}, {containerPort: 53, protocol: UDP}]}\n  - {name: c, image: d, ports: [{containerPort: 53}]}\n',
      ),
    );
    expect(ports.map(({ id, contenders }) => [id, contenders])).toEqual([
      ['port/53/TCP', ['a', 'c']],
      ['port/53/UDP', []],
    ]);
  });

  test('what is no port number is none', () => {
    const { ports, uses } = of(
      pod(
        '  containers:\n  - {name: a, image: b, ports: [{containerPort: 99999}], readinessProbe: {exec: {command: [sh, -c, "x :80"]}}}\n',
        '{prometheus.io/scrape: "true", prometheus.io/port: "http"}',
      ),
    );
    expect([ports, uses]).toEqual([[], []]);
  });
});
