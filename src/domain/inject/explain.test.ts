import { describe, expect, it } from 'vitest';
import { readYaml } from '../yaml/document.ts';
import { explainInjectFailure } from './explain.ts';

const POD = 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, image: i}]}\n';

function explain(
  stderr: string,
  texts: {
    input?: string;
    mesh?: string;
    values?: string;
    exitCode?: number | null;
    signal?: string;
    written?: number;
  } = {},
) {
  return explainInjectFailure({
    stderr,
    exitCode: texts.exitCode === undefined ? 1 : texts.exitCode,
    signal: texts.signal ?? null,
    written: texts.written ?? 0,
    input: readYaml('in.yaml', texts.input ?? POD),
    injectConfig: { name: 'config.yaml', text: 'templates: {}\n' },
    meshConfig: { name: 'mesh.yaml', text: texts.mesh ?? 'trustDomain: a\n' },
    values: { name: 'values.yaml', text: texts.values ?? '{}' },
  });
}

describe('a refusal of istioctl', () => {
  it('that is a crash is told in one sentence, without any of Go’s stack', () => {
    const stderr =
      'panic: interface conversion: runtime.Object is *v1.ConfigMap, not *v1.Pod\n\ngoroutine 1 [running]:\nistio.io/istio/pkg/kube/inject.IntoObject(...)\n\tinject.go:894 +0xf10\n';
    const fault = explain(stderr, { exitCode: 2 });
    expect(fault.code).toBe('istioctl-crashed');
    expect(JSON.stringify({ ...fault, message: fault.message })).not.toMatch(/goroutine|panic|\.go:|runtime/);
  });

  it('that nobody foresaw is told in its own words, one line', () => {
    const fault = explain('2026-01-01T00:00:00Z\tinfo\tx\nError: the moon is full\nUsage:\n  istioctl\n');
    expect(fault.message).toBe('istioctl could not inject in.yaml: the moon is full');
    const listed = explain('Error: 1 error occurred:\n\t* trustDomain: trust domain name "a b" invalid\n\n');
    expect(listed.message).toBe(
      'istioctl could not inject in.yaml: trustDomain: trust domain name "a b" invalid',
    );
  });

  it('that says nothing is told with its exit code', () => {
    expect(explain('', { exitCode: 3 }).message).toBe('istioctl ended with exit code 3 and said nothing.');
  });

  it('that was no refusal, but an end from outside, blames no input', () => {
    const fault = explain('', { exitCode: null, signal: 'SIGKILL' });
    expect(fault.message).toBe('istioctl was ended from outside (SIGKILL) while it injected in.yaml.');
    expect(fault.hint).toMatch(/^Try it again\./);
  });

  it.each([
    ['the workload’s name', 'name: a', `name: 'a"b'`, 3, 'metadata.name'],
    ['a container’s name', 'name: c', `name: 'c"d'`, 4, 'spec.containers.name'],
    [
      'an annotation',
      'name: a',
      `name: a, annotations: {sidecar.istio.io/agentLogLevel: 'a"b'}`,
      3,
      'metadata.annotations.sidecar.istio.io/agentLogLevel',
    ],
  ])('of a quote in %s names it and its line', (_, plain, quoted, line, what) => {
    const stderr =
      'Error: failed to run injection template: failed applying injection overlay: strategic merge: invalid JSON document\n';
    const fault = explain(stderr, { input: POD.replace(plain, quoted) });
    expect(fault).toMatchObject({ code: 'workload-escape', source: { line } });
    expect(fault.message).toContain(`in.yaml:${line}: a quote or line break in ${what} breaks the template`);
  });

  it('of a field’s type names the item of a List and its line', () => {
    const input = `kind: List\nitems:\n  - kind: Deployment\n    spec: {replicas: 1}\n  - kind: Deployment\n    spec:\n      replicas: "two"\n`;
    const stderr =
      'Error: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32\n';
    const fault = explain(stderr, { input });
    expect(fault).toMatchObject({ code: 'field-type', source: { line: 7 } });
    expect(fault.message).toBe('in.yaml:7: spec.replicas must be a whole number, not a text.');
  });

  it('of an annotation’s value names its line', () => {
    const input = POD.replace('name: a', 'name: a, annotations: {status.sidecar.istio.io/port: abc}');
    const stderr =
      "Error: failed to run injection template: 1 error occurred:\n\t* invalid value 'abc' for annotation 'status.sidecar.istio.io/port': excludeInboundPorts invalid: failed parsing port 'abc'\n\n";
    expect(explain(stderr, { input })).toMatchObject({ code: 'annotation-invalid', source: { line: 3 } });
  });

  it('of an amount names it', () => {
    const input = POD.replace('image: i', 'image: i, resources: {limits: {cpu: lots}}');
    const stderr =
      "Error: error unmarshaling JSON: while decoding JSON: quantities must match the regular expression '^...$'\n";
    expect(explain(stderr, { input }).message).toBe(
      'in.yaml:4: “lots” of limits.cpu is no amount that Kubernetes knows.',
    );
  });

  it('of the mesh configuration names the key, at any depth', () => {
    const stderr =
      'Error: failed to convert to proto. json: cannot unmarshal string into Go value of type bool\n';
    const fault = explain(stderr, {
      mesh: 'trustDomain: a\ndefaultConfig:\n  holdApplicationUntilProxyStarts: maybe\n',
    });
    expect(fault).toMatchObject({ code: 'mesh-config-invalid', source: { file: 'mesh.yaml', line: 3 } });
    expect(fault.message).toContain('defaultConfig.holdApplicationUntilProxyStarts must be true or false');
  });

  it.each([
    ['without a line is of the first one', 'did not find expected key', 0, 1],
    ['that the parser gives counts from 0', 'line 2: did not find expected key', 0, 3],
    ['that the scanner gives counts from 1', 'line 2: found unknown escape character', 0, 2],
    ['of a later document counts from its ---', 'line 2: mapping values are not allowed', 1, 7],
    ['behind the end of the file is the last one', 'line 9: did not find expected key', 1, 9],
  ])('of a document’s YAML, a line %s', (_, said, written, line) => {
    const input = `${POD}--- # two\nkind: Pod\nmetadata:\n  name: b\nspec: {}\n`;
    const fault = explain(`Error: error converting YAML to JSON: yaml: ${said}\n`, { input, written });
    expect(fault).toMatchObject({ code: 'yaml-syntax', source: { file: 'in.yaml', line } });
    expect(fault.message).toBe(
      `in.yaml:${line}: istioctl cannot read this line as YAML: ${said.replace(/^line \d: /, '')}.`,
    );
  });

  it('of a document’s YAML that has no line is told without one', () => {
    const fault = explain('Error: error converting YAML to JSON: yaml: invalid map key: map[a:b]\n');
    expect(fault.message).toBe('istioctl cannot read in.yaml as YAML: invalid map key: map[a:b].');
    expect(fault.source).toBeNull();
  });

  it('keeps what istioctl printed as evidence, bounded', () => {
    const fault = explain(`Error: ${'x'.repeat(100_000)}`);
    expect(fault.evidence?.length).toBeLessThanOrEqual(2000);
    expect(fault.message.length).toBeLessThan(400);
  });
});
