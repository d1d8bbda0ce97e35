import { describe, expect, it } from 'vitest';
import { readAnatomy } from '../../src/domain/anatomy/anatomy.ts';
import type { WorkloadAnatomy } from '../../src/domain/anatomy/model.ts';
import { buildScene } from '../../src/domain/diagram/build-scene.ts';
import type { ViewMode } from '../../src/domain/diagram/scene.ts';
import { explain } from '../../src/renderer/features/inspector/explanations.ts';
import { toldLinks } from '../../src/renderer/features/inspector/link-sides.ts';
import { stage } from '../helpers/drawings.ts';
import { partOf, workloadOf } from './anatomy.ts';
import { inject } from './injecting.ts';

const POD = (annotations: string, first = '') => `
apiVersion: v1
kind: Pod
metadata: {name: web, annotations: {${annotations}}}
spec:
  containers:
  - {name: web, image: "web:1"${first}}
  - {name: two, image: "two:1"}
`;
const HOLD = 'proxy.istio.io/config: "holdApplicationUntilProxyStarts: true"';
const read = async (text: string, native = false) =>
  workloadOf(readAnatomy(await inject('pod.yaml', text, { native })));

/** The steps of the picture and who is in each. */
function steps(anatomy: WorkloadAnatomy, view: ViewMode = 'injected'): readonly string[] {
  return buildScene(stage(anatomy, { scene: 'overview', view, width: 1280, height: 720 }))
    .boxes.filter(
      ({ id, role }) => id.startsWith('phase/') || (role === 'card' && id.startsWith('container/')),
    )
    .map((box) => box.texts[0]?.full ?? box.texts[0]?.text ?? '');
}
const told = (workload: WorkloadAnatomy, name: string) =>
  toldLinks(workload, partOf(workload, `container/${name}`))
    .filter(({ rule }) => rule === 'starts-before' || rule === 'waited-for')
    .map(({ words, label }) => `${words} ${label}`);

describe('the order in which the kubelet starts what the real istioctl wrote', () => {
  it('starts the application once istio-proxy is ready where its postStart waits for Envoy', async () => {
    const workload = await read(POD(HOLD));
    expect(steps(workload)).toEqual([
      '1 · runs first, then ends',
      'istio-init',
      '2 · starts next',
      'istio-proxy',
      '3 · start once istio-proxy is ready',
      'web',
      'two',
    ]);
    expect(partOf(workload, 'container/istio-proxy').detail).toContain('starts after the init containers');
    expect(partOf(workload, 'container/web').detail).toBe('starts once istio-proxy is ready');
    expect(partOf(workload, 'container/two').detail).toBe('starts once istio-proxy is ready');
    expect(told(workload, 'istio-proxy')).toEqual([
      'starts after istio-init',
      'its postStart is waited for by web',
    ]);
    expect(told(workload, 'web')).toEqual([
      'starts only after postStart of istio-proxy',
      'starts before two',
    ]);
    expect(explain(partOf(workload, 'container/istio-proxy/lifecycle/postStart'))).toContain(
      'pilot-agent wait ends when Envoy is ready',
    );
    expect(steps(workload, 'original')).toEqual(['1 · run together', 'web', 'two']);
  });

  it('goes by the hook that is written, not by the setting: any postStart keeps the next container waiting', async () => {
    const hook = ', lifecycle: {postStart: {exec: {command: ["true"]}}}';
    const workload = await read(POD('', hook));
    expect(steps(workload)).toEqual([
      '1 · runs first, then ends',
      'istio-init',
      '2 · starts next',
      'web',
      '3 · start once postStart of web has ended',
      'two',
      'istio-proxy',
    ]);
    expect(partOf(workload, 'container/istio-proxy').detail).toContain('once postStart of web has ended');
  });

  it('runs the application and a classic istio-proxy without a hook together', async () => {
    const workload = await read(POD(''));
    expect(steps(workload).filter((text) => /^\d/.test(text))).toEqual([
      '1 · runs first, then ends',
      '2 · run together',
    ]);
    expect(told(workload, 'istio-proxy')).toEqual(['starts after two']);
  });

  it('starts the application once a native istio-proxy has started, with the setting and without', async () => {
    for (const annotations of ['', HOLD])
      expect(steps(await read(POD(annotations), true)).filter((text) => /^\d/.test(text))).toEqual([
        '1 · runs first, then ends',
        '2 · starts next, keeps running',
        '3 · start once istio-proxy has started',
      ]);
  });
});
