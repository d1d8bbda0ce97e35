import { describe, expect, test } from 'vitest';
import { complaints, type Folder, grade, labFolder } from '../../../../test/helpers/boot-lab.ts';

const folder = labFolder();

function everywhere(before: string, after: string, paths: RegExp): Folder {
  const changed = Object.entries(folder).map(([path, text]) => [
    path,
    paths.test(path) ? text.replaceAll(before, after) : text,
  ]);
  return Object.fromEntries(changed) as Folder;
}

describe('another name of the pod', () => {
  const paths = /^(?:bootstrap|boot-typo)\.yaml$|^06-node/;
  const report = folder['08-report.md'] ?? '';

  test('does not count because the report names the workload', () => {
    expect(complaints(grade(everywhere('payments-6d5f9', 'payments', paths)))[0]).toContain(
      'the pod and its namespace, is "payments.default"; the lab asks for "payments-6d5f9.default"',
    );
    const pod = `${report}- Workload: Pod other in inject.yaml.\n`;
    const named = { ...everywhere('payments-6d5f9', 'other', paths), '08-report.md': pod };
    expect(complaints(grade(named)).some((line) => line.startsWith('4 fail'))).toBe(true);
  });

  test.each(['Name of the pod: other instead of the usual one.', '파드 이름은 other 입니다.'])(
    'counts where a line says so: %s',
    (line) => {
      const named = {
        ...everywhere('payments-6d5f9', 'other', paths),
        '08-report.md': `${report}- ${line}\n`,
      };
      expect(complaints(grade(named))).toEqual([]);
    },
  );
});

describe('what there is nothing to compare with', () => {
  const states = (some: Folder) => grade(some).steps.map(({ state }) => state);
  const only = (...paths: readonly string[]): Folder =>
    Object.fromEntries(Object.entries(folder).filter(([path]) => paths.includes(path))) as Folder;

  test('is unproved: where xds-grpc leads, of a mesh configuration that cannot be read', () => {
    const broken = everywhere('istiod.istio-system.svc', 'elsewhere', /^boot.*yaml$/);
    expect(states({ ...broken, 'mesh-config.yaml': 'a: [' })[3]).toBe('unproved');
  });

  test('is unproved: a copy of a bootstrap that is not there, of a workload that is not there', () => {
    const { steps } = grade(only('boot-typo.yaml', '05-typo.txt'));
    expect([steps[4]?.state, steps[4]?.notes]).toEqual([
      'unproved',
      [expect.stringContaining('there is no bootstrap.yaml that can be read')],
    ]);
    expect(states(only('inject.yaml', 'mesh-config.yaml', 'boot-typo.yaml', '05-typo.txt'))[4]).toBe('pass');
  });

  test('is unproved: an address in a report that stands in no other file', () => {
    const { steps } = grade(only('08-report.md'));
    expect([steps[7]?.state, steps[7]?.notes]).toEqual([
      'unproved',
      ['xds_address could not be compared: neither 03-mesh.txt nor a mesh configuration says it.'],
    ]);
  });
});
