import { describe, expect, it } from 'vitest';
import { ANALYZE_IDEAS, injectionFaults, unsaid } from './note-ideas.ts';

const injection = (text: string): readonly string[] =>
  injectionFaults(text).map((fault) => fault.replace(/^It (?:does not say|says) | \(.*|, which.*/g, ''));
const analyze = (text: string): readonly string[] =>
  unsaid(text, ANALYZE_IDEAS).map((what) => what.split(' (')[0] ?? '');

describe('a note on injection says what is asked', () => {
  it.each([
    '라벨을 붙여도 기존 파드는 그대로이고 롤아웃으로 재생성돼야 사이드카가 들어간다',
    '네임스페이스에 라벨을 달아도 이미 떠 있는 파드에는 사이드카가 없다. kubectl rollout restart 로 다시 만들어야 들어간다.',
    '이미 실행 중인 pod는 바뀌지 않는다. Deployment 를 재시작해서 파드가 새로 생성될 때 웹훅이 주입한다.',
    '라벨만 붙이고 롤아웃을 걸지 않으면 아무 일도 일어나지 않는다.',
    '라벨을 붙여도 기존 Pod는 변화가 없고 롤아웃(재생성) 시점에 사이드카가 들어간다',
    '기존 파드에는 적용 안 됨. rollout 필요',
    '라벨은 새로 만들어지는 파드부터 적용된다. 먼저 만든 파드는 재시작이 필요하다.',
    '이미 있는 파드는 다시 배포한 후에야 사이드카가 생긴다',
    'Pods created earlier keep what they have; delete the pods and new ones get the sidecar.',
    'Existing pods stay as they are; the sidecar comes in when a rollout recreates them.',
    'Labelling a namespace does not change pods that are already running. Restart the deployment.',
    'Pods which exist are unaffected until they are re-created.',
    'The label alone does nothing for running pods: you have to redeploy them.',
    'The label changes nothing for existing pods: only a rollout recreates them with a sidecar.',
    '기존 파드는 그대로이며 롤아웃 없이는 사이드카가 들어가지 않는다. 재생성해야 한다.',
    'Already-running pods won’t get the proxy; kubectl rollout restart does it.',
  ])('%s', (text) => {
    expect(injection(text)).toEqual([]);
  });
});

describe('a note on injection lacks what it does not say', () => {
  const EXISTING = 'that it is about pods that exist already';
  const STAY = 'that these stay as they are';
  const ROLLOUT = 'that a rollout recreates them';
  const WITHOUT = 'that existing pods get the sidecar without being made anew';
  const NEEDLESS = 'that a rollout is not needed, or brings nothing';
  it.each([
    ['라벨을 붙여도 기존 파드는 그대로이다', [ROLLOUT]],
    ['롤아웃으로 재생성돼야 사이드카가 들어간다', [EXISTING]],
    ['Existing pods are restarted with a sidecar.', [STAY]],
    ['Existing pods stay as they are.', [ROLLOUT]],
    ['A rollout brings the sidecar.', [EXISTING, STAY]],
    ['기존 파드는 그대로이고 라벨은 새로 생성되는 파드에만 적용된다.', [ROLLOUT]],
    ['라벨을 붙이면 사이드카가 들어간다', [EXISTING, STAY, ROLLOUT]],
    ['기존 파드에도 사이드카가 들어간다. 롤아웃과 같다.', [STAY, WITHOUT]],
    ['Istio is a service mesh.', [EXISTING, STAY, ROLLOUT]],
    ['기존 파드는 그대로 두어도 된다. 롤아웃은 필요 없다.', [NEEDLESS]],
    ['Existing pods keep running and get it at once, no restart is needed.', [NEEDLESS, WITHOUT]],
  ])('%s', (text, lacks) => {
    expect(injection(text)).toEqual(lacks);
  });
});

describe('a note on analyze says what is asked', () => {
  it.each([
    'analyze 는 트래픽이 아니라 설정을 적용 전/후에 정적으로 검사한다',
    'istioctl analyze 는 실제 트래픽을 보내지 않는다.\n적용하기 전의 YAML 이나 적용한 뒤의 클러스터 설정을 정적 분석한다.',
    'apply 전이나 후에 리소스를 정적 분석한다.\n실제 트래픽을 보는 것이 아니다.',
    'analyze checks configuration statically, before or after it is applied.\nIt does not look at traffic.',
    'A static check of the resources, both before applying and after.\nNo request is sent.',
    'It reads manifests before they are deployed: static analysis.\nTraffic is never touched.',
    'Static analysis of config rather than traffic,\nrun before or after kubectl apply.',
  ])('%s', (text) => {
    expect(analyze(text)).toEqual([]);
  });
});

describe('a note on analyze lacks what it does not say', () => {
  const CONFIG = 'that it looks at configuration';
  const STATIC = 'that it does so statically';
  const WHEN = 'when: before or after the configuration is applied';
  const TRAFFIC = 'that it is not about traffic';
  it.each([
    ['설정을 적용 전/후에 정적으로 검사한다', [TRAFFIC]],
    ['트래픽이 아니라 설정을 정적으로 검사한다', [WHEN]],
    ['트래픽이 아니라 설정을 적용 전에 검사한다', [STATIC]],
    ['트래픽을 적용 전/후에 정적으로 검사하고 설정은 검사하지 않는다', [TRAFFIC]],
    ['It statically checks traffic, not configuration, before applying.', [TRAFFIC]],
    ['It statically checks not configuration but traffic before it is deployed.', [TRAFFIC]],
    ['It checks the configuration before applying, not traffic.', [STATIC]],
    ['It looks at the mesh.', [CONFIG, STATIC, WHEN, TRAFFIC]],
  ])('%s', (text, lacks) => {
    expect(analyze(text)).toEqual(lacks);
  });
});
