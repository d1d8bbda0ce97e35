import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readAnatomy } from '../../anatomy/anatomy.ts';
import { explanations, isPortNamed } from '../bootstrap/report-lines.ts';
import { analyzeFaults, injectionFaults } from '../install/note-ideas.ts';
import { LABS, type LabName } from '../model.ts';
import { type GuideNames, guideOf, partsToLookAt } from './guide.ts';

const NAMES: GuideNames = {
  workload: { kind: 'Deployment', name: 'payments', sidecar: 'classic' },
  file: 'payments.yaml',
  adminPort: 9982,
  namespace: 'mesh-lab',
  control: 'legacy',
  kubeconfig: null,
  native: false,
  injection: null,
  sets: [],
  manifest: null,
};
const STEPS = (['bootstrap', 'install'] as const).flatMap((lab: LabName) =>
  LABS[lab].map(({ id, number }) => [lab, id, number] as const),
);

function paymentsParts(variant: 'lab' | 'typo') {
  const read = (file: string) =>
    readFileSync(new URL(`../../../../test/fixtures/payments/${file}`, import.meta.url), 'utf8');
  const anatomy = readAnatomy({
    original: null,
    injected: { name: 'injected.yaml', text: read('injected.yaml') },
    injectConfig: null,
    meshConfig: { name: 'mesh-config.yaml', text: read('mesh-config.yaml') },
    values: null,
  });
  return anatomy.workload(0, { variant, start: {} }).parts;
}

describe('the guide of the labs', () => {
  it.each(STEPS)('has a goal and a reason for %s, %s', (lab, id) => {
    const guide = guideOf(lab, id);
    expect(guide.title.length).toBeLessThanOrEqual(48);
    expect(guide.goal).not.toBe('');
    expect(guide.why).not.toBe('');
  });

  it.each(STEPS)('names only parts that an injected pod has: %s, %s', (lab, id) => {
    const guide = guideOf(lab, id);
    const parts = paymentsParts(guide.variant === 'typo' ? 'typo' : 'lab');
    for (const look of guide.look)
      expect(partsToLookAt({ ...guide, look: [look] }, parts), look.words).not.toHaveLength(0);
  });

  it('refuses a step that a lab has not', () => {
    expect(() => guideOf('install', 'typo')).toThrow(RangeError);
    expect(() => guideOf('install', 'constructor')).toThrow(RangeError);
  });
});

describe('what files have to hold', () => {
  const form = (lab: LabName, id: string, path: string, port = 9982) => guideOf(lab, id).forms?.(port)[path];

  it('has the admin port that was chosen, and a line of the report on it', () => {
    expect(form('bootstrap', 'bootstrap', 'bootstrap.yaml', 25101)).toContain('port_value: 25101 }');
    const report = form('bootstrap', 'report', '08-report.md', 25101) ?? '';
    const words = explanations(report);
    expect(isPortNamed(words, '25101')).toBe(true);
    expect(form('bootstrap', 'bootstrap', 'bootstrap.yaml')).toContain('port_value: 9982 }');
    expect(form('bootstrap', 'report', '08-report.md')).not.toContain('port');
  });

  it('names the ideas of both notes', () => {
    expect(analyzeFaults(form('install', 'analyze', 'out/analyze-note.txt') ?? '')).toEqual([]);
    expect(injectionFaults(form('install', 'namespaces', 'out/injection-note.txt') ?? '')).toEqual([]);
  });
});

describe('the commands by hand', () => {
  it('write notes that are taken', () => {
    const words = (id: string) => {
      const command = (guideOf('install', id).byHand(NAMES).at(-1) ?? '').replace("'%s\\n' ", '');
      return [...command.matchAll(/'([^']+)'/g)].map(([, said = '']) => said);
    };
    expect(injectionFaults(words('namespaces').join('\n'))).toEqual([]);
    expect(words('analyze')).toHaveLength(2);
    expect(analyzeFaults(words('analyze').join('\n'))).toEqual([]);
  });

  it.each(['version', 'crds', 'namespaces', 'analyze', 'readiness'])(
    'of step %s go to the cluster that was chosen before they ask one',
    (id) => {
      const commands = guideOf('install', id).byHand({ ...NAMES, kubeconfig: '~/my lab.yaml' });
      const chosen = commands.indexOf("export KUBECONFIG=~/'my lab.yaml'");
      const asked = commands.findIndex((one) => /kubectl|istioctl (?:version|x|analyze)/.test(one));
      expect(chosen).toBeGreaterThanOrEqual(0);
      expect(asked).toBeGreaterThan(chosen);
      expect(commands.join('\n')).not.toMatch(/--remote=false|--use-kube=false/);
      expect(guideOf('install', id).byHand(NAMES).join('\n')).not.toContain('KUBECONFIG');
    },
  );

  it('ask for native sidecars where the app does, and take the injection files of the person', () => {
    const injection = { config: 'my config.yaml', mesh: 'mesh.yaml', values: 'v.json' };
    const asked = guideOf('bootstrap', 'arguments')
      .byHand({ ...NAMES, native: true, injection })
      .join('\n');
    expect(asked).toContain('ENABLE_NATIVE_SIDECARS=true istioctl kube-inject -f payments.yaml');
    expect(asked).toContain(
      "--injectConfigFile 'my config.yaml' --meshConfigFile mesh.yaml --valuesFile v.json",
    );
    expect(asked).toContain('cp mesh.yaml mesh-config.yaml');
    expect(asked).not.toContain('manifest');
    expect(guideOf('bootstrap', 'arguments').byHand(NAMES).join('\n')).not.toContain('NATIVE');
  });

  it('take the manifest of the person, in the home folder or elsewhere', () => {
    const [first] = guideOf('install', 'manifest').byHand({ ...NAMES, manifest: "~/it's.yaml" });
    expect(first).toBe("cp ~/'it'\\''s.yaml' manifest.yaml");
  });

  it('look for a native istio-proxy among the init containers, and for the pod of a CronJob in its job', () => {
    const workload = { kind: 'CronJob', name: 'report', sidecar: 'native' } as const;
    const [command] = guideOf('bootstrap', 'environment').byHand({ ...NAMES, workload });
    expect(command).toContain('.spec.jobTemplate.spec.template.spec.initContainers[]');
    expect(command).toContain('.metadata.name == "report"');
  });

  it('quote a file name with blanks and quotes for the shell', () => {
    const commands = guideOf('install', 'inject').byHand({ ...NAMES, file: "it's mine.yaml" });
    expect(commands.join('\n')).toContain(`-f 'it'\\''s mine.yaml'`);
  });

  it('leave a name that would need quotes in two languages out of the expression', () => {
    const workload = { kind: 'Deployment', name: `pay"ments`, sidecar: 'classic' } as const;
    const [command] = guideOf('bootstrap', 'environment').byHand({ ...NAMES, workload });
    expect(command).not.toContain('pay');
  });
});
