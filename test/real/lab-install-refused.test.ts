import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { payments } from './injecting.ts';
import { call, deploymentOf, folder, textIn, textsIn } from './install-lab.ts';

beforeAll(() => writeFileSync(join(folder, 'payments.yaml'), payments()));

describe('what cannot be done is said', () => {
  it('of a workload that is not injected, before anything of it is written', async () => {
    writeFileSync(
      join(folder, 'host.yaml'),
      deploymentOf('agent', '{hostNetwork: true, containers: [{name: a, image: b}]}'),
    );
    const { code, stderr } = await call(['lab', 'install', 'host.yaml', '--out', 'host']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/Deployment agent was not injected: .*hostNetwork/);
    expect(existsSync(join(folder, 'host'))).toBe(false);
  });

  it('of a workload whose traffic nothing takes to Envoy, before anything is written, but for steps that are not about it', async () => {
    writeFileSync(
      join(folder, 'none.yaml'),
      deploymentOf('agent', '{containers: [{name: a, image: b}]}', {
        'sidecar.istio.io/interceptionMode': 'NONE',
      }),
    );
    const { code, stderr } = await call(['lab', 'install', 'none.yaml', '--out', 'no-init']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('as interceptionMode NONE asks')]);
    expect(existsSync(join(folder, 'no-init'))).toBe(false);
    const { code: done } = await call(['lab', 'install', 'none.yaml', '--out', 'no-init', '--steps', '1-4']);
    expect(done).toBe(0);
  });

  it('of a manifest without the texts of injection, or of no YAML', async () => {
    writeFileSync(join(folder, 'crds.yaml'), 'kind: Service\nmetadata: {name: istiod}\n');
    const none = await call(['lab', 'install', 'payments.yaml', '--out', 'none', '--manifest', 'crds.yaml']);
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('crds.yaml')]);
    writeFileSync(join(folder, 'torn.yaml'), 'kind: [\n');
    const torn = await call(['lab', 'install', 'payments.yaml', '--out', 'torn', '--manifest', 'torn.yaml']);
    expect([torn.code, torn.stderr]).toEqual([1, expect.stringMatching(/torn\.yaml:\d/)]);
    expect(textsIn('torn').has('manifest.yaml')).toBe(false);
  });

  it.each([
    [['--set', 'nonsense.key=1'], 1, /knows no field/],
    [['--set', 'nonsense'], 2, /--set "nonsense" is not KEY=VALUE/],
    [['--profile', 'nosuch'], 1, /no profile nosuch/],
    [['--profile', 'empty'], 1, /holds no Kubernetes object/],
    [['--manifest', 'payments.yaml', '--profile', 'demo'], 2, /is taken as it is/],
    [['--namespace', 'legacy'], 2, /both legacy/],
    [['--namespace', 'Mesh_Lab'], 2, /lower-case letters/],
    [['--steps', '9'], 2, /names no step/],
    [['--kubeconfig', 'gone'], 1, /gone, named after --kubeconfig, is not there/],
    [['--workload', 'cart'], 1, /no workload cart in payments\.yaml/],
  ] as const)('of %j', async (options, code, said) => {
    const called = await call(['lab', 'install', 'payments.yaml', '--out', 'wrong', '--force', ...options]);
    expect([called.code, called.stderr]).toEqual([code, expect.stringMatching(said)]);
  });

  it('of an input that the export would write over', async () => {
    mkdirSync(join(folder, 'over'), { recursive: true });
    writeFileSync(join(folder, 'over', 'injected.yaml'), payments());
    const called = await call(['lab', 'install', 'over/injected.yaml', '--out', 'over', '--force']);
    expect([called.code, called.stderr]).toEqual([2, expect.stringContaining('is an input')]);
    expect(textIn('over', 'injected.yaml')).toBe(payments().toString());
  });

  it('of a folder that is not there, or is none', async () => {
    const gone = await call(['lab', 'check', 'install', 'gone']);
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('There is no folder gone')]);
    const file = await call(['lab', 'install', 'payments.yaml', '--out', 'payments.yaml']);
    expect([file.code, file.stderr]).toEqual([
      1,
      expect.stringContaining('payments.yaml is a file and no folder.'),
    ]);
  });
});
