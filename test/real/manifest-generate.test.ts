import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { answering, readLabels } from '../../src/domain/manifest/answering.ts';
import { compareManifests } from '../../src/domain/manifest/compare.ts';
import { type ReadManifest, readManifest } from '../../src/domain/manifest/read-manifest.ts';
import { generateManifest } from '../../src/host/manifest/generate.ts';
import { findProfiles } from '../../src/host/manifest/profiles.ts';
import { failureOf, toolchain } from './injecting.ts';

const istioctl = await toolchain.require('istioctl');
const made = new Map<string, Promise<ReadManifest>>();

/** The manifest of a profile and settings, made once. */
function manifestOf(profile: string | null, ...sets: readonly string[]): Promise<ReadManifest> {
  const key = JSON.stringify([profile, sets]);
  const known = made.get(key) ?? read(profile, sets);
  made.set(key, known);
  return known;
}

async function read(profile: string | null, sets: readonly string[]): Promise<ReadManifest> {
  const { text } = await generateManifest(istioctl, { profile, sets });
  return readManifest(text.name, text.text);
}

/** What the install lab does by hand: `grep '^kind:' | sort | uniq -c`. */
function countedLines(text: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of text.split('\n')) {
    const kind = /^kind: (.+)$/.exec(line)?.[1];
    if (kind !== undefined) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

const words = ({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`;

describe('the manifest that istioctl generates', () => {
  it('is the bytes that istioctl prints in a terminal, with the command that gives them', async () => {
    const { text, run, notes } = await generateManifest(istioctl, {
      profile: 'demo',
      sets: ['hub=example.com/ab'],
    });
    const printed = execFileSync(
      istioctl,
      ['manifest', 'generate', '--set', 'profile=demo', '--set', 'hub=example.com/ab'],
      {
        maxBuffer: 20_000_000,
      },
    ).toString();
    expect(text.text).toBe(printed);
    expect(text.name).toBe('manifest-demo.yaml');
    expect(run.exitCode).toBe(0);
    expect(run.line).toBe(
      `KUBECONFIG=no-cluster.kubeconfig ${istioctl} manifest generate --set profile=demo --set hub=example.com/ab`,
    );
    expect(notes).toEqual([]);
  });

  it.each([null, 'minimal', 'demo', 'ambient', 'remote', 'openshift'])(
    'of the profile %s has as many objects of each kind as lines that begin with kind:',
    async (profile) => {
      const { manifest, file } = await manifestOf(profile);
      expect(Object.fromEntries(manifest.kinds.map(({ kind, count }) => [kind, count]))).toEqual(
        countedLines(file.text),
      );
      expect(manifest.objects).toHaveLength(Object.values(countedLines(file.text)).reduce((a, b) => a + b));
      expect(manifest.notes).toEqual([]);
    },
  );

  it('has every object where its lines stand', async () => {
    const { manifest, file } = await manifestOf(null);
    const lines = file.text.split('\n');
    for (const { kind, name, source } of manifest.objects) {
      const own = lines.slice(source.line - 1, source.endLine);
      expect(own.filter((line) => line === `kind: ${kind}`)).toHaveLength(1);
      expect(own.filter((line) => /^kind: /.test(line))).toHaveLength(1);
      expect(own.some((line) => line === `  name: ${name}`)).toBe(true);
      expect(own.some((line) => line === '---')).toBe(false);
    }
  });

  it('has the CRDs by group with their versions, and the five that the lab names', async () => {
    const { manifest, file } = await manifestOf(null);
    const crds = manifest.crds.flatMap(({ crds }) => crds);
    expect(crds).toHaveLength(countedLines(file.text).CustomResourceDefinition ?? 0);
    expect(manifest.istioCrds).toBe(file.text.match(/^ {2}group: \S*istio\.io$/gm)?.length);
    expect(manifest.named.filter(({ object }) => object === null)).toEqual([]);
    const services = crds.find(({ name }) => name === 'virtualservices.networking.istio.io');
    expect(services).toMatchObject({
      kind: 'VirtualService',
      scope: 'Namespaced',
      versions: [
        { name: 'v1', served: true, storage: true },
        { name: 'v1alpha3', served: true, storage: false },
        { name: 'v1beta1', served: true, storage: false },
      ],
    });
  });

  it('has the four injection webhooks and the validating one, none with a CA certificate yet', async () => {
    const { manifest } = await manifestOf(null);
    const [mutating, validating] = manifest.webhooks;
    expect(manifest.webhooks).toHaveLength(2);
    expect(mutating).toMatchObject({ mutating: true, name: 'istio-sidecar-injector' });
    expect(mutating?.webhooks.map(({ failurePolicy, caBundle }) => [failurePolicy, caBundle])).toEqual(
      Array(4).fill(['Fail', false]),
    );
    expect(mutating?.webhooks[0]).toMatchObject({
      name: 'rev.namespace.sidecar-injector.istio.io',
      namespaceSelector: 'istio.io/rev in (default),!istio-injection',
      objectSelector: 'sidecar.istio.io/inject notin (false)',
      reinvocationPolicy: 'Never',
      sideEffects: 'None',
      target: 'istiod.istio-system:443/inject',
      rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
    });
    expect(validating).toMatchObject({ mutating: false, webhooks: [{ failurePolicy: 'Ignore' }] });
  });

  it('tells which webhook is asked about a pod, of each set of labels the one that the selectors name', async () => {
    const asked = async (namespace: string, pod: string, ...sets: readonly string[]) => {
      const [inNamespace, ofPod] = [readLabels(namespace), readLabels(pod)];
      if (!inNamespace.ok || !ofPod.ok) throw new Error('these are no labels');
      const { webhooks } = (await manifestOf(null, ...sets)).manifest;
      const found = answering(webhooks, { namespace: inNamespace.labels, pod: ofPod.labels });
      expect(found.unknown).toEqual([]);
      return found.asked.map(({ name }) => name.replace('.sidecar-injector.istio.io', ''));
    };
    const [enabled, rev, yes, no] = [
      'istio-injection=enabled',
      'istio.io/rev=default',
      'sidecar.istio.io/inject=true',
      'sidecar.istio.io/inject=false',
    ];
    expect(await asked('', '')).toEqual([]);
    expect(await asked(enabled, '')).toEqual(['namespace']);
    expect(await asked(rev, '')).toEqual(['rev.namespace']);
    // The older label goes first where a namespace has both, and keeps all others away where it says disabled.
    expect(await asked(`${enabled},${rev}`, '')).toEqual(['namespace']);
    expect(await asked('istio-injection=disabled', yes)).toEqual([]);
    expect(await asked(`istio-injection=disabled,${rev}`, '')).toEqual([]);
    expect(await asked('', yes)).toEqual(['object']);
    expect(await asked('', rev)).toEqual(['rev.object']);
    expect(await asked('', `${yes},${rev}`)).toEqual(['rev.object']);
    for (const namespace of [enabled, rev, '']) expect(await asked(namespace, no)).toEqual([]);
    expect(await asked('istio.io/rev=canary', yes)).toEqual([]);
    expect(await asked('istio.io/rev=canary', '', 'revision=canary')).toEqual(['rev.namespace']);
  });

  it('leads to the three texts for injection, at the lines of their keys', async () => {
    const { manifest, file } = await manifestOf(null);
    const lines = file.text.split('\n');
    expect(
      manifest.injection.map(({ role, found, missing }) => [role, found[0]?.configMap, missing]),
    ).toEqual([
      ['config', 'istio-sidecar-injector', null],
      ['values', 'istio-sidecar-injector', null],
      ['mesh', 'istio', null],
    ]);
    for (const { role, found } of manifest.injection)
      expect(lines[(found[0]?.source?.line ?? 0) - 1]).toMatch(new RegExp(`^ {2}${role}: \\|`));
    const canary = (await manifestOf(null, 'revision=canary')).manifest.injection;
    expect(canary.map(({ found }) => [found[0]?.configMap, found[0]?.revision])).toEqual([
      ['istio-sidecar-injector-canary', 'canary'],
      ['istio-sidecar-injector-canary', 'canary'],
      ['istio-canary', 'canary'],
    ]);
  });
});

describe('two manifests', () => {
  it('of the same settings do not differ', async () => {
    const { manifest } = await manifestOf(null);
    expect(compareManifests(await manifestOf(null), await manifestOf('default'))).toEqual({
      added: [],
      removed: [],
      changed: [],
      same: manifest.objects.length,
    });
  });

  it('of demo and default differ by the egress gateway and by settings', async () => {
    const { added, removed, changed } = compareManifests(await manifestOf(null), await manifestOf('demo'));
    expect(added.map(words)).toContain('Deployment istio-egressgateway');
    expect(removed.map(words)).toContain('HorizontalPodAutoscaler istiod');
    const mesh = changed.find(({ after }) => words(after) === 'ConfigMap istio');
    expect(mesh?.changes).toMatchObject([{ kind: 'text', path: 'data.mesh', hunks: expect.any(Array) }]);
  });

  it('of minimal and default: the ingress gateway goes, nothing comes', async () => {
    const { added, removed } = compareManifests(await manifestOf(null), await manifestOf('minimal'));
    expect(added).toEqual([]);
    expect(removed.map(words)).toContain('Deployment istio-ingressgateway');
  });

  it('of ambient and default: the node agents come', async () => {
    const { added } = compareManifests(await manifestOf(null), await manifestOf('ambient'));
    expect(added.map(words)).toEqual(
      expect.arrayContaining(['DaemonSet istio-cni-node', 'DaemonSet ztunnel']),
    );
  });

  it('of one mesh setting differ in the lines that it adds, and the same the other way round', async () => {
    const [before, after] = [
      await manifestOf(null),
      await manifestOf(null, 'meshConfig.accessLogFile=/dev/stdout'),
    ];
    const there = compareManifests(before, after);
    const mesh = there.changed.find(({ after: object }) => words(object) === 'ConfigMap istio');
    expect(mesh?.changes).toEqual([
      {
        kind: 'text',
        path: 'data.mesh',
        hunks: [{ lineBefore: 1, removed: [], lineAfter: 1, added: ['accessLogFile: /dev/stdout'] }],
      },
    ]);
    const back = compareManifests(after, before);
    expect(back.changed.map(({ before: object }) => object)).toEqual(
      there.changed.map(({ after: object }) => object),
    );
  });
});

describe('what istioctl refuses is told in a sentence', () => {
  it.each([
    ['no-such', [], 'profile-unknown', 'This istioctl has no profile no-such.'],
    [null, ['foo.bar=1'], 'set-unknown', 'istioctl refuses --set foo.bar=1: it knows no field “foo”.'],
    [
      null,
      ['hub=a', 'values.pilot.nosuch=1'],
      'set-unknown',
      'istioctl refuses --set values.pilot.nosuch=1: it knows no field “nosuch” in istio.operator.v1alpha1.PilotConfig.',
    ],
    [
      null,
      ['values.pilot.autoscaleEnabled=maybe'],
      'set-type',
      'istioctl refuses --set values.pilot.autoscaleEnabled=maybe: a string stands where a boolean is expected.',
    ],
    [
      null,
      ['meshConfig=3'],
      'set-type',
      'istioctl refuses --set meshConfig=3: a number stands where a mapping is expected.',
    ],
    [null, ['bad'], 'set-wrong', '--set "bad" is not KEY=VALUE.'],
    [null, ['=1'], 'set-wrong', '--set "=1" is not KEY=VALUE.'],
    [null, ['values[0]=1'], 'set-wrong', '--set "values[0]=1" is not KEY=VALUE.'],
    ['demo', ['profile=minimal'], 'set-wrong', 'The profile is given twice: demo and --set profile=minimal.'],
  ] as const)('profile %s, settings %j', async (profile, sets, code, message) => {
    expect(await failureOf(generateManifest(istioctl, { profile, sets }))).toMatchObject({ code, message });
  });

  it('and of a profile that is not there, which ones there are', async () => {
    const { hint } = await failureOf(generateManifest(istioctl, { profile: 'no-such', sets: [] }));
    expect(hint).toBe(`It has ${(await findProfiles(istioctl)).join(', ')}.`);
  });

  it('and one that wrote nothing is a manifest of nothing', async () => {
    const { text, notes } = await generateManifest(istioctl, { profile: 'empty', sets: [] });
    expect(text.text).toBe('');
    expect(notes).toMatchObject([{ code: 'manifest-empty' }]);
  });

  it('ends at once when it is called off, and at its time limit', async () => {
    const stop = new AbortController();
    const called = failureOf(generateManifest(istioctl, { profile: null, sets: [] }, stop.signal));
    setTimeout(() => stop.abort(), 50);
    expect((await called).code).toBe('cancelled');
    expect(
      await failureOf(generateManifest(istioctl, { profile: null, sets: [] }, undefined, 20)),
    ).toMatchObject({
      code: 'istioctl-timeout',
    });
  });
});

describe('the profiles of an istioctl', () => {
  it('are those that it takes, the default one first', async () => {
    const profiles = await findProfiles(istioctl);
    expect(profiles[0]).toBe('default');
    expect(profiles).toEqual(expect.arrayContaining(['ambient', 'demo', 'empty', 'minimal', 'remote']));
    for (const profile of profiles) await generateManifest(istioctl, { profile, sets: [] });
  });
});
