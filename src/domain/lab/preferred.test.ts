import { describe, expect, it } from 'vitest';
import { grade, labFolder } from '../../../test/helpers/boot-lab.ts';
import { filesOf, fixture, smallLab, WITHOUT_CLUSTER } from '../../../test/helpers/install-lab.ts';
import { gradeInstallLab } from './install/grade.ts';

const one = fixture('payments/injected.yaml');
const two = `${one}---\n${one.replaceAll('payments', 'orders')}`;

describe('a folder of two workloads that does not say which it is about', () => {
  const bootstrap = (preferred: string | null) => grade({ 'inject.yaml': two }, { preferred });
  const install = (preferred: string | null) =>
    gradeInstallLab(filesOf(new Map([['injected.yaml', two]])), { ...WITHOUT_CLUSTER, preferred });

  it('is judged by the preferred one, where it is there', () => {
    for (const judge of [bootstrap, install]) {
      expect(judge('Deployment orders').workload).toBe('Deployment orders');
      expect(judge('Deployment payments').workload).toBe('Deployment payments');
      expect(judge('Pod orders').workload).toBe('Deployment payments');
      expect(judge(null).workload).toBe('Deployment payments');
    }
  });

  it('is judged by its own word where it says one', () => {
    const preferred = 'Deployment payments';
    const folder = labFolder({ injected: two, workload: 1 });
    expect(grade(folder, { preferred }).workload).toBe('Deployment orders');
    const texts = smallLab(two);
    texts.set('out/sidecar.json', (texts.get('out/sidecar.json') ?? '').replaceAll('payments', 'orders'));
    expect(gradeInstallLab(filesOf(texts), { ...WITHOUT_CLUSTER, preferred }).workload).toBe(
      'Deployment orders',
    );
  });
});
