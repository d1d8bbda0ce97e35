import { describe, expect, it } from 'vitest';
import { payments, workloadOf } from '../../../test/helpers/drawings.ts';
import { readAnatomy } from './anatomy.ts';
import { type StartOrder, startOrder } from './start-order.ts';

const native = workloadOf('resources/samples/payments.yaml', 'test/fixtures/diagram/native.injected.yaml');

/** A pod as it is written, without an injection. */
function pod(spec: string, kind = 'Pod'): StartOrder {
  const body =
    kind === 'Pod' ? `spec:\n${spec}` : `spec:\n  template:\n    spec:\n${spec.replace(/^/gm, '    ')}`;
  const text = `apiVersion: v1\nkind: ${kind}\nmetadata: {name: p}\n${body}`;
  const read = readAnatomy({
    original: null,
    injected: { name: 'p.yaml', text },
    injectConfig: null,
    meshConfig: null,
    values: null,
  });
  return startOrder(read.workload(0, { variant: 'lab', start: {} }));
}

const titles = ({ events }: StartOrder): readonly string[] => events.map(({ title }) => title);
const reasons = ({ events }: StartOrder, index: number): readonly string[] =>
  (events[index]?.reasons ?? []).map(
    ({ by, words, place }) => `${by}${place === null ? '' : ` ${place.line}`}: ${words}`,
  );

describe('startOrder', () => {
  it('starts a classic sidecar together with the application, and stops all at once', () => {
    const order = startOrder(payments());
    expect(titles(order)).toEqual([
      'istio-init runs to its end',
      'payments and istio-proxy start together',
      'deleted: every container is told to stop at once',
    ]);
    expect(order.starting).toBe(2);
  });

  it('starts a native sidecar before the application, which waits for its startup probe, and stops it last', () => {
    const order = startOrder(native);
    expect(titles(order)).toEqual([
      'istio-init runs to its end',
      'istio-proxy starts and keeps running',
      'payments starts',
      'deleted: your containers are told to stop first',
      'istio-proxy stops; then nothing of the pod runs',
    ]);
    expect(reasons(order, 1)).toEqual([
      'field 193: restartPolicy: Always on an init container',
      'field 204: startupProbe httpGet /healthz/ready :15021: the next one starts only when it has answered',
    ]);
    expect(order.events[3]?.runs.map(({ label }) => label)).toEqual(['istio-proxy']);
  });

  it('tells each field with its line, and Kubernetes’ own rules as such', () => {
    for (const order of [startOrder(payments()), startOrder(native)])
      for (const { reasons: all } of order.events)
        for (const { by, place } of all) expect(place !== null).toBe(by === 'field');
  });

  it('holds the containers behind one with a postStart hook', () => {
    const order = pod(`  containers:
  - {name: first, image: i, lifecycle: {postStart: {exec: {command: [sleep, "1"]}}}}
  - {name: second, image: i}
`);
    expect(titles(order).slice(0, 2)).toEqual(['first starts', 'second starts']);
    expect(reasons(order, 1).at(-1)).toBe(
      'kubernetes: the kubelet starts the next one once postStart of first has ended',
    );
  });

  it('lets a Job be complete with a native sidecar, and not with one among its containers', () => {
    const classic = pod(
      '  restartPolicy: Never\n  containers:\n  - {name: work, image: i}\n  - {name: istio-proxy, image: i}\n',
    );
    expect(titles(classic).at(-1)).toBe('the work is done, but istio-proxy runs on');
    const own = pod(
      '  restartPolicy: Never\n  initContainers:\n  - {name: istio-proxy, image: i, restartPolicy: Always}\n  containers:\n  - {name: work, image: i}\n',
    );
    expect(titles(own).slice(-2)).toEqual([
      'the work is done',
      'istio-proxy stops; then the pod is complete',
    ]);
  });

  it('stops several native sidecars in the opposite order, and starts each without a probe as soon as it runs', () => {
    const order = pod(
      '  initContainers:\n  - {name: a, image: i, restartPolicy: Always}\n  - {name: b, image: i, restartPolicy: Always}\n  containers:\n  - {name: work, image: i}\n',
    );
    expect(order.events.at(-1)?.stops.map(({ label }) => label)).toEqual(['b', 'a']);
    expect(reasons(order, 0).at(-1)).toMatch(/^kubernetes: it has no startup probe/);
  });
});
