import { describe, expect, it } from 'vitest';
import {
  filesOf,
  findingsOf,
  notPassed,
  smallLab,
  WITHOUT_CLUSTER,
} from '../../../../test/helpers/install-lab.ts';
import { gradeInstallLab } from './grade.ts';
import { readNamespaces, writeNamespaces } from './namespaces.ts';
import { writeInjectionNote, writeReadiness } from './write.ts';

describe('a namespace that no cluster takes', () => {
  it('is wrong in every file that names it, whoever chose it', () => {
    const names = { namespace: 'My_NS', control: 'legacy' };
    const texts = smallLab();
    texts.set('namespaces.yaml', writeNamespaces(names));
    texts.set('out/injection-note.txt', writeInjectionNote(names, []));
    texts.set(
      'out/mesh-readiness.json',
      writeReadiness({ istioCrds: 6, namespaces: ['My_NS'], analyzeErrors: 0, note: null }),
    );
    for (const options of [WITHOUT_CLUSTER, { ...WITHOUT_CLUSTER, names }]) {
      const report = gradeInstallLab(filesOf(texts), options);
      expect(notPassed(report)).toEqual({ 4: 'fail', 8: 'fail' });
      expect(findingsOf(report).map((line) => line.replace(/: no cluster takes.*/, ''))).toEqual([
        '4 out/injection-note.txt It is about a namespace that cannot be',
        '4 namespaces.yaml It cannot be used',
        '8 out/mesh-readiness.json:3 injection_namespaces',
      ]);
    }
  });
});

describe('a namespace without a name', () => {
  it('is none: the API server would make up another', () => {
    const text = 'apiVersion: v1\nkind: Namespace\nmetadata: {generateName: legacy}\n';
    expect(readNamespaces('namespaces.yaml', text)).toEqual({ kind: 'seen', value: [] });
  });
});
