import { describe, expect, it } from 'vitest';
import { readYaml } from '../yaml/document.ts';
import { readAnalyzeLog } from './analyze.ts';
import { coverageOf } from './coverage.ts';
import { locateFindings } from './locate.ts';
import type { CheckName, CheckReport } from './model.ts';
import { readValidate } from './validate.ts';

const RULE = 'apiVersion: networking.istio.io/v1\nkind: DestinationRule\nmetadata: { name: rule }\n';
const GATEWAY = 'apiVersion: networking.istio.io/v1\nkind: Gateway\nmetadata: { name: door }\n';
const DEPLOYMENT = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\n';
const POD = 'apiVersion: v1\nkind: Pod\nmetadata: { name: pod }\n';

function covered(check: CheckName, text: string, { findings }: CheckReport) {
  const file = { name: 'a.yaml', text };
  const located = locateFindings(findings, [file], readYaml);
  const said = findings.map(({ hint }, index) => ({ hint, source: located[index]?.source ?? null }));
  return coverageOf(check, file, readYaml, said);
}

const analyzed = (text: string, stderr: string) =>
  covered('analyze', text, readAnalyzeLog({ stdout: '', stderr, files: ['a.yaml'] }));
const validated = (text: string, output: string) => covered('validate', text, readValidate(output, 'a.yaml'));

describe('what could not be read does not count as looked into', () => {
  it('each object of a document that analyze skipped', () => {
    const text = [GATEWAY, RULE, DEPLOYMENT, POD].join('---\n');
    const skipped = (number: number) => `\t* error processing a.yaml[${number}]: unknown value\n`;
    expect(analyzed(text, skipped(1))).toMatchObject({
      ...{ objects: 4, read: 1, lost: ['DestinationRule rule'] },
      ...{ decoded: ['Deployment web'], unread: ['Pod pod'] },
    });
    expect(analyzed(text, skipped(1) + skipped(2))).toMatchObject({
      ...{ read: 1, decoded: [], lost: ['DestinationRule rule', 'Deployment web'] },
    });
    expect(analyzed(text, '\t* error reading documents in a.yaml[1]: no end\n')).toMatchObject({
      ...{ read: 1, lost: [], behind: ['DestinationRule rule', 'Deployment web'], unread: ['Pod pod'] },
    });
  });

  it('an object that validate cannot parse, one for each time that it says so', () => {
    const text = [RULE, RULE, GATEWAY].join('---\n');
    const said = '\t* DestinationRule//rule: cannot parse proto message: unknown value\n';
    expect(validated(text, said)).toMatchObject({ objects: 3, read: 2, lost: ['DestinationRule rule'] });
    expect(validated(text, said + said)).toMatchObject({ read: 1 });
    expect(validated(text, '\t* DestinationRule//rule: host is not set\n')).toMatchObject({ read: 3 });
  });

  it('what stands behind the document at which validate stopped', () => {
    const text = `${RULE}---\njust text\n---\n${GATEWAY}---\n${POD}`;
    expect(validated(text, '\t* failed to decode file a.yaml:  no object\n')).toMatchObject({
      ...{ objects: 3, read: 1, lost: [], behind: ['Gateway door'], unread: ['Pod pod'] },
    });
  });
});

describe('of one namespace', () => {
  const of = (namespace: string) => RULE.replace('rule', `rule, namespace: ${namespace}`);
  const text = [of('default'), of('mesh-lab').replace('rule', 'own'), GATEWAY, DEPLOYMENT].join('---\n');
  const within = (namespace: string | null, check: CheckName = 'analyze') =>
    coverageOf(check, { name: 'a.yaml', text }, readYaml, [], namespace);

  it('an object of another one is not looked into; one that names none is', () => {
    expect(within('mesh-lab')).toMatchObject({
      ...{ objects: 4, read: 2, elsewhere: ['DestinationRule rule'], decoded: ['Deployment web'] },
    });
    expect(within('other')).toMatchObject({
      read: 1,
      elsewhere: ['DestinationRule rule', 'DestinationRule own'],
    });
    expect(within(null)).toMatchObject({ read: 3, elsewhere: [] });
  });
});

describe('nothing is counted where nobody can tell how far a check got', () => {
  it.each([
    ['it panicked', 'panic: interface conversion: nil\n\ngoroutine 1 [running]:\n'],
    ['it ended with an error of its own', 'Error: open a.yaml: no such file\n'],
    ['it stopped at a place that the text does not show', '\t* failed to decode file a.yaml:  odd\n'],
    ['it speaks of no object', '\t* cannot stat file "a.yaml"\n'],
    ['it names an object that is not there', '\t* Gateway//gone: cannot parse proto message: odd\n'],
  ])('%s', (_, output) => {
    expect(validated(RULE, output)).toBeNull();
    expect(validated(RULE, '"a.yaml" is valid\n')).toMatchObject({ objects: 1, read: 1 });
  });
});

describe('what is in a List', () => {
  const list = (kind: string, ...items: readonly string[]) =>
    `apiVersion: v1\nkind: ${kind}\nitems:\n${items.map((item) => `- ${item.trim().replaceAll('\n', '\n  ')}\n`).join('')}`;

  it('analyze drops all of it where one item is of a kind that it does not know', () => {
    expect(analyzed(list('List', GATEWAY, DEPLOYMENT), '')).toMatchObject({ read: 1, unread: [] });
    const all = ['Gateway door', 'Deployment web', 'Pod pod'];
    expect(analyzed(list('List', GATEWAY, DEPLOYMENT, POD), '')).toMatchObject({ read: 0, unread: all });
    expect(analyzed(list('List', GATEWAY, list('List', POD)), '')).toMatchObject({ read: 0 });
    expect(analyzed(list('List', GATEWAY, POD.replace('Pod', 'ConfigMap')), '')).toMatchObject({ read: 1 });
    expect(analyzed(list('GatewayList', GATEWAY), '')).toMatchObject({ read: 0 });
  });

  it('validate looks into Services and Deployments of it only, and into none of istio-system', () => {
    const text = list('List', GATEWAY, DEPLOYMENT, list('List', DEPLOYMENT));
    expect(validated(text, '')).toMatchObject({ read: 1, unread: ['Gateway door', 'Deployment web'] });
    const system = DEPLOYMENT.replace('web', 'web, namespace: istio-system');
    expect(validated(system, '')).toMatchObject({ objects: 1, read: 0, unread: ['Deployment web'] });
  });
});
