import { expect, test } from 'vitest';
import type { SourceRange } from '../../contract/types.ts';
import type { WorkloadAnatomy } from '../../domain/anatomy/model.ts';
import { originOf, placeOf } from './follow-selection.ts';

const at = (file: string): SourceRange => ({ file, line: 1, column: 1, endLine: 1, endColumn: 2 });

test('the original view shows the user’s own line, every other view where the part stands now', () => {
  const part = { source: at('injected.yaml'), original: at('payments.yaml') };
  expect(placeOf(part, 'original')?.file).toBe('payments.yaml');
  expect(placeOf(part, 'injected')?.file).toBe('injected.yaml');
  expect(placeOf({ source: at('payments.yaml') }, 'original')?.file).toBe('payments.yaml');
  expect(placeOf({ source: null }, 'difference')).toBeNull();
});

test('a key that the bootstrap lacks is shown by the line that gives it to a real sidecar; one of pilot-agent’s own by none', () => {
  const anatomy = {
    parts: [
      { id: 'env/PROXY_CONFIG', source: at('injected.yaml') },
      { id: 'node/metadata/PROXY_CONFIG', source: null },
      { id: 'node/metadata/PILOT_SAN', source: null },
      { id: 'node/metadata/ENVOY_STATUS_PORT', source: null },
    ],
    links: [
      { from: 'env/PROXY_CONFIG', to: 'node/metadata/PROXY_CONFIG', rule: 'mesh-default-merged' },
      { from: 'node/metadata/PROXY_CONFIG', to: 'node/metadata/PILOT_SAN', rule: 'written-by-pilot-agent' },
    ],
  } as unknown as WorkloadAnatomy;
  const origin = (key: string) => originOf(anatomy, { id: `node/metadata/${key}` }, 'injected');
  expect(origin('PROXY_CONFIG')?.file).toBe('injected.yaml');
  expect(origin('PILOT_SAN')?.file).toBe('injected.yaml');
  expect(origin('ENVOY_STATUS_PORT')).toBeNull();
});
