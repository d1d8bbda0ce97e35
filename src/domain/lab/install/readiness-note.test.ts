import { expect, it } from 'vitest';
import {
  filesOf,
  findingsOf,
  labCluster,
  smallLab,
  WITHOUT_CLUSTER,
} from '../../../../test/helpers/install-lab.ts';
import { readinessOf } from './cluster-words.ts';
import { gradeInstallLab } from './grade.ts';
import { LAB_NAMES } from './model.ts';
import { writeReadiness } from './write.ts';

const said = (note: string, options = WITHOUT_CLUSTER): readonly string[] => {
  const texts = smallLab();
  texts.set(
    'out/mesh-readiness.json',
    JSON.stringify({ istio_crds: 6, injection_namespaces: ['mesh-lab'], analyze_errors: 0, note }),
  );
  return findingsOf(gradeInstallLab(filesOf(texts), options)).filter((line) => line.includes('note'));
};

it.each([
  'No cluster was asked (no kubeconfig was chosen), and nothing was applied.',
  'There is no cluster here: the numbers are those of manifest.yaml, which was not applied.',
  '클러스터가 없어 manifest.yaml 에서 세었다.',
])('a note that says what was not done is taken: %s', (note) => {
  expect(said(note)).toEqual([]);
});

it.each([
  'The cluster was asked, and everything was applied to it.',
  'The cluster was asked and nothing failed.',
  'All of manifest.yaml was applied, nothing was left out.',
  'Ready.',
])('one that says the contrary, or nothing of it, is refused: %s', (note) => {
  expect(said(note)).toHaveLength(1);
});

it('of whatever an export could not read is taken', () => {
  const unseen = { kind: 'unseen', why: 'it is forbidden (403)' } as const;
  const seen = { kind: 'seen', value: [] } as const;
  for (const change of [
    { crds: unseen },
    { namespaces: unseen },
    { crds: unseen, namespaces: unseen },
    { crds: seen },
  ]) {
    const view = labCluster(change);
    const text = writeReadiness(readinessOf(LAB_NAMES, view, [], 0));
    const { note } = JSON.parse(text) as { readonly note?: string };
    if (note !== undefined) expect([note, said(note)]).toEqual([note, []]);
  }
});
