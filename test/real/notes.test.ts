import { describe, expect, it } from 'vitest';
import { readAnatomy } from '../../src/domain/anatomy/anatomy.ts';
import { anatomyAsIs, anatomyOf, codes, noteOf } from './anatomy.ts';
import { caseBytes, filesWith, inject } from './injecting.ts';

describe('what is told of a workload, injected by the real istioctl', () => {
  it('is nothing for one without oddities (01)', async () => {
    expect(codes(await anatomyOf('01-offline-no-cluster.yaml'))).toEqual([]);
  });

  it('says with which image the input was already injected (19)', async () => {
    const anatomy = await anatomyOf('19-already-injected-older-proxy.yaml');
    expect(anatomy.summaries[0]).toMatchObject({
      containers: ['cart', 'istio-proxy'],
      initContainers: ['istio-init'],
    });
    expect(noteOf(anatomy, 'already-injected').message).toMatch(
      /was already injected \(istio-proxy with image docker\.io\/istio\/proxyv2:1\.20\.0\).*its image is now \S+proxyv2:/,
    );
    expect(codes(anatomy)).not.toContain('prometheus-port-conflict');
  });

  it('names the missing token of a pod that uses first-party tokens (23)', () => {
    expect(noteOf(anatomyAsIs('23-first-party-token-audience.yaml'), 'no-projected-token').message).toContain(
      'JWT_POLICY is first-party-jwt), but istiod expects one with audience istio-ca',
    );
  });

  it('says that a custom lifecycle replaced the hook that holds the app (38)', async () => {
    const injection = await filesWith('values', '38-values-custom-lifecycle-and-hold.json');
    const anatomy = await anatomyOf('01-offline-no-cluster.yaml', { injection });
    const found = noteOf(anatomy, 'custom-lifecycle-replaces-hold');
    expect(found.message).toContain('the custom lifecycle in global.proxy.lifecycle replaced the wait hook');
    expect(found.source?.file).toBe('38-values-custom-lifecycle-and-hold.json');
    const { parts } = anatomy.workload(0, { variant: 'lab', start: {} });
    const hooks = parts.filter(
      ({ kind, parent }) => kind === 'lifecycle' && parent === 'container/istio-proxy',
    );
    expect(hooks.map(({ label, value }) => [label, value])).toEqual([['preStop', 'exec [sleep, 30]']]);
  });

  it("warns of an app under the proxy's user (39)", async () => {
    expect(noteOf(await anatomyOf('39-uid-1337.yaml'), 'runs-as-proxy-user')).toMatchObject({
      message: expect.stringContaining('Container cart of Deployment cart runs as user 1337'),
      source: { file: '39-uid-1337.yaml', line: 16 },
    });
  });

  it('warns of a pod for Windows nodes (41)', async () => {
    expect(noteOf(await anatomyOf('41-windows-pod.yaml'), 'windows-pod').message).toContain('Linux only');
  });

  it('says that a status port of zero means never not-ready (50)', async () => {
    expect(noteOf(await anatomyOf('50-status-port-zero.yaml'), 'no-readiness-probe')).toMatchObject({
      message: expect.stringContaining('it never reports not-ready'),
      source: { file: '50-status-port-zero.yaml', line: 15 },
    });
  });

  it('warns of a pod that has no app (57)', async () => {
    const anatomy = await anatomyOf('57-no-containers.yaml');
    expect(anatomy.summaries[0]?.containers).toEqual(['istio-proxy']);
    expect(noteOf(anatomy, 'no-app-container').message).toContain('Pod hollow has no container of its own');
  });

  it('says that the revision label and the injection disagree (60)', async () => {
    const anatomy = await anatomyOf('60-revision-label.yaml');
    expect(noteOf(anatomy, 'revision-disagrees').message).toContain(
      'has the label istio.io/rev: canary, but was injected for revision default',
    );
    const { parts } = anatomy.workload(0, { variant: 'lab', start: {} });
    const value = (id: string) => parts.find((part) => part.id === id)?.value;
    expect(value('label/istio.io~1rev')).toBe('canary');
    expect(value('annotation/istio.io~1rev')).toBe('default');
    expect(JSON.parse(value('annotation/sidecar.istio.io~1status') ?? '')).toMatchObject({
      revision: 'default',
    });
    expect(value('container/istio-proxy/env/CA_ADDR')).toBe('istiod.istio-system.svc:15012');
  });

  it("warns of an app that is scraped on pilot-agent's port (61)", async () => {
    const anatomy = await anatomyOf('61-prom-port-conflict.yaml');
    expect(anatomy.summaries[0]?.injected).toBe(true);
    expect(noteOf(anatomy, 'prometheus-port-conflict')).toMatchObject({
      severity: 'warning',
      message: expect.stringMatching(/"15020".*pilot-agent's port.*the app's own scrape port is lost/),
      source: { line: 16 },
    });
  });

  it('names the two istiods of a proxy whose CA and discovery disagree (63)', () => {
    const anatomy = anatomyAsIs('63-ca-and-discovery-disagree.yaml');
    expect(noteOf(anatomy, 'ca-and-discovery-disagree').message).toMatch(
      /certificates from istiod-canary\.istio-system\.svc:15012 \(CA_ADDR\).*configuration from istiod\.istio-system\.svc:15012/,
    );
  });

  it('says that a restricted namespace would refuse the pods (72)', async () => {
    expect(noteOf(await anatomyOf('72-restricted-namespace.yaml'), 'restricted-namespace')).toMatchObject({
      severity: 'error',
      message: expect.stringMatching(
        /istio-init adds NET_ADMIN, NET_RAW and runs as root; install istio-cni/,
      ),
    });
  });

  it('says so, too, where the namespace stands in a List beside the workload (72)', async () => {
    const [namespace, workload] = caseBytes('72-restricted-namespace.yaml').toString('utf8').split('---\n');
    const item = (text = '') => `- ${text.trim().replaceAll('\n', '\n  ')}`;
    const text = `apiVersion: v1\nkind: List\nitems:\n${item(namespace)}\n${item(workload)}\n`;
    const anatomy = readAnatomy(await inject('list.yaml', Buffer.from(text)));
    expect(noteOf(anatomy, 'restricted-namespace').severity).toBe('error');
  });

  it('says which mesh settings an already injected pod does not carry', () => {
    const mesh = 'defaultConfig:\n  discoveryAddress: istiod.other.svc:15012\n';
    const anatomy = anatomyAsIs('63-ca-and-discovery-disagree.yaml', mesh);
    expect(noteOf(anatomy, 'mesh-not-in-pod')).toMatchObject({
      source: { file: 'mesh-config.yaml', line: 2 },
    });
  });
});
