import { describe, expect, it } from 'vitest';
import { labCluster, NO_CLUSTER } from '../../../../test/helpers/install-lab.ts';
import { namespaceState, readinessOf } from './cluster-words.ts';
import { LAB_NAMES, type Looked, type NamespaceView } from './model.ts';

const seen = (
  value: readonly NamespaceView[],
): { readonly namespaces: Looked<readonly NamespaceView[]> } => ({
  namespaces: { kind: 'seen', value },
});
const namespace = (name: string, labels: Record<string, string> = {}): NamespaceView => ({
  name,
  labels: new Map(Object.entries(labels)),
});
const unseen = { kind: 'unseen', why: 'the user may not (403)' } as const;
const inManifest = [
  { name: 'gateways.networking.istio.io', group: 'networking.istio.io', established: null },
];

describe('what is said of the namespaces', () => {
  it('is nothing where the cluster has them as the lab asks', () => {
    expect(namespaceState(LAB_NAMES, labCluster())).toEqual([]);
  });

  it('is what the cluster lacks, and that nothing was changed in it', () => {
    const standing =
      'They stand in namespaces.yaml, for kubectl apply -f: mesh-lab with istio-injection=enabled, legacy without a label.';
    expect(namespaceState(LAB_NAMES, labCluster(seen([])))).toEqual([
      'There is no namespace mesh-lab in the cluster of kind.yaml; it was not created.',
      'There is no namespace legacy in the cluster of kind.yaml; it was not created.',
      standing,
    ]);
    const other = [namespace('mesh-lab'), namespace('legacy', { 'istio.io/rev': 'canary' })];
    expect(namespaceState(LAB_NAMES, labCluster(seen(other)))).toEqual([
      'mesh-lab has no label istio-injection=enabled in the cluster of kind.yaml; it was not given one.',
      'legacy has istio.io/rev=canary in the cluster of kind.yaml; it was not taken away.',
      standing,
    ]);
    expect(namespaceState(LAB_NAMES, labCluster({ namespaces: unseen }))[0]).toMatch(
      /^Whether the cluster of kind\.yaml has them could not be read: the user may not \(403\)\./,
    );
    expect(namespaceState(LAB_NAMES, NO_CLUSTER)[0]).toMatch(
      /^Neither was created: no cluster was asked \(no/,
    );
  });
});

describe('a cluster that gives no answer at all', () => {
  const silent = labCluster({ crds: unseen, namespaces: unseen });

  it('is told as that in the place of what it was to say', () => {
    expect(namespaceState(LAB_NAMES, silent)[0]).toMatch(
      /^Neither was created: the cluster of kind\.yaml gave no answer \(the user may not \(403\)\)\. They stand in/,
    );
    expect(readinessOf(LAB_NAMES, silent, inManifest, 0)).toMatchObject({
      istioCrds: 1,
      namespaces: ['mesh-lab'],
      note: 'The cluster of kind.yaml gave no answer (the user may not (403)), and nothing was applied. istio_crds is that of manifest.yaml. injection_namespaces is that of namespaces.yaml.',
    });
  });
});

describe('the values of mesh-readiness.json', () => {
  it("are the cluster's, without a note", () => {
    const more = labCluster(
      seen([
        namespace('mesh-lab', { 'istio-injection': 'enabled' }),
        namespace('x', { 'istio.io/rev': 'y' }),
      ]),
    );
    expect(readinessOf(LAB_NAMES, more, [], 0)).toEqual({
      istioCrds: 5,
      namespaces: ['mesh-lab', 'x'],
      analyzeErrors: 0,
      note: null,
    });
  });

  it('are those of the files where there is none, and say so', () => {
    expect(readinessOf(LAB_NAMES, NO_CLUSTER, inManifest, 1)).toEqual({
      istioCrds: 1,
      namespaces: ['mesh-lab'],
      analyzeErrors: 1,
      note: 'No cluster was asked (no kubeconfig was chosen), and nothing was applied. istio_crds is that of manifest.yaml. injection_namespaces is that of namespaces.yaml.',
    });
  });

  it('say what the cluster did not let be read', () => {
    expect(readinessOf(LAB_NAMES, labCluster({ crds: unseen }), inManifest, 0)).toMatchObject({
      istioCrds: 1,
      namespaces: ['mesh-lab'],
      note: 'The CustomResourceDefinitions of the cluster could not be read: the user may not (403). istio_crds is that of manifest.yaml.',
    });
  });
});
