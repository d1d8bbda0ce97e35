import { beforeAll, describe, expect, it } from 'vitest';
import { readAnatomy } from '../../src/domain/anatomy/anatomy.ts';
import type { WorkloadAnatomy } from '../../src/domain/anatomy/model.ts';
import { buildScene } from '../../src/domain/diagram/build-scene.ts';
import type { SceneName, ViewMode } from '../../src/domain/diagram/scene.ts';
import { explain } from '../../src/renderer/features/inspector/explanations.ts';
import { toldLinks } from '../../src/renderer/features/inspector/link-sides.ts';
import { stage } from '../helpers/drawings.ts';
import { partOf, workloadOf } from './anatomy.ts';
import { inject } from './injecting.ts';

const CRON = `
apiVersion: batch/v1
kind: CronJob
metadata: {name: cleanup}
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    spec:
      template:
        metadata: {labels: {app: cleanup}}
        spec: {restartPolicy: OnFailure, containers: [{name: cleanup, image: "busybox:1"}]}
`;
const NOT_INJECTED = `
apiVersion: v1
kind: Pod
metadata: {name: debug, labels: {sidecar.istio.io/inject: "false"}}
spec: {containers: [{name: sh, image: "busybox:1"}]}
`;

const workload = async (text: string) => workloadOf(readAnatomy(await inject('in.yaml', text)));
const rules = ({ links }: WorkloadAnatomy) => [...new Set(links.map(({ rule }) => rule))];

describe('the metadata of a CronJob that the real istioctl injected', () => {
  let cron: WorkloadAnatomy;
  beforeAll(async () => {
    cron = await workload(CRON);
  });

  /** Rows and headings of the pod's labels and annotations; a lone label stands there itself. */
  const texts = (scene: SceneName, view: ViewMode) =>
    buildScene(stage(cron, { scene, view, width: 1280, height: 720 }))
      .boxes.filter(({ id }) => /^(more|group)\/.*(label|annotation)s|^(job\/)?(label|annotation)\//.test(id))
      .map((box) => box.texts.map(({ text }) => text).join(' '));

  it('counts on the pod what the pods carry, and on the Job what the Jobs do', () => {
    expect(texts('overview', 'injected')).toEqual([
      'app cleanup',
      '3 labels on the Job',
      '7 annotations on the Job',
    ]);
    const pod = texts('pod', 'injected');
    expect(pod.filter((text) => text.startsWith('app '))).toEqual(['app cleanup']);
    expect(pod).toEqual(expect.arrayContaining(['+ 2 more labels', '+ 6 more annotations']));
  });

  it('says in the difference that nothing was added to the pod, and what was to the Job', () => {
    expect(texts('overview', 'difference')).toEqual([
      'app cleanup',
      '3 labels on the Job · + 3',
      '7 annotations on the Job · + 7',
    ]);
  });

  it('is explained as the Job’s, and linked with it', () => {
    for (const { kind, id } of cron.parts) {
      if ((kind !== 'label' && kind !== 'annotation') || !id.startsWith('job/')) continue;
      expect(explain(partOf(cron, id))).toContain('their pods do not carry it');
      expect(explain(partOf(cron, id))).not.toContain('pod template');
      expect(toldLinks(cron, partOf(cron, id)).map(({ words, label }) => `${words} ${label}`)).toContain(
        'set on metadata of the Jobs',
      );
    }
    expect(explain(partOf(cron, 'label/app'))).toContain('pod template');
    expect(rules(cron)).not.toContain('unknown');
  });

  it('leads nowhere from a label of a pod that was not injected but to the pod it is on', async () => {
    const pod = await workload(NOT_INJECTED);
    expect(pod.links).toContainEqual({
      from: 'label/sidecar.istio.io~1inject',
      to: 'pod',
      rule: 'set-on',
    });
    expect(rules(pod)).not.toContain('unknown');
  });
});
