import { describe, expect, it } from 'vitest';
import { runPrecheck, runVersion } from '../../src/host/checks/checks.ts';
import { checkContext, GATEWAY, pointed, validate } from './checks.ts';
import { inject, payments } from './injecting.ts';

const RULE = (name: string, spec: string) =>
  `apiVersion: networking.istio.io/v1\nkind: DestinationRule\nmetadata:\n  name: ${name}\nspec:\n${spec}`;

describe('what istioctl validate finds', () => {
  it('is linked to the line of the field that it names, in the right document', async () => {
    const text = [
      RULE('fine', '  host: a\n'),
      RULE('unknown-field', '  hst: a\n'),
      RULE('bad-value', '  host: a\n  trafficPolicy:\n    loadBalancer:\n      simple: NOPE\n'),
      GATEWAY,
    ].join('---\n');
    const { findings, exitCode } = await validate('rules.yaml', text);
    expect(exitCode).toBe(1);
    expect(findings.map(({ resource, severity }) => [resource, severity])).toEqual([
      ['DestinationRule unknown-field', 'Error'],
      ['DestinationRule bad-value', 'Error'],
      ['Gateway mesh-lab/door', 'Error'],
    ]);
    expect(findings.map((finding) => pointed(text, finding))).toEqual(['hst', 'NOPE', '70000']);
    expect(findings.map(({ placedBy }) => placedBy)).toEqual(['field', 'field', 'field']);
  });

  it('is linked to the object where no field fits', async () => {
    const text =
      'apiVersion: networking.istio.io/v1\nkind: Gateway\nmetadata:\n  name: b\nspec:\n  servers: nope\n';
    const [finding, ...others] = (await validate('a.yaml', text)).findings;
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ resource: 'Gateway b', placedBy: 'object' });
    expect(pointed(text, finding ?? { source: null })).toBe('b');
  });

  it('has no place where two objects are of one name', async () => {
    const text = `${GATEWAY}---\n${GATEWAY}`;
    const { findings } = await validate('twice.yaml', text);
    expect(findings.map(({ source, placedBy }) => [source, placedBy])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('warns of a Deployment without the labels app and version, and ends with 0', async () => {
    const text = payments()
      .toString()
      .replace(/^ +version: v1\n/gm, '');
    const run = await validate('payments.yaml', text);
    expect(run.exitCode).toBe(0);
    const [finding, ...others] = run.findings;
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      severity: 'Warning',
      resource: 'Deployment default/payments',
      placedBy: 'field',
    });
    expect(pointed(text, finding ?? { source: null })).toBe('labels');
    expect(run.summary).toEqual(['"payments.yaml" is valid']);
  });

  it('tells what it says of a Service in a List', async () => {
    const service =
      'apiVersion: v1\n    kind: Service\n    metadata:\n      name: odd\n    spec:\n      ports:\n        - name: oddname\n          port: 80\n';
    const text = `apiVersion: v1\nkind: List\nitems:\n  - ${service}`;
    const [finding] = (await validate('list.yaml', text)).findings;
    expect(finding).toMatchObject({ severity: 'Error', resource: 'Service odd', placedBy: 'field' });
    expect(pointed(text, finding ?? { source: null })).toBe('oddname');
  });

  it.each([
    ['a document that is no YAML', 'kind: [\n', 'syntax', 2],
    ['a key that stands twice', 'kind: A\nkind: B\n', 'syntax', 3],
    ['a document that is no object', 'just text\n', 'document', 2],
  ])('says that it looked at nothing behind %s', async (_, broken, placedBy, line) => {
    const first = `# a\n${broken}---\n${GATEWAY}`;
    const { findings } = await validate('broken.yaml', first);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ severity: 'Error', placedBy });
    expect(findings[0]?.message).toMatch(/^This document and all behind it were not looked at: /);
    expect(Math.abs((findings[0]?.source?.line ?? 0) - line)).toBeLessThanOrEqual(1);
  });

  it('finds nothing wrong with the injected sample', async () => {
    const { injected } = await inject('payments.yaml', payments());
    const run = await validate('injected.yaml', injected.text);
    expect(run).toMatchObject({ exitCode: 0, findings: [], summary: ['"injected.yaml" is valid'] });
    expect(run.output).toBe('"injected.yaml" is valid\n');
    expect(run.command.line).toMatch(/istioctl validate -f injected\.yaml$/);
  });
});

describe('a file with very many objects', () => {
  const bare = (index: number) =>
    `kind: Deployment\nmetadata:\n  name: d${index}\nspec:\n  template:\n    metadata:\n      labels: {a: b}\n`;
  const many = (count: number) => Array.from({ length: count }, (_, index) => bare(index)).join('---\n');

  it('has a line for each finding', async () => {
    const text = many(2000);
    const { findings } = await validate('many.yaml', text);
    expect(findings).toHaveLength(2000);
    const last = findings.at(-1) ?? { source: null };
    expect(pointed(text, last)).toBe('labels');
    expect(last.source?.line).toBe(text.split('\n').length - 1);
  });

  it('says when there were more messages than are kept', async () => {
    const { findings, exitCode } = await validate('many.yaml', many(8000));
    expect(exitCode).toBe(0);
    expect(findings.length).toBeGreaterThan(5000);
    expect(findings.at(-1)).toMatchObject({ severity: null });
    expect(findings.at(-1)?.message).toContain('what came behind that is not here');
  });
});

describe('without a cluster', () => {
  it('precheck says in its own words that there is none', async () => {
    const run = await runPrecheck(await checkContext());
    expect(run.exitCode).toBe(1);
    expect(run.output).toMatch(/^Error: failed to get the Kubernetes version: .*connection refused\n$/);
    expect(run.findings).toEqual([
      expect.objectContaining({ severity: 'Error', code: null, source: null, placedBy: null }),
    ]);
  });

  it('the version is told at once', async () => {
    const run = await runVersion(await checkContext());
    expect(run.exitCode).toBe(0);
    expect(run.output).toMatch(/^client version: \S+\n$/);
    expect(run.command.ms).toBeLessThan(20_000);
  });
});
