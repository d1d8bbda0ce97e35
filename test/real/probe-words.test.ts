import { beforeAll, describe, expect, it } from 'vitest';
import { readAnatomy } from '../../src/domain/anatomy/anatomy.ts';
import type { WorkloadAnatomy } from '../../src/domain/anatomy/model.ts';
import { explain } from '../../src/renderer/features/inspector/explanations.ts';
import { partOf, workloadOf } from './anatomy.ts';
import { inject } from './injecting.ts';

const PROBES = (rewrite: boolean) => `
apiVersion: v1
kind: Pod
metadata: {name: web, annotations: {sidecar.istio.io/rewriteAppHTTPProbers: "${rewrite}"}}
spec:
  containers:
  - name: web
    image: web:1
    startupProbe: {tcpSocket: {port: 8080}}
    livenessProbe: {grpc: {port: 9090}}
    readinessProbe: {httpGet: {path: /ready, port: 8080}}
    lifecycle: {postStart: {httpGet: {path: /up, port: 8080}}, preStop: {tcpSocket: {port: 8080}}}
  - name: two
    image: two:1
    livenessProbe: {exec: {command: ["true"]}}
    lifecycle: {preStop: {exec: {command: ["true"]}}}
`;
const read = async (text: string) => workloadOf(readAnatomy(await inject('probes.yaml', text)));
const said = (workload: WorkloadAnatomy, step: string) => explain(partOf(workload, `container/${step}`));

describe('a probe or hook is explained by what it was and what the real istioctl made of it', () => {
  let workload: WorkloadAnatomy;
  beforeAll(async () => {
    workload = await read(PROBES(true));
  });

  it.each([
    ['web/probe/startup', 'opens the TCP connection'],
    ['web/probe/liveness', 'asks the gRPC health service'],
    ['web/probe/readiness', 'makes the HTTP request'],
    ['web/lifecycle/postStart', 'makes the HTTP request'],
    ['web/lifecycle/preStop', 'opens the TCP connection'],
  ])('%s', (step, instead) => {
    expect(said(workload, step)).toContain('to pilot-agent on port 15020');
    expect(said(workload, step)).toContain(instead);
    expect(said(workload, step)).not.toContain('HTTP probes');
  });

  it.each(['two/probe/liveness', 'two/lifecycle/preStop', 'istio-proxy/probe/readiness'])(
    '%s is sent nowhere else',
    (step) => {
      expect(said(workload, step)).not.toContain('pilot-agent on port');
    },
  );

  it('does not say of a probe that was left as it is that it was sent to pilot-agent', async () => {
    const left = await read(PROBES(false));
    expect(partOf(left, 'container/web/probe/startup')).toMatchObject({
      value: 'tcpSocket :8080',
      change: 'kept',
    });
    expect(said(left, 'web/probe/startup')).toBe('A check by the kubelet: a TCP connection to this port.');
    expect(said(left, 'web/probe/readiness')).toBe('A check by the kubelet: an HTTP request to this port.');
  });
});
