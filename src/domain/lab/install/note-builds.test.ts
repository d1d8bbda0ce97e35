import { describe, expect, it } from 'vitest';
import { injectionFaults } from './note-ideas.ts';

describe('a note on injection is right, however its sentences are built', () => {
  it.each([
    'Existing pods are not changed when you add the label. You have to roll out the deployment again so that new pods come up with the istio-proxy.',
    'Pods that already run are not touched by the label. Restart the deployment; the new pods will come up with istio-proxy.',
    'Nothing happens to the pods already there. Once you run kubectl rollout restart, the replacements have the sidecar.',
    'The webhook only acts when a pod is created, so pods that exist already stay without a sidecar until the deployment is rolled out again.',
    'Adding the label has no effect on running pods. You need to recreate them, and the replacements will be injected.',
    'Existing pods will not be injected when the namespace is labelled; do a rollout so the new pods get the proxy.',
    'Old pods run on without a proxy. New pods, which a rollout creates, have it.',
    'If the pod exists already, labelling the namespace does not inject it. Delete the pod and the new one has the sidecar.',
    'Existing pods are left alone. To get the sidecar into them, restart the workload.',
    'The label is read at creation, therefore already running pods are unaffected. A rollout replaces them by injected ones.',
    'Pods which were created before the label was set keep running as before; a restart gives them the sidecar.',
    'Existing pods are unaffected when the label is put on the namespace, and a rollout recreates them with istio-proxy.',
    'Existing workloads do not change. Re-deploy so that fresh pods are started with the proxy.',
    'Injection happens at pod creation. Existing pods have no istio-proxy; after kubectl rollout restart the new ones have it.',
    'The label does not alter existing pods. They are replaced by a rollout, and the new ones contain the sidecar.',
    'Existing pods are not changed when the label is added. A rollout brings new pods that contain the sidecar.',
    'Labels do nothing for existing pods. You must trigger a rollout so that the webhook can add the proxy to the new pods.',
    '기존 파드는 라벨을 붙여도 바뀌지 않는다. 새 파드가 istio-proxy 와 함께 뜨도록 deployment 를 다시 롤아웃해야 한다.',
    '라벨을 추가해도 기존 파드에는 변화가 없습니다. 디플로이먼트를 재시작하면 새로운 파드에 프록시가 들어갑니다.',
    '이미 떠 있는 파드는 손대지 않는다. kubectl rollout restart 로 새 파드를 띄우면 그때 사이드카가 붙는다.',
    '웹훅은 파드 생성 시점에만 호출되므로 기존 파드는 그대로다. 롤아웃 재시작을 해 주면 새 파드가 사이드카를 갖고 올라온다.',
    '기존 파드에는 적용되지 않으며, 파드를 삭제해서 다시 만들면 사이드카가 주입된다.',
    '라벨은 이미 만들어진 파드에 소급 적용되지 않는다. 재배포 후 생성된 파드부터 사이드카가 포함된다.',
    '실행 중인 파드는 라벨의 영향을 받지 않는다. 롤아웃을 해서 파드를 교체해야 프록시가 주입된다.',
    '기존 파드는 라벨이 추가되어도 그대로이고, 롤아웃하면 새로 뜨는 파드에 사이드카가 생긴다.',
    'It is a misconception that existing pods get the sidecar at once. They stay as they are until a rollout recreates them.',
    '기존 파드에 바로 사이드카가 들어간다는 것은 오해다. 기존 파드는 그대로이며 롤아웃해야 들어간다.',
  ])('%s', (text) => {
    expect(injectionFaults(text)).toEqual([]);
  });
});

describe('a note on injection that denies it, or says what is done with pods in other words, is refused', () => {
  it.each([
    '기존 파드가 그대로라는 것은 오해다. 롤아웃으로 재생성해야 한다는 것도 오해다.',
    'It is a myth that existing pods stay as they are and that a rollout is needed to bring the sidecar.',
    'It is false that existing pods stay unchanged until a rollout recreates them with the sidecar.',
    'Existing pods keep running and receive the sidecar in place, so a rollout would be a waste of time.',
    '기존 파드는 그대로라는 말은 틀렸다. 롤아웃이 필요하다는 말도 거짓이다.',
    'It is not true that existing pods stay as they are until you restart them.',
    'It would be wrong to say that existing pods stay unchanged until a rollout recreates them.',
    'Existing pods are changed when you add the label, and the new pods of a rollout come up the same. Nothing stays.',
    'Existing pods stay up and get the sidecar when you add the label, so that new pods need a rollout.',
  ])('%s', (text) => {
    expect(injectionFaults(text).filter((fault) => fault.startsWith('It says '))).not.toEqual([]);
  });
});
