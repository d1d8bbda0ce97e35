import { expect, test } from 'vitest';
import { payments, stage } from '../../../test/helpers/drawings.ts';
import type { Part } from '../anatomy/model.ts';
import { buildScene } from './build-scene.ts';

test('lines of two colours into the opened sidecar end beside each other, each with a head of its own', () => {
  const anatomy = payments();
  // As where the user's own istio-proxy has a volume of theirs: what the injector did is only to change it.
  const of = (change: Part['change']): Pick<Part, 'change' | 'origin'> => ({ change, origin: 'user' });
  const parts = anatomy.parts.map((part) => {
    if (part.id === 'container/istio-proxy') return { ...part, ...of('changed') };
    return part.id === 'volume/istio-data' ? { ...part, ...of('kept') } : part;
  });
  const { lines } = buildScene(stage({ ...anatomy, parts }, { view: 'difference' }));
  const ends = new Map<string, Set<string>>();
  for (const { d, tone } of lines.filter(({ to }) => to === 'column/proxy')) {
    const end = /[\d.]+ [\d.]+$/.exec(d)?.[0] ?? '';
    ends.set(end, (ends.get(end) ?? new Set()).add(tone));
  }
  const tones = [...ends.values()].map((colours) => [...colours].join(' '));
  expect(tones.sort()).toEqual(['changed', 'injected', 'user']);
});
