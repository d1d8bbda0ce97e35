import { describe, expect, it } from 'vitest';
import {
  filesOf,
  findingsOf,
  fixture,
  labCluster,
  notPassed,
  smallLab,
  WITHOUT_CLUSTER,
} from '../../../../test/helpers/install-lab.ts';
import { MISTAKES, withMistake } from '../../../../test/helpers/install-mistakes.ts';
import { LABS, type LabFile } from '../model.ts';
import { gradeInstallLab } from './grade.ts';
import { LAB_NAMES } from './model.ts';
import { writeInjectionNote, writeReadiness } from './write.ts';

const grade = (texts: ReadonlyMap<string, string>, options = WITHOUT_CLUSTER) =>
  gradeInstallLab(filesOf(texts), options);

describe('a folder of the install lab', () => {
  it('passes as the writers make it, and says what it was judged by', () => {
    const report = grade(smallLab());
    expect(findingsOf(report)).toEqual([]);
    expect(report).toMatchObject({ lab: 'install', passed: true, workload: 'Deployment payments' });
    expect(report.steps.map(({ number, notes }) => [number, notes])).toEqual([
      [1, ['Version 1.31-alpha.eed52ebb66ad.']],
      [2, ['11 objects of 4 kinds, counted again.']],
      [
        3,
        [
          'No cluster was asked (no kubeconfig was chosen): judged by the CustomResourceDefinitions in manifest.yaml.',
          'manifest.yaml has 6 CustomResourceDefinitions of groups with istio.io.',
        ],
      ],
      [4, ['No cluster was asked (no kubeconfig was chosen): judged by the Namespaces in namespaces.yaml.']],
      [5, ['Deployment payments keeps its own containers “payments”.']],
      [6, []],
      [7, []],
      [
        8,
        [
          'No cluster was asked (no kubeconfig was chosen): judged by the CustomResourceDefinitions in manifest.yaml.',
          'No cluster was asked (no kubeconfig was chosen): judged by the Namespaces in namespaces.yaml.',
        ],
      ],
    ]);
  });

  it('is missing step by step where there is nothing', () => {
    const report = grade(new Map());
    expect(report.passed).toBe(false);
    expect(report.workload).toBeNull();
    expect(notPassed(report)).toEqual(
      Object.fromEntries(LABS.install.map(({ number }) => [number, 'missing'])),
    );
  });

  it.each(MISTAKES)('fails with $name, naming the step and the reason', (mistake) => {
    const report = grade(withMistake(smallLab(), mistake));
    const [first] = mistake.steps;
    expect(Object.keys(notPassed(report)).map(Number)).toEqual([...mistake.steps].sort());
    const said = findingsOf(report).filter((line) => line.startsWith(`${first} `));
    expect(said.join('\n')).toMatch(mistake.says);
  });

  it('tells what cannot be read in its place', () => {
    const files = new Map(filesOf(smallLab()));
    const unreadable: LabFile = { kind: 'unreadable', why: 'out/version.txt is a folder.' };
    files.set('out/version.txt', unreadable);
    files.set('manifest.yaml', { kind: 'text', text: 'kind: A\nb: [\n' });
    const report = gradeInstallLab(files, WITHOUT_CLUSTER);
    const said = findingsOf(report);
    expect(said).toContain('1 out/version.txt out/version.txt is a folder.');
    expect(said.join('\n')).toMatch(/^2 manifest\.yaml:\d It cannot be read: manifest\.yaml:\d: /m);
    expect(said.join('\n')).toMatch(/^3 manifest\.yaml Its CustomResourceDefinitions could not be read/m);
    expect(report.steps[7]?.notes.join('\n')).toContain(
      'istio_crds could not be compared with manifest.yaml',
    );
  });

  it('says how a file was read that is not plain UTF-8', () => {
    const files = new Map(filesOf(smallLab()));
    files.set('out/version.txt', { kind: 'text', text: '1.30.3\n', told: 'out/version.txt is UTF-16.' });
    const [first] = gradeInstallLab(files, WITHOUT_CLUSTER).steps;
    expect(first?.notes).toEqual(['out/version.txt is UTF-16.', 'Version 1.30.3.']);
  });

  it('is not flooded by a file that has nothing to do with it', () => {
    const texts = smallLab();
    texts.set('out/manifest-kinds.txt', Array.from({ length: 5000 }, (_, n) => `${n} Kind${n}x\n`).join(''));
    const step = grade(texts).steps[1];
    expect(step?.findings).toHaveLength(12);
    expect(step?.findings.at(-1)?.message).toBe('4993 more things are not so.');
  });
});

describe('without namespaces.yaml', () => {
  it('what only a cluster knows is unproved, and no more than that', () => {
    const texts = smallLab();
    texts.delete('namespaces.yaml');
    const report = grade(texts);
    expect(notPassed(report)).toEqual({ 4: 'unproved', 8: 'unproved' });
    expect(report.steps[3]?.notes).toEqual([
      'No cluster was asked (no kubeconfig was chosen) and there is no namespaces.yaml: the namespaces could not be looked at.',
    ]);
  });
});

describe('with a cluster', () => {
  const options = (change = {}) => ({ cluster: labCluster(change) });
  const byCluster = (): Map<string, string> => {
    const texts = smallLab();
    texts.delete('namespaces.yaml');
    texts.set('out/injection-note.txt', writeInjectionNote(LAB_NAMES, []));
    texts.set('out/analyze.txt', '✔ No validation issues found when analyzing namespace: mesh-lab.\n');
    texts.set(
      'out/mesh-readiness.json',
      writeReadiness({ istioCrds: 5, namespaces: ['mesh-lab'], analyzeErrors: 0, note: null }),
    );
    return texts;
  };

  it('the cluster decides, not the files', () => {
    const report = grade(byCluster(), options());
    expect(findingsOf(report)).toEqual([]);
    expect(report.passed).toBe(true);
    expect(report.steps[2]?.notes).toEqual([
      'The cluster of kind.yaml has 5 CustomResourceDefinitions of groups with istio.io.',
    ]);
  });

  it('what says that there was none is to be made again', () => {
    const texts = smallLab();
    texts.set('out/precheck.txt', 'Error: Get "https://127.0.0.1:9/version?timeout=15s": refused\n');
    const report = grade(texts, options());
    expect(notPassed(report)).toEqual({ 1: 'fail', 4: 'fail', 6: 'fail', 8: 'fail' });
    expect(findingsOf(report)).toEqual([
      '1 out/precheck.txt It is what istioctl says without a cluster, and now the cluster of kind.yaml is asked.',
      '4 out/injection-note.txt It says that no cluster was asked, and now the cluster of kind.yaml is.',
      '6 out/analyze.txt It says that no cluster was asked, and now the cluster of kind.yaml is.',
      '8 out/mesh-readiness.json It says that no cluster was asked, and now the cluster of kind.yaml is.',
      '8 out/mesh-readiness.json:2 istio_crds is 6; the cluster of kind.yaml has 5 CustomResourceDefinitions of groups with istio.io.',
    ]);
  });

  it('a CRD that the API server did not take up is not registered', () => {
    const { crds } = labCluster();
    const value = crds.kind === 'seen' ? crds.value.map((crd) => ({ ...crd, established: false })) : [];
    const report = grade(byCluster(), options({ crds: { kind: 'seen', value } }));
    expect(notPassed(report)).toEqual({ 3: 'fail' });
    expect(findingsOf(report)[0]).toMatch(
      /has virtualservices\.networking\.istio\.io, but has not taken it up/,
    );
  });

  it('says what it lacks and what to do', () => {
    const crds = {
      kind: 'seen',
      value: [{ name: 'gateways.networking.istio.io', group: 'networking.istio.io', established: true }],
    };
    const namespaces = { kind: 'seen', value: [{ name: 'legacy', labels: new Map() }] };
    const report = grade(byCluster(), options({ crds, namespaces }));
    expect(notPassed(report)).toEqual({ 3: 'fail', 4: 'fail', 8: 'fail' });
    expect(findingsOf(report)).toContain(
      '3  The cluster of kind.yaml has no virtualservices.networking.istio.io; apply manifest.yaml, or its CustomResourceDefinitions.',
    );
    expect(findingsOf(report)).toContain('4  The cluster of kind.yaml has no namespace mesh-lab.');
  });

  it('is a step not done where it has nothing of it', () => {
    const report = grade(byCluster(), options({ crds: { kind: 'seen', value: [] } }));
    expect(notPassed(report)).toMatchObject({ 3: 'missing' });
  });

  it('is unproved where it could not be asked', () => {
    const unseen = { kind: 'unseen', why: 'connection refused' };
    const report = grade(byCluster(), options({ crds: unseen, namespaces: unseen }));
    expect(notPassed(report)).toEqual({ 3: 'unproved', 4: 'unproved', 8: 'unproved' });
    expect(report.steps[2]?.notes).toEqual([
      'The CustomResourceDefinitions of the cluster of kind.yaml could not be read: connection refused.',
    ]);
  });

  it('wants every labelled namespace in the list, and takes those of a revision', () => {
    const more = [
      { name: 'mesh-lab', labels: new Map([['istio-injection', 'enabled']]) },
      { name: 'legacy', labels: new Map() },
      { name: 'shop', labels: new Map([['istio-injection', 'enabled']]) },
      { name: 'canary', labels: new Map([['istio.io/rev', 'canary']]) },
      {
        name: 'off',
        labels: new Map([
          ['istio.io/rev', 'canary'],
          ['istio-injection', 'disabled'],
        ]),
      },
    ];
    const namespaces = { kind: 'seen', value: more };
    const list = (names: readonly string[]): readonly string[] => {
      const texts = byCluster();
      const value = { istio_crds: 5, injection_namespaces: names, analyze_errors: 0 };
      texts.set('out/mesh-readiness.json', JSON.stringify(value));
      return findingsOf(grade(texts, options({ namespaces })));
    };
    expect(list(['shop', 'mesh-lab'])).toEqual([]);
    expect(list(['shop', 'mesh-lab', 'canary'])).toEqual([]);
    expect(list(['mesh-lab']).join()).toMatch(/lacks “shop”/);
    expect(list(['mesh-lab', 'shop', 'off']).join()).toMatch(/names “off”/);
  });
});

describe('names other than those of the lab', () => {
  it('are taken from the note that an export writes, or from who checks', () => {
    const texts = new Map(
      [...smallLab()].map(([path, text]) => [
        path,
        path === 'injected.yaml' ? text : text.replaceAll('mesh-lab', 'pay-mesh').replaceAll('legacy', 'old'),
      ]),
    );
    const report = grade(texts);
    expect(findingsOf(report)).toEqual([]);
    expect(report.passed).toBe(true);
    expect(report.steps[3]?.notes[0]).toBe('Judged with the namespaces pay-mesh and old.');
    texts.set('out/injection-note.txt', '라벨을 붙여도 기존 파드는 그대로이고 롤아웃으로 재생성돼야 한다.\n');
    expect(notPassed(grade(texts))).toEqual({ 4: 'fail', 8: 'fail' });
    const names = { namespace: 'pay-mesh', control: 'old' };
    expect(grade(texts, { ...WITHOUT_CLUSTER, names }).passed).toBe(true);
  });
});

describe('a native sidecar', () => {
  const native = fixture('diagram/native.injected.yaml');

  it('passes, with a note, whether init_containers names istio-proxy or not', () => {
    const texts = smallLab(native);
    expect(findingsOf(grade(texts))).toEqual([]);
    expect(grade(texts).steps[4]?.notes[0]).toMatch(/is a native sidecar/);
    const sidecar = JSON.parse(texts.get('out/sidecar.json') ?? '');
    expect(sidecar.containers.at(-1)).toBe('istio-proxy');
    expect(sidecar.init_containers).toContain('istio-proxy');
    sidecar.init_containers = sidecar.init_containers.filter((name: string) => name !== 'istio-proxy');
    texts.set('out/sidecar.json', JSON.stringify(sidecar));
    expect(grade(texts).passed).toBe(true);
  });

  it('is none without restartPolicy Always', () => {
    const texts = smallLab(native.replace(/^ *restartPolicy: Always\n/m, ''));
    expect(findingsOf(grade(texts)).join('\n')).toMatch(
      /^5 injected\.yaml:\d+ .* is an init container that ends/m,
    );
  });
});

describe('the containers that a workload has of its own', () => {
  const payments = fixture('payments/injected.yaml');

  it('are those that the injector saw, whatever the workload is called', () => {
    const other = payments.replaceAll(/^( *(?:- )?name: |.*APP_CONTAINERS\n *value: )payments$/gm, '$1web');
    const renamed = other.replace('name: web\n  namespace', 'name: payments\n  namespace');
    const report = grade(smallLab(renamed));
    expect(report).toMatchObject({ passed: true, workload: 'Deployment payments' });
    expect(report.steps[4]?.notes).toEqual(['Deployment payments keeps its own containers “web”.']);
  });

  it('are those of the lab where the injector did not write them down', () => {
    const silent = payments.replace(/^ *- name: ISTIO_META_APP_CONTAINERS\n.*\n/m, '');
    expect(grade(smallLab(silent)).passed).toBe(true);
    const gone = silent.replace(/^( *)name: payments\n( *ports:)/m, '$1name: web\n$2');
    expect(gone).not.toBe(silent);
    expect(findingsOf(grade(smallLab(gone)))[0]).toMatch(
      /has lost its own container “payments”; it has “web”/,
    );
  });
});

describe('an injected.yaml with several workloads', () => {
  const payments = fixture('payments/injected.yaml');
  const orders = payments
    .replaceAll(/^( *(?:- )?(?:name|value|app): )payments$/gm, '$1orders')
    .replaceAll('registry.istio.io', 'registry.example');
  const both = `${payments}---\n${orders}`;

  it('is judged by the one that interception names, by the one that is asked for, else by the first', () => {
    const texts = smallLab(both);
    expect(grade(texts)).toMatchObject({ passed: true, workload: 'Deployment payments' });
    const other = smallLab(orders);
    texts.set('out/sidecar.json', other.get('out/sidecar.json') ?? '');
    expect(grade(texts)).toMatchObject({ passed: true, workload: 'Deployment orders' });
    const asked = grade(texts, { ...WITHOUT_CLUSTER, workload: 'payments' });
    expect(notPassed(asked)).toEqual({ 7: 'fail' });
    const none = grade(texts, { ...WITHOUT_CLUSTER, workload: 'cart' });
    expect(findingsOf(none).join('\n')).toContain(
      '5 injected.yaml There is no workload cart; there are: 1 Deployment payments, 2 Deployment orders.',
    );
  });
});
