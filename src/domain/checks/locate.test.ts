import { expect, it } from 'vitest';
import { readYaml } from '../yaml/document.ts';
import { readAnalyzeLog } from './analyze.ts';
import { locateFindings } from './locate.ts';

const RULE = `apiVersion: networking.istio.io/v1
kind: DestinationRule
metadata: { name: rule, namespace: mesh-lab }
spec:
  trafficPolicy: { tls: { mode: WRONG } }
`;
const LIST = `apiVersion: v1\nkind: List\nitems:\n- ${RULE.trim().replaceAll('\n', '\n  ')}\n`;

function located(text: string) {
  const why = 'unknown value "\\"WRONG\\"" for enum istio.networking.v1alpha3.ClientTLSSettings.TLSmode';
  const stderr = `\t* error processing a.yaml[1]: failed parsing JSON for built-in type: ${why}\n`;
  const { findings } = readAnalyzeLog({ stdout: '', stderr, files: ['a.yaml'] });
  return locateFindings(findings, [{ name: 'a.yaml', text }], readYaml)[0];
}

it('a document that was left out is told with the one object in it, and the field that was said', () => {
  const first = 'apiVersion: v1\nkind: Pod\nmetadata: { name: p }\n---\n';
  expect(located(first + RULE)).toMatchObject({
    resource: 'DestinationRule mesh-lab/rule',
    placedBy: 'field',
    source: { line: 9 },
  });
  // Of several objects nobody can tell which it was.
  expect(located(first + LIST)).toMatchObject({ resource: null, placedBy: 'document', source: { line: 5 } });
});
