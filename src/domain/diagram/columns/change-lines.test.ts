import { expect, test } from 'vitest';
import type { Change, Part, PartKind } from '../../anatomy/model.ts';
import { changeLines } from './change-lines.ts';

const part = (kind: PartKind, label: string, change: Change): Part => ({
  id: `container/istio-proxy/${kind}/${label}`,
  kind,
  label,
  value: null,
  source: null,
  origin: 'injected',
  parent: 'container/istio-proxy',
  change,
});

test('what the injector did to a container reads as words, not as a sum', () => {
  const args = [
    'proxy',
    'sidecar',
    '--domain',
    '$(POD_NAMESPACE).svc.cluster.local',
    '--proxyLogLevel=warning',
  ];
  expect(
    changeLines([
      part('image', 'image', 'changed'),
      ...args.map((label) => part('arg', label, 'added')),
      part('resources', 'resources', 'changed'),
      part('probe', 'readiness', 'removed'),
    ]),
  ).toEqual(['~ image, resources', '+ 5 args', '− readiness']);
});

test('a single piece is told by its name', () => {
  expect(changeLines([part('env', 'PORT', 'added'), part('mount', 'data', 'added')])).toEqual([
    '+ PORT, data',
  ]);
  expect(changeLines([])).toEqual([]);
});
