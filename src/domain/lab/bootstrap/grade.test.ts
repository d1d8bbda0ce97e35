import { describe, expect, test } from 'vitest';
import { complaints, type Folder, grade, labFolder } from '../../../../test/helpers/boot-lab.ts';
import type { BootstrapLabReference } from './grade.ts';

const folder = labFolder();
const said = (changed: Folder, reference: BootstrapLabReference = {}): readonly string[] =>
  complaints(grade({ ...folder, ...changed }, reference));
const edit = (path: string, from: string | RegExp, to: string): Folder => {
  const text = folder[path] ?? '';
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${path} has no ${from}`);
  return { [path]: changed };
};

describe('a folder of the bootstrap lab', () => {
  test('passes as the writers make it', () => {
    expect(complaints(grade(folder))).toEqual([]);
    expect(grade(folder)).toMatchObject({ passed: true, workload: 'Deployment payments' });
  });

  test('passes with line ends of Windows, blank ends, and lines in another order', () => {
    const windows = Object.fromEntries(
      Object.entries(folder).map(([path, text]) => [path, `${text.replaceAll('\n', '\r\n')}\r\n\r\n`]),
    );
    expect(said(windows)).toEqual([]);
    const lines = (folder['02-env.txt'] ?? '').trim().split('\n').reverse();
    expect(said({ '02-env.txt': lines.join('\n') })).toEqual([]);
  });

  test('is missing step by step where nothing is there, and nothing falls over', () => {
    const report = grade({});
    expect(report.steps.map(({ state }) => state)).toEqual(Array(8).fill('missing'));
    expect(report).toMatchObject({ passed: false, workload: null });
  });

  test('without inject.yaml says of every step that needs it that it could not be compared', () => {
    const { 'inject.yaml': _, ...others } = folder;
    const report = grade(others);
    expect(report.steps.map(({ state }) => state)).toEqual([
      'fail',
      'unproved',
      'unproved',
      'unproved',
      'pass',
      'pass',
      'unproved',
      'pass',
    ]);
    expect(complaints(report)[0]).toBe('1 fail inject.yaml: inject.yaml is missing.');
    expect(report.steps[1]?.notes).toEqual([
      '02-env.txt could not be compared: there is no inject.yaml yet, which step 1 makes.',
    ]);
  });

  test('a workload that is not injected, and a text that is no YAML, are told at inject.yaml', () => {
    expect(said({ 'inject.yaml': 'kind: Deployment\nmetadata: {name: a}\n' })[0]).toBe(
      '1 fail inject.yaml:2 Deployment a in inject.yaml has no istio-proxy: it is not what kube-inject makes of a workload.',
    );
    expect(said({ 'inject.yaml': 'a: [' })[0]).toMatch(/^1 fail inject\.yaml:\d+ /);
  });
});

describe('lines of values', () => {
  test.each([
    [
      'another value',
      edit('01-args.txt', 'warning', 'info'),
      ':3 proxy_log_level says info, but inject.yaml says "warning".',
    ],
    [
      'an expanded variable',
      edit('01-args.txt', '$(POD_NAMESPACE)', 'default'),
      ':2 domain says default.svc.cluster.local, but inject.yaml says "$(POD_NAMESPACE).svc.cluster.local". $(POD_NAMESPACE) is filled in by the kubelet when the container starts; here it stands letter by letter.',
    ],
    [
      'a line too few',
      edit('01-args.txt', /^role.*\n/, ''),
      ': 01-args.txt has no line role=, which the lab asks for.',
    ],
    [
      'a line too many',
      { '01-args.txt': `${folder['01-args.txt']}image=x\n` },
      ':5 "image=x" is none of the lines',
    ],
    [
      'a line twice',
      { '01-args.txt': `${folder['01-args.txt']}role=sidecar\n` },
      ':5 role= stands here once more; line 1 has it',
    ],
    [
      'spaces',
      edit('01-args.txt', 'role=', 'role = '),
      ':1 "role = sidecar" is not written as the lab asks: role=, without spaces',
    ],
    ['a space behind', edit('01-args.txt', 'role=sidecar', 'role=sidecar '), '(there is a space around it)'],
    ['quotes', edit('01-args.txt', 'role=sidecar', 'role="sidecar"'), '(without quotes)'],
    ['an empty line between', edit('01-args.txt', '\n', '\n\n'), ':2 An empty line stands between'],
  ])('%s is a fault of its line', (_, changed, expected) => {
    const found = said(changed);
    expect(found.every((line) => line.startsWith('1 fail 01-args.txt'))).toBe(true);
    expect(found.join('\n')).toContain(expected);
  });

  test('values that only the pod has stand as their fieldRef', () => {
    expect(said(edit('02-env.txt', 'fieldRef:metadata.namespace', 'default'))).toEqual([
      '2 fail 02-env.txt:6 POD_NAMESPACE says default, but inject.yaml says "fieldRef:metadata.namespace".',
    ]);
  });

  test('a value that is there with nothing in it, and one that is not, are written alike and told', () => {
    const injected = (folder['inject.yaml'] ?? '').replace(
      '        - name: TRUST_DOMAIN\n          value: cluster.local\n',
      '',
    );
    const without = labFolder({ injected });
    expect(without['02-env.txt']).toContain('TRUST_DOMAIN=\n');
    const report = grade(without);
    expect(complaints(report)).toEqual([]);
    expect(report.steps[1]?.notes).toEqual([
      'This workload has no variable for TRUST_DOMAIN: its line holds nothing behind the =.',
    ]);
  });

  test('two million characters of lines are told in a few, and more are not read', () => {
    const found = said({ '02-env.txt': 'a=1\n'.repeat(500_000) });
    expect(found[12]).toContain('499,988 more such faults');
    expect(found).toHaveLength(13 + 7);
    expect(said({ '02-env.txt': 'a=1\n'.repeat(4_750_000) })).toEqual([
      '2 fail 02-env.txt: 02-env.txt has 19.0 million characters: that is no file of the lab, and was not read.',
    ]);
  });
});

describe('the mesh', () => {
  test('an answer that contradicts both files is told with what both say', () => {
    expect(said(edit('03-mesh.txt', 'ca_addr_same=yes', 'ca_addr_same=no'))).toEqual([
      '3 fail 03-mesh.txt:4 ca_addr_same says no, but both files say istiod.istio-system.svc:15012.',
    ]);
  });

  test('two addresses are another answer', () => {
    const mesh = 'defaultConfig: {discoveryAddress: "istiod.mesh.svc:15012"}\nrootNamespace: mesh\n';
    const other = labFolder({ mesh });
    expect(other['03-mesh.txt']).toContain('ca_addr_same=no');
    const report = grade(other);
    expect(complaints(report)).toEqual([]);
    expect(report.steps[2]?.notes.join(' ')).toContain(
      "names no trustDomain: Istio's own counts, cluster.local",
    );
    expect(
      complaints(grade({ ...other, '03-mesh.txt': (other['03-mesh.txt'] ?? '').replace('=no', '=yes') })),
    ).toEqual([
      '3 fail 03-mesh.txt:4 ca_addr_same says yes, but CA_ADDR in inject.yaml is istiod.istio-system.svc:15012, and mesh-config.yaml says istiod.mesh.svc:15012.',
    ]);
  });

  test('without a mesh configuration only what agrees in the folder is told, and root_namespace stays open', () => {
    const { 'mesh-config.yaml': _, ...others } = folder;
    const report = grade(others);
    expect(complaints(report)).toEqual(['3 unproved']);
    expect(report.steps[2]?.notes[1]).toContain('root_namespace');
    const wrong = {
      ...others,
      '03-mesh.txt': (others['03-mesh.txt'] ?? '').replace('trust_domain=cluster.local', 'trust_domain=a.b'),
    };
    expect(complaints(grade(wrong))).toEqual([
      '3 fail 03-mesh.txt:3 trust_domain says a.b, but TRUST_DOMAIN in inject.yaml says "cluster.local".',
    ]);
  });

  test('one at hand counts only where its trust domain fits', () => {
    const { 'mesh-config.yaml': text = '', ...others } = folder;
    const at = (onlyIfItFits: boolean, mesh: string) =>
      grade(others, { candidates: [{ name: 'm', text: mesh, from: 'the mesh at hand', onlyIfItFits }] });
    expect(at(true, text).steps[2]).toMatchObject({
      state: 'pass',
      notes: ['Compared with the mesh at hand.'],
    });
    const other = text.replace('trustDomain: cluster.local', 'trustDomain: other');
    expect(at(true, other).steps[2]?.state).toBe('unproved');
    expect(at(false, other).steps[2]?.state).toBe('fail');
  });

  test('a workload that was injected for another mesh is told', () => {
    const mesh = (folder['mesh-config.yaml'] ?? '').replace(
      'trustDomain: cluster.local',
      'trustDomain: other',
    );
    const report = grade(labFolder({ mesh }));
    expect(complaints(report)).toEqual([]);
    expect(report.steps[2]?.notes).toContain(
      'TRUST_DOMAIN in inject.yaml is "cluster.local": it was injected with another mesh configuration than mesh-config.yaml.',
    );
  });

  test('one that is no YAML is the finding; elsewhere it is passed over', () => {
    const { 'mesh-config.yaml': _, ...others } = folder;
    const candidates = [{ name: 'm', text: 'a: [', from: 'elsewhere', onlyIfItFits: false }];
    expect(grade(others, { candidates }).steps[2]?.state).toBe('unproved');
    expect(said({ 'mesh-config.yaml': 'a: [' })[0]).toMatch(/^3 fail mesh-config\.yaml:\d+ /);
  });
});

describe('the run', () => {
  test.each([
    [
      'a fourth field',
      edit('06-node.json', '"id"', '"user_agent_name": "envoy", "id"'),
      'has "user_agent_name" as well',
    ],
    [
      'a key twice',
      edit('06-node.json', '"cluster":', '"cluster": "x", "cluster":'),
      'A key stands in 06-node.json twice.',
    ],
    ['a field less', edit('06-node.json', /"cluster".*\n/, ''), '06-node.json has no cluster.'],
    ['another node', edit('06-node.json', '10.0.0.7', '10.0.0.8'), 'id is "sidecar~10.0.0.8~'],
    ['no JSON', { '06-node.json': '{id: 1}' }, '06-node.json is no JSON'],
    ['a list', { '06-node.json': '[]' }, 'is no JSON object'],
    ['LIVE', edit('06-ready.txt', 'PRE_INITIALIZING', 'LIVE'), 'ready_body says LIVE'],
    ['connected', edit('06-ready.txt', 'connected_state=0', 'connected_state=1'), 'connected_state says 1'],
  ])('%s fails its step', (_, changed, expected) => {
    const found = said(changed).filter((line) => line.startsWith('6'));
    expect(found.join('\n')).toContain(expected);
    expect(said(changed).filter((line) => !line.startsWith('6'))).toEqual([]);
  });
});

describe('the report', () => {
  test.each([
    [
      'another address',
      edit('08-report.md', /xds_address=.*/, 'xds_address=istiod:15010'),
      'xds_address says istiod:15010',
    ],
    [
      'the wrong cluster',
      edit('08-report.md', 'xds_cluster=xds-grpc', 'xds_cluster=istiod-xds'),
      'xds_cluster says istiod-xds, but it is "xds-grpc"',
    ],
    [
      'a code that was not seen',
      edit('08-report.md', 'typo_rc=1', 'typo_rc=0'),
      'typo_rc says 0, but 05-typo.txt says "1"',
    ],
    [
      'three explanations',
      { '08-report.md': (folder['08-report.md'] ?? '').split('\n').slice(0, 8).join('\n') },
      '3 lines of explanation stand below the four values',
    ],
    [
      'the same four times',
      {
        '08-report.md': `${(folder['08-report.md'] ?? '').split('\n').slice(0, 4).join('\n')}\n${'- a\n'.repeat(4)}`,
      },
      '4 lines of explanation, 1 of them different,',
    ],
    [
      'explanations above',
      {
        '08-report.md': `- a\n- b\n- c\n- d\n${(folder['08-report.md'] ?? '').split('\n').slice(0, 4).join('\n')}`,
      },
      '(and 4 above the four values)',
    ],
    [
      'dashes only',
      {
        '08-report.md': `${(folder['08-report.md'] ?? '').split('\n').slice(0, 4).join('\n')}\n---\n- -\n- 1\n-\n`,
      },
      '0 lines of explanation stand below',
    ],
  ])('%s fails it alone', (_, changed, expected) => {
    const found = said(changed);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`8 fail 08-report.md`);
    expect(found[0]).toContain(expected);
  });

  test('what was copied from a file that is wrong is the fault of that file', () => {
    const changed = {
      ...edit('03-mesh.txt', 'discovery_address=istiod.istio-system.svc:15012', 'discovery_address=a:1'),
      ...edit('08-report.md', /xds_address=.*/, 'xds_address=a:1'),
    };
    expect(said(changed).map((line) => line[0])).toEqual(['3']);
  });

  test('explanations in other words and languages count', () => {
    const values = (folder['08-report.md'] ?? '').split('\n').slice(0, 4).join('\n');
    const report = `# 점검표\n\n${values}\n\n- CrashLoop → 부트스트랩 거절\n- Ready 아님 → istiod 부재\n- 토큰 audience 확인\n* 셋째\n- 루트 인증서\n`;
    expect(said({ '08-report.md': report })).toEqual([]);
  });

  test('a dash without a blank behind it makes no explanation', () => {
    const report = (folder['08-report.md'] ?? '').replaceAll('\n- ', '\n-');
    expect(said({ '08-report.md': report })[0]).toContain('8 fail 08-report.md');
  });
});
