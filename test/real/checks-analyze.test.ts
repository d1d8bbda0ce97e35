import { describe, expect, it } from 'vitest';
import { runAnalyze, runValidate } from '../../src/host/checks/checks.ts';
import { analyze, checkContext, GATEWAY, pointed, VIRTUAL_SERVICE } from './checks.ts';
import { failureOf } from './injecting.ts';

describe('what istioctl analyze finds', () => {
  it('is told with severity, code, object and the line', async () => {
    const text = `${VIRTUAL_SERVICE}---\n${GATEWAY}`;
    const run = await analyze('mesh.yaml', text);
    expect(run.exitCode).toBe(79);
    expect(run.findings.map((finding) => [finding.severity, finding.code, finding.resource])).toEqual([
      ['Error', 'IST0101', 'VirtualService mesh-lab/reviews'],
      ['Error', 'IST0101', 'VirtualService mesh-lab/reviews'],
      ['Error', 'IST0106', 'Gateway mesh-lab/door'],
      ['Warning', 'IST0132', 'VirtualService mesh-lab/reviews'],
    ]);
    expect(run.findings.map((finding) => pointed(text, finding))).toEqual([
      '- no-such-gateway',
      'host: nowhere.mesh-lab.svc.cluster.local',
      '70000',
      '- no-such-gateway',
    ]);
    expect(run.findings.map(({ placedBy }) => placedBy)).toEqual([
      'istioctl',
      'istioctl',
      'field',
      'istioctl',
    ]);
    expect(run.summary).toEqual([
      'Error: Analyzers found issues when analyzing all namespaces.',
      expect.stringMatching(/^See https:\/\/istio\.io\//),
    ]);
  });

  it.each([
    ['a separator in the first line', `---\n${VIRTUAL_SERVICE}`],
    ['empty lines behind it', `---\n\n\n${VIRTUAL_SERVICE}`],
    ['two separators', `kind: A\n---\n---\n${VIRTUAL_SERVICE}---\n${GATEWAY}`],
    ['a comment behind the separator', `--- # mesh\n${VIRTUAL_SERVICE}`],
    ['Windows line ends', `---\n${VIRTUAL_SERVICE}`.replaceAll('\n', '\r\n')],
    [
      'an unknown kind and a comment in front',
      `apiVersion: a/v1\nkind: A\n---\n# b\n---\n${VIRTUAL_SERVICE}`,
    ],
  ])('points to the right line, which istioctl miscounts: %s', async (_, text) => {
    const { findings } = await analyze('mesh.yaml', text);
    const [gateway] = findings;
    expect(gateway?.message).toBe('Referenced gateway not found: "no-such-gateway"');
    expect(pointed(text, gateway ?? { source: null })).toBe('- no-such-gateway');
  });

  it('points to the field of an item of a List', async () => {
    const item = VIRTUAL_SERVICE.replace(/^/gm, '    ').trim();
    const text = `apiVersion: v1\nkind: List\nitems:\n  # one\n\n  - ${item}\n`;
    const { findings } = await analyze('list.yaml', text);
    const [gateway, host] = findings;
    expect(pointed(text, gateway ?? { source: null })).toBe('no-such-gateway');
    expect(gateway?.placedBy).toBe('field');
    // What it quotes, host and subset in one, stands nowhere in the file: only the object is pointed to.
    expect(host?.message).toContain('Referenced host+subset');
    expect(host?.placedBy).toBe('object');
    expect(pointed(text, host ?? { source: null })).toBe('reviews');
  });

  it('names the document that it could not read, and goes on', async () => {
    const text = `---\n# first\nkind: [\n---\n${VIRTUAL_SERVICE}`;
    const { findings, exitCode } = await analyze('broken.yaml', text);
    expect(exitCode).toBe(79);
    expect(findings.map(({ severity, code }) => [severity, code])).toContainEqual(['Error', 'IST0101']);
    const unread = findings.find(({ message }) => message.startsWith('Document 1 of broken.yaml'));
    expect(unread).toMatchObject({ severity: 'Error', placedBy: 'syntax' });
    expect(unread?.source?.line).toBeGreaterThanOrEqual(2);
    expect(unread?.source?.line).toBeLessThanOrEqual(4);
  });

  it('takes every name of a file, whatever stands in it', async () => {
    const files = ['a (b) c.yaml', '결제.yaml', '-x.yaml', 'no-ending', 'comma,name.yml', 'UPPER.YAML'].map(
      (name, index) => ({ name, text: GATEWAY.replace('door', `door-${index}`) }),
    );
    const run = await runAnalyze(await checkContext(), { files, kubeconfig: null, namespace: null });
    expect(run.findings.map(({ source }) => source?.file).sort()).toEqual(
      files.map(({ name }) => name).sort(),
    );
    expect(run.output).not.toContain('Skipping');
    expect(run.command.line).not.toContain('sidecar-anatomy-');
  });

  it('is told as a command that names the files of the person, quoted only where a shell needs it', async () => {
    const files = ['mesh.yaml', "a b/it's.yaml", '-x.yaml'].map((name) => ({ name, text: GATEWAY }));
    const run = await runAnalyze(await checkContext(), { files, kubeconfig: null, namespace: null });
    expect(run.command.line).toMatch(
      /istioctl analyze --use-kube=false -A mesh\.yaml 'a b\/it'\\''s\.yaml' \.\/-x\.yaml$/,
    );
    const [one] = files.slice(1);
    if (one === undefined) throw new Error('no file');
    const valid = await runValidate(await checkContext(), one);
    expect(valid.command.line).toMatch(/istioctl validate -f 'a b\/it'\\''s\.yaml'$/);
  });

  it('tells two files of one name apart', async () => {
    const files = [
      { name: 'a.yaml', text: GATEWAY },
      { name: 'a.yaml', text: `\n${VIRTUAL_SERVICE}` },
    ];
    const { findings } = await runAnalyze(await checkContext(), { files, kubeconfig: null, namespace: null });
    expect(findings.map(({ source }) => [source?.file, source?.line])).toContainEqual(['a.yaml', 11]);
  });

  it('says the same as JSON, which always ends with 0', async () => {
    const files = [{ name: 'mesh.yaml', text: `${VIRTUAL_SERVICE}---\n${GATEWAY}---\nkind: [\n` }];
    const request = { files, kubeconfig: null, namespace: 'mesh-lab' };
    const log = await runAnalyze(await checkContext(), request);
    const json = await runAnalyze(await checkContext(), { ...request, format: 'json' });
    expect(json.exitCode).toBe(0);
    expect(json.findings).toEqual(log.findings);
  });

  it('says that nothing is wrong in a clean file, and which it looked at', async () => {
    const run = await analyze('clean.yaml', 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: a\n');
    expect(run).toMatchObject({ exitCode: 0, findings: [] });
    expect(run.summary).toEqual(['✔ No validation issues found when analyzing clean.yaml.']);
    expect(run.output).toContain('✔ No validation issues found when analyzing clean.yaml.');
  });

  it('is not run on nothing', async () => {
    const nothing = runAnalyze(await checkContext(), { files: [], kubeconfig: null, namespace: 'a' });
    expect(await failureOf(nothing)).toMatchObject({ code: 'nothing-to-analyze' });
  });

  it('is called off by the signal', async () => {
    const controller = new AbortController();
    const context = { ...(await checkContext()), signal: controller.signal };
    const files = [{ name: 'mesh.yaml', text: VIRTUAL_SERVICE }];
    const running = runAnalyze(context, { files, kubeconfig: null, namespace: null });
    controller.abort();
    expect(await failureOf(running)).toMatchObject({ code: 'cancelled' });
  });
});
