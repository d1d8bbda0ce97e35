import { describe, expect, it } from 'vitest';
import { readYaml } from '../../src/domain/yaml/document.ts';
import { runProgram } from '../../src/host/process/run-program.ts';
import { caseBytes, failureOf, filesWith, inject, injectCase, payments, toolchain } from './injecting.ts';

/** Names of the containers of every pod in an output, in order. */
function containers(text: string): string[][] {
  const found: string[][] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { containers: list } = value as { containers?: unknown };
    if (Array.isArray(list)) found.push(list.map((one: { name: string }) => one.name));
    for (const inner of Object.values(value)) visit(inner);
  };
  for (const { value } of readYaml('injected.yaml', text).documents) visit(value);
  return found;
}

describe('a workload', () => {
  it('is injected without any cluster (01)', async () => {
    const result = await injectCase('01-offline-no-cluster.yaml');
    expect(containers(result.injected.text)).toEqual([['cart', 'istio-proxy']]);
    expect(result.commands.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(result.commands[1]?.line).toMatch(
      /istioctl kube-inject --revision default -f 01-offline-no-cluster\.yaml --injectConfigFile inject-config\.yaml --meshConfigFile mesh-config\.yaml --valuesFile values\.yaml$/,
    );
  });

  it('gets a native sidecar when asked', async () => {
    const result = await inject('payments.yaml', payments(), { native: true });
    const [document] = readYaml('injected.yaml', result.injected.text).documents;
    const init = ['spec', 'template', 'spec', 'initContainers', 1];
    expect(document?.text([...init, 'name'])).toBe('istio-proxy');
    expect(document?.text([...init, 'restartPolicy'])).toBe('Always');
    expect(result.commands[1]?.line).toMatch(
      /^KUBECONFIG=no-cluster\.kubeconfig ENABLE_NATIVE_SIDECARS=true /,
    );
  });

  it('is injected for the revision whose manifest was given, as the istiod of that revision would', async () => {
    const { path } = await toolchain.find('istioctl');
    const args = ['manifest', 'generate', '--revision', 'canary'];
    const { stdout } = await runProgram({ program: path, args, timeoutMs: 60_000 });
    const injection = [{ name: 'canary.yaml', bytes: Buffer.from(stdout) }];
    const result = await inject('payments.yaml', payments(), { injection });
    const [document] = readYaml('injected.yaml', result.injected.text).documents;
    const metadata = ['spec', 'template', 'metadata'];
    expect(document?.text([...metadata, 'annotations', 'istio.io/rev'])).toBe('canary');
    expect(document?.text([...metadata, 'annotations', 'sidecar.istio.io/status'])).toContain(
      '"revision":"canary"',
    );
    expect(result.commands.at(-1)?.line).toContain(' kube-inject --revision canary -f payments.yaml ');
  });

  it('in a List is injected item by item, the order kept (05)', async () => {
    const { injected } = await injectCase('05-list-kind.yaml');
    const [list] = readYaml('injected.yaml', injected.text).documents;
    const kinds = [0, 1, 2, 3].map((i) => list?.text(['items', i, 'kind']));
    expect(kinds).toEqual(['Service', 'Deployment', 'ConfigMap', 'StatefulSet']);
    expect(containers(injected.text)).toEqual([['cart', 'istio-proxy'], ['store']]);
  });

  it('with CR LF line ends gives the same as with LF (31)', async () => {
    const text = caseBytes('31-crlf-multidoc.yaml').toString();
    const crlf = await inject('in.yaml', text);
    const lf = await inject('in.yaml', text.replaceAll('\r\n', '\n'));
    expect(text).toContain('\r\n');
    expect(crlf.injected.text).toBe(lf.injected.text);
    expect(containers(crlf.injected.text)).toHaveLength(2);
  });

  it('in UTF-16 is converted before istioctl sees it, and that is said (32)', async () => {
    const result = await injectCase('32-utf16le.yaml');
    expect(containers(result.injected.text)[0]).toContain('istio-proxy');
    expect(result.notes.map(({ code }) => code)).toEqual(['utf-16']);
  });

  it('with a byte order mark is injected as if there were none (32b)', async () => {
    const result = await injectCase('32b-utf8-bom.yaml');
    expect(containers(result.injected.text)[0]).toContain('istio-proxy');
    expect(result.original.text.startsWith('apiVersion')).toBe(true);
  });

  it('in JSON is injected (54)', async () => {
    expect(containers((await injectCase('54-json-input.json')).injected.text)).toEqual([
      ['j', 'istio-proxy'],
    ]);
  });

  it('among comment-only documents and separators is one document (48)', async () => {
    const result = await injectCase('48-separators.yaml');
    const output = readYaml('injected.yaml', result.injected.text);
    expect(containers(result.injected.text)).toEqual([['cart', 'istio-proxy']]);
    expect(readYaml('in.yaml', result.original.text).documents).toHaveLength(1);
    expect(output.documents).toHaveLength(1);
    expect(result.injected.text.trimEnd().endsWith('---')).toBe(true);
    expect(output.documents[0]?.text(['spec', 'template', 'spec', 'containers', 0, 'args', 0])).toContain(
      '\n---\n',
    );
  });

  it('whose label and annotation disagree follows the label (59)', async () => {
    expect(containers((await injectCase('59-annotation-vs-label.yaml')).injected.text)[0]).toContain(
      'istio-proxy',
    );
  });

  it('with hostile strings comes out with the same strings (75)', async () => {
    const result = await injectCase('75-hostile-strings.yaml');
    const [document] = readYaml('injected.yaml', result.injected.text).documents;
    expect(document?.text(['metadata', 'labels', '__proto__'])).toBe('polluted');
    expect(document?.text(['spec', 'containers', 0, 'env', 1, 'value'])).toBe('\u202eevil\0\x1b[31m');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('a file for the injector', () => {
  it('that is the whole ConfigMap is taken apart, and that is said (02)', async () => {
    const result = await inject('payments.yaml', payments(), {
      injection: await filesWith('config', '02-configmap-as-inject-config.yaml'),
    });
    expect(result.notes).toMatchObject([{ code: 'injection-file-extracted' }]);
    expect(result.notes[0]?.message).toMatch(/02-configmap.* is the whole ConfigMap.*\.data\.config/);
    expect(result.injectConfig.text).toMatch(/^policy: enabled/);
    expect(containers(result.injected.text)[0]).toContain('istio-proxy');
  });

  it('that holds only overrides is named before istioctl runs (03)', async () => {
    const injection = await filesWith('values', '03-partial-helm-values.yaml');
    const failure = await failureOf(inject('payments.yaml', payments(), { injection }));
    expect(failure).toMatchObject({ code: 'values-partial' });
    expect(failure.message).toMatch(
      /03-partial-helm-values\.yaml is not the full merged values \(global\.proxy/,
    );
  });

  it.each([
    ['04-template-needs-other-istioctl.yaml', '.ProxyImageFromTheFuture', 9],
    ['04b-template-unknown-function.yaml', 'futureFunction', 8],
  ])('%s: template and istioctl are of different versions', async (name, asked, line) => {
    const injection = await filesWith('config', name);
    const failure = await failureOf(inject('payments.yaml', payments(), { injection }));
    expect(failure).toMatchObject({ code: 'template-version', source: { file: name, line } });
    expect(failure.message).toContain(asked);
    expect(failure.message).toContain('different Istio versions');
  });

  it('whose values hold an escaped comma is pointed at the backslash (35)', async () => {
    const injection = await filesWith('values', '35-values-escaped-comma.json');
    const failure = await failureOf(inject('payments.yaml', payments(), { injection }));
    expect(failure).toMatchObject({
      code: 'values-escape',
      source: { file: '35-values-escaped-comma.json' },
    });
    expect(failure.message).toMatch(/backslash in the value global\.proxy\.includeIPRanges/);
  });

  it('of the mesh with misspelt keys has them named (64b)', async () => {
    const injection = await filesWith('mesh', '64b-mesh-config-typo.yaml');
    const result = await inject('payments.yaml', payments(), { injection });
    expect(result.notes).toMatchObject([
      {
        code: 'mesh-key-unknown',
        source: { line: 2 },
        message: expect.stringMatching(/trustDomian.*trustDomain/),
      },
      {
        code: 'mesh-key-unknown',
        source: { line: 4 },
        message: expect.stringMatching(/discoveryAddres\b.*discoveryAddress/),
      },
    ]);
  });

  it('of Istio 1.8 is named instead of running no template (65)', async () => {
    const injection = await filesWith('config', '65-old-single-template.yaml');
    const failure = await failureOf(inject('payments.yaml', payments(), { injection }));
    expect(failure).toMatchObject({ code: 'template-old' });
    expect(failure.message).toMatch(/template:, not templates:/);
  });

  it('that is a workload is named', async () => {
    const injection = await filesWith('mesh', '06-bare-pod-two-containers.yaml');
    const failure = await failureOf(inject('payments.yaml', payments(), { injection }));
    expect(failure).toMatchObject({ code: 'injection-file-wrong' });
    expect(failure.message).toMatch(/is a workload \(Pod\).*given as mesh configuration/);
  });
});

describe('what istioctl refuses', () => {
  it.each([
    [
      '36-proxyconfig-annotation-bad.yaml',
      'proxy-config-invalid',
      16,
      /proxy\.istio\.io\/config.*holdApplicationUntilProxyStarts/,
    ],
    ['37-proxy-metadata-json-value.yaml', 'proxy-metadata-quotes', 10, /proxyMetadata\.ISTIO_METAJSON_EXTRA/],
    ['47-tabs.yaml', 'yaml-tab', 15, /tab/],
    ['51-unknown-template.yaml', 'template-unknown', 15, /“geteway”.*agentgateway, .*gateway, grpc-agent/],
    ['52-missing-template.yaml', 'template-missing', 4, /ReplicationController empty-rc/],
    ['56-wrong-type-field.yaml', 'field-type', 7, /spec\.replicas must be a whole number/],
    ['73-alias-bomb.yaml', 'yaml-alias-bomb', undefined, /aliases/],
  ])('%s: %s', async (name, code, line, message) => {
    const failure = await failureOf(injectCase(name));
    expect(failure).toMatchObject({ code, kind: 'input' });
    expect(failure.message).toMatch(message);
    expect(failure.message).not.toMatch(/goroutine|panic|\.go:/);
    expect(failure.source?.file).toBe(name);
    if (line !== undefined) expect(failure.source?.line).toBe(line);
  });

  it('proposes the template that is meant (51)', async () => {
    expect((await failureOf(injectCase('51-unknown-template.yaml'))).hint).toContain(
      'gateway is probably meant',
    );
  });

  it('an empty file: no documents (55)', async () => {
    expect(await failureOf(injectCase('55-empty-file.yaml'))).toMatchObject({ code: 'no-documents' });
  });

  const POD = 'kind: Pod\napiVersion: v1\nspec: {containers: [{name: c, image: i}]}\n';
  it.each([
    ['a log of Envoy (29)', caseBytes('29-admin-port-15000-in-use.log').toString(), 1],
    ['brackets that are no list', '\n\n[a][1] b: c\n', 3],
    ['an escape of JSON', `# c\n\n---\n${POD}--- # next\n\nkind: Pod\nmetadata:\n  name: "a\\/b"\n`, 11],
    ['a colon on the next line', `---\n# c\n---\n---\nnull\n---\n${POD}---\r\na:\r\n  {b\r\n  : c}\r\n`, 13],
  ])('of %s although our reader takes it, with its line in the file', async (_, text, line) => {
    const failure = await failureOf(inject('in.yaml', text));
    expect(failure).toMatchObject({ code: 'yaml-syntax', source: { file: 'in.yaml', line } });
    expect(failure.message).toMatch(
      new RegExp(`^in\\.yaml:${line}: istioctl cannot read this line as YAML: `),
    );
  });

  it.each([
    [
      'a text among containers',
      'spec: {containers: [a, b]}\n',
      'an item of spec.containers must be a mapping, not a text',
    ],
    ['a text for all of them', 'spec: {containers: a}\n', 'spec.containers must be a list, not a text'],
  ])('of %s: what must be what', async (_, spec, sentence) => {
    const failure = await failureOf(inject('in.yaml', `kind: Pod\napiVersion: v1\n${spec}`));
    expect(failure.message).toBe(`in.yaml:3: ${sentence}.`);
  });
});

describe('an input of which nothing can be injected', () => {
  it.each([
    [
      'an empty List',
      'apiVersion: v1\nkind: List\nitems: []\n',
      'in.yaml:3: a List without items: there is nothing',
    ],
    [
      'a number as kind',
      'apiVersion: v1\nkind: 12\n',
      'in.yaml:2: the kind of an object is no text: kube-inject',
    ],
  ])('says so of %s', async (_, text, sentence) => {
    const { notes } = await inject('in.yaml', text);
    expect(notes.map(({ message }) => message)).toEqual([expect.stringContaining(sentence)]);
  });
});
