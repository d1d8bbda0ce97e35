import { expect, test } from 'vitest';
import { payments } from '../../../test/helpers/drawings.ts';
import { anatomyForAudience, forAudience, twinForAudience } from './audience.ts';

test.each([
  [
    "error initializing configuration '/home/ada/My Files/boot.yaml': no",
    "error initializing configuration '…': no",
  ],
  ['unable to read file: /Users/ada.lovelace/x/y.json', 'unable to read file: …'],
  ['C:\\Users\\ada\\boot.yaml: bad', '… bad'],
  ['"C:\\Users\\ada l\\boot.yaml" bad', '"…" bad'],
  ['see ~/istio/mesh.yaml, line 3', 'see …, line 3'],
  ['/tmp/sidecar-anatomy-x1/envoy.log', '…'],
])('%s: the path of this machine is not told', (said, told) => {
  expect(forAudience(said)).toBe(told);
});

test.each([
  'no socket /etc/istio/proxy/XDS: connection refused',
  '/var/run/secrets/tokens/istio-token is missing',
  '503 PRE_INITIALIZING · connected_state 0',
  "Unknown gRPC client cluster 'istiod-xds'",
  'type.googleapis.com/envoy.config.listener.v3.Listener',
  'https://istio.io/latest/docs',
  'istiod.istio-system.svc:15012',
])('%s: what is the same in every pod, and no path, stays', (said) => {
  expect(forAudience(said)).toBe(said);
});

test('a workload for everybody names no file, and keeps every part', () => {
  const anatomy = payments();
  const shown = anatomyForAudience(anatomy);
  const files = new Set(anatomy.parts.flatMap(({ source, original }) => [source?.file, original?.file]));
  expect(files).toContain('injected.yaml');
  for (const { source, original } of shown.parts)
    for (const range of [source, original]) expect(['file', undefined]).toContain(range?.file);
  expect(shown.parts.map(({ id }) => id)).toEqual(anatomy.parts.map(({ id }) => id));
  const why = twinForAudience({ kind: 'missing', why: '/home/ada/x.yaml was refused' });
  expect(JSON.stringify(why)).not.toContain('ada');
});
