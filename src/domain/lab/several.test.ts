import { describe, expect, it } from 'vitest';
import { complaints, type Folder, grade, labFolder } from '../../../test/helpers/boot-lab.ts';
import {
  filesOf,
  findingsOf,
  fixture,
  smallLab,
  WITHOUT_CLUSTER,
} from '../../../test/helpers/install-lab.ts';
import { gradeInstallLab } from './install/grade.ts';

const one = fixture('payments/injected.yaml');
const two = `${one}---\n${one.replaceAll('payments', 'orders')}`;
const ORDERS = 'Deployment orders';
const PAYMENTS = 'Deployment payments';

/** As an interrupted export of the second workload leaves it. */
function begun(...files: readonly string[]): Folder {
  const whole = labFolder({ injected: two, workload: 1 });
  return Object.fromEntries(
    Object.entries(whole).filter(([path]) => path === 'inject.yaml' || files.includes(path)),
  );
}

function install(change: (sidecar: string) => string | null, preferred: string | null = null) {
  const texts = smallLab(two);
  const made = change(texts.get('out/sidecar.json') ?? '');
  if (made === null) texts.delete('out/sidecar.json');
  else texts.set('out/sidecar.json', made);
  return gradeInstallLab(filesOf(texts), { ...WITHOUT_CLUSTER, preferred });
}

describe('a folder of two workloads', () => {
  it.each(['02-env.txt', 'bootstrap.yaml', 'boot-typo.yaml', '06-node.json'])(
    'without a report is judged by the one whose values %s has',
    (file) => {
      const report = grade(begun(file), { preferred: PAYMENTS });
      expect(report.workload).toBe(ORDERS);
      expect(report.steps[0]?.notes[0]).toContain(
        'Judged by Deployment orders, whose values its files have, of 2',
      );
      expect(
        complaints(report).filter((line) => !line.includes('is missing') && !/^\d missing$/.test(line)),
      ).toEqual(file === 'boot-typo.yaml' || file === '06-node.json' ? expect.anything() : []);
    },
  );

  it('fails with the values of the other one in a file, and with those of none', () => {
    const folder = begun('02-env.txt', 'bootstrap.yaml', '04-validate.txt', '06-node.json', '06-ready.txt');
    const env = (from: string, to: string) =>
      complaints(grade({ ...folder, '02-env.txt': (folder['02-env.txt'] ?? '').replace(from, to) })).filter(
        (line) => line.startsWith('2 '),
      );
    expect(env('orders', 'payments')[0]).toContain(
      'ISTIO_META_WORKLOAD_NAME says payments, but inject.yaml says "orders"',
    );
    expect(env('orders', 'others')[0]).toContain('inject.yaml says "orders"');
    const alone = begun('02-env.txt');
    const none = grade({ ...alone, '02-env.txt': (alone['02-env.txt'] ?? '').replace('orders', 'others') });
    expect(none.steps[1]?.state).toBe('fail');
  });

  it('is judged by the one that its report names by kind and name, whatever the values are', () => {
    const folder = {
      ...begun('02-env.txt'),
      '08-report.md': '- Workload: Deployment payments in inject.yaml.\n',
    };
    const report = grade(folder);
    expect(report.workload).toBe(PAYMENTS);
    expect(report.steps[1]?.state).toBe('fail');
  });

  it('is not judged by a word of the report that is the name of another one', () => {
    const report = { '08-report.md': '- CrashLoopBackOff: payments cannot be reached, a name is wrong.\n' };
    expect(grade({ ...begun('02-env.txt'), ...report }).workload).toBe(ORDERS);
  });

  it('is judged by the preferred one where nothing tells, if that is there', () => {
    const bootstrap = (preferred: string | null) =>
      grade(begun('01-args.txt', '07-identity.txt'), { preferred });
    for (const judge of [bootstrap, (preferred: string | null) => install(() => null, preferred)]) {
      expect(judge(ORDERS).workload).toBe(ORDERS);
      expect(judge(PAYMENTS).workload).toBe(PAYMENTS);
      expect(judge('Pod orders').workload).toBe(PAYMENTS);
      expect(judge(null).workload).toBe(PAYMENTS);
    }
  });

  it('of the install lab is judged by the one whose containers out/sidecar.json has, unless it names one', () => {
    const silent = (text: string) =>
      text.replace(/"interception": ".*"/, '"interception": "all goes through iptables"');
    const orders = install((text) => silent(text).replaceAll('payments', 'orders'), PAYMENTS);
    expect(orders.workload).toBe(ORDERS);
    expect(findingsOf(orders).filter((line) => line.startsWith('7'))).toEqual([]);
    const strange = install((text) => silent(text).replaceAll('payments', 'others'));
    expect(findingsOf(strange).filter((line) => line.startsWith('7'))).not.toEqual([]);
    const named = install((text) => text.replace('"payments"', '"orders"'));
    expect(named.workload).toBe(PAYMENTS);
    expect(findingsOf(named).filter((line) => line.startsWith('7'))).not.toEqual([]);
  });
});
