import { describe, expect, it } from 'vitest';
import { fixture, labCluster, NO_CLUSTER, podIn } from '../../../../test/helpers/install-lab.ts';
import { readAnalysis } from './analysis.ts';
import { namespaceState } from './cluster-words.ts';
import { interceptionSentence } from './interception.ts';
import { LAB_NAMES } from './model.ts';
import { namesOfLab, readNamespaces, writeNamespaces } from './namespaces.ts';
import { ANALYZE_IDEAS, injectionFaults, unsaid } from './note-ideas.ts';
import {
  wholeLines,
  writeAnalyzeNote,
  writeInjectionNote,
  writeReadiness,
  writeSidecar,
  writeValidation,
} from './write.ts';

const injected = fixture('payments/injected.yaml');

describe('the sentence on interception', () => {
  it('is made of what istio-init is told', () => {
    expect(interceptionSentence(podIn(injected))).toBe(
      'In the pod of Deployment payments, istio-init runs istio-iptables before the containers start and sets iptables rules: outbound TCP traffic goes to port 15001 and inbound TCP traffic (not that to ports 15090,15021,15020) goes to port 15006 of Envoy in istio-proxy (REDIRECT), but not what the proxy itself sends (uid 1337).',
    );
    const some = injected
      .replace(
        /- -i\n( *)- '\*'\n( *)- -x\n *- ""/,
        "- -i\n$1- 10.0.0.0/8\n$1- -x\n$1- 10.1.0.0/16\n$1- -o\n$1- '25'",
      )
      .replace(/- -b\n( *)- '\*'/, "- -b\n$1- ''");
    expect(interceptionSentence(podIn(some))).toContain(
      'outbound TCP traffic to 10.0.0.0/8 (not that to ports 25) goes to port 15001 and no inbound TCP traffic goes to port 15006 of Envoy',
    );
    const other = injected.replace('"15001"', '"25001"').replace(/- "1337"$/m, '- "4242"');
    expect(interceptionSentence(podIn(other))).toMatch(/port 25001 and .* \(uid 4242\)\.$/);
  });

  it('says who sets the rules where istio-init does not', () => {
    const cni = injected.replace(/^( *)name: istio-init$/m, '$1name: istio-validation');
    expect(interceptionSentence(podIn(cni))).toMatch(
      /^In the pod of Deployment payments, istio-cni sets iptables rules when the pod is created, and the init container istio-validation checks them: outbound/,
    );
  });

  it('says so where nftables take the place of iptables', () => {
    const nft = injected.replace(
      /^( *)- --log_output_level=default:info\n( *image: .*\n *name: istio-init)/m,
      '$1- --native-nftables\n$2',
    );
    expect(nft).not.toBe(injected);
    expect(interceptionSentence(podIn(nft))).toContain('sets nftables rules in place of iptables rules');
  });

  it('says no more than the arguments show', () => {
    const bare = injected.replace(/^( *)- args:\n *- istio-iptables\n(?: *- .*\n)*/m, '$1- args: []\n');
    expect(bare).not.toBe(injected);
    expect(interceptionSentence(podIn(bare))).toBe(
      'In the pod of Deployment payments, istio-init runs its image before the containers start and sets iptables rules: TCP traffic goes to Envoy in istio-proxy.',
    );
  });
});

describe('JSON files', () => {
  it('have two spaces, the order of the lab and a line end, whatever is in them', () => {
    const hostile = injected
      .replace(
        /^( *)image: registry\.istio\.io.*\n( *)name: istio-proxy$/m,
        '$1image: "a \\"quoted\\" 이미지 \\u0007"\n$2name: istio-proxy',
      )
      .replace(/^( *)name: payments\n( *ports:)/m, `$1name: "it's 한글 ${'x'.repeat(3000)}"\n$2`);
    const text = writeSidecar(podIn(hostile));
    expect(text.endsWith('}\n')).toBe(true);
    expect(text.split('\n')[1]).toBe('  "containers": [');
    const value = JSON.parse(text);
    expect(Object.keys(value)).toEqual([
      'containers',
      'init_containers',
      'container_count',
      'proxy_image',
      'interception',
    ]);
    expect(value.containers[0]).toBe(`it's 한글 ${'x'.repeat(3000)}`);
    expect(value.proxy_image).toBe('a "quoted" 이미지 \u0007');
  });

  it('have a note only where there is something to say', () => {
    const readiness = { istioCrds: 15, namespaces: ['mesh-lab'], analyzeErrors: 0 };
    expect(writeReadiness({ ...readiness, note: null })).toBe(
      '{\n  "istio_crds": 15,\n  "injection_namespaces": [\n    "mesh-lab"\n  ],\n  "analyze_errors": 0\n}\n',
    );
    expect(Object.keys(JSON.parse(writeReadiness({ ...readiness, note: 'x' })))).toHaveLength(4);
  });
});

describe('notes', () => {
  it('say what the grader wants of them, in whole lines', () => {
    const note = writeInjectionNote(LAB_NAMES, namespaceState(LAB_NAMES, NO_CLUSTER));
    expect(injectionFaults(note)).toEqual([]);
    expect(note.endsWith('.\n')).toBe(true);
    const unread = { kind: 'unseen', why: 'the server did not answer' } as const;
    for (const namespaces of [{ kind: 'seen', value: [] } as const, unread]) {
      const state = namespaceState(LAB_NAMES, labCluster({ namespaces }));
      expect(injectionFaults(writeInjectionNote(LAB_NAMES, state))).toEqual([]);
    }
    expect(unsaid(writeAnalyzeNote(), ANALYZE_IDEAS)).toEqual([]);
    expect(writeAnalyzeNote().split('\n')).toHaveLength(3);
  });

  it('tell the names of namespaces that are not those of the lab', () => {
    const names = { namespace: 'pay-mesh', control: 'old' };
    expect(namesOfLab(writeInjectionNote(names, []))).toEqual(names);
    expect(namesOfLab('기존 파드는 그대로')).toEqual(LAB_NAMES);
    expect(namesOfLab(writeInjectionNote(names, []), { control: 'x' })).toEqual({ ...names, control: 'x' });
  });
});

describe('namespaces.yaml', () => {
  it('holds the two namespaces, one labelled', () => {
    expect(readNamespaces('n', writeNamespaces(LAB_NAMES))).toEqual({
      kind: 'seen',
      value: [
        { name: 'mesh-lab', labels: new Map([['istio-injection', 'enabled']]) },
        { name: 'legacy', labels: new Map() },
      ],
    });
  });

  it('may be what kubectl get namespaces -o yaml prints', () => {
    const list = `kind: List\nitems:\n- {kind: Namespace, metadata: {name: a, labels: {istio-injection: enabled}}}\n- {kind: Pod, metadata: {name: b}}\n`;
    expect(readNamespaces('n', list)).toMatchObject({ value: [{ name: 'a' }] });
    const typed = 'kind: NamespaceList\nitems: [{metadata: {name: a}}]\n';
    expect(readNamespaces('n', typed)).toMatchObject({ value: [{ name: 'a' }] });
    expect(readNamespaces('n', 'a: [')).toMatchObject({ kind: 'unseen' });
  });
});

describe('the output of a program', () => {
  it('is kept as it is, with the line end that it may lack', () => {
    expect([wholeLines('a'), wholeLines('a\n'), wholeLines('')]).toEqual(['a\n', 'a\n', '']);
    expect(writeValidation('"injected.yaml" is valid\n', 0)).toBe('"injected.yaml" is valid\n');
    expect(writeValidation('\n', 0)).toMatch(
      /printed nothing and ended with exit code 0: injected\.yaml is valid\.\n$/,
    );
    expect(writeValidation('', 1)).toBe('istioctl validate printed nothing and ended with exit code 1.\n');
  });

  it('is told apart: messages, none, JSON, a failure', () => {
    expect(readAnalysis('Warning [IST0102] (Namespace a) no label\nError [IST0101] (Pod b) c\n')).toEqual({
      analyzed: true,
      isFine: false,
      errorLines: [2],
      errors: 1,
      failure: null,
    });
    expect(readAnalysis('✔ No validation issues found when analyzing namespace: mesh-lab.')).toMatchObject({
      analyzed: true,
      errors: 0,
    });
    expect(readAnalysis('[]\n')).toMatchObject({ analyzed: true, errors: 0 });
    expect(readAnalysis('[{"code":"IST0101","level":"Error"},{"level":"Info"}]')).toMatchObject({
      errors: 1,
    });
    expect(readAnalysis('2026-11-30T10:00:00Z\twarn\tfile\n[\n]\n')).toMatchObject({ analyzed: true });
    expect(readAnalysis('Error: Get "https://a": refused\n')).toMatchObject({
      analyzed: false,
      failure: 'Error: Get "https://a": refused',
    });
  });
});
