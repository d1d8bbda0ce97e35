import { expect, it } from 'vitest';
import type { Bridge } from '../bridge/bridge.ts';
import { keepLab } from './keep-lab.ts';
import { createLabStore } from './lab-store.ts';

const bridge = {
  request: async () => ({ ok: true, value: null }),
  on: () => () => undefined,
} as unknown as Bridge;
const store = () => createLabStore(bridge, () => ({ start: {}, workload: null }));

function storage() {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  };
}

it('a page that is loaded again finds folders and options as they were', () => {
  const kept = storage();
  const first = store();
  keepLab(first, kept);
  first.getState().setFolder('~/class/boot');
  first.getState().setOption('profile', 'demo');
  const second = store();
  keepLab(second, kept);
  expect(second.getState()).toMatchObject({
    lab: 'bootstrap',
    labs: { bootstrap: { folder: '~/class/boot', view: null } },
    options: { profile: 'demo' },
  });
});

it('what cannot be read is forgotten, and what was chosen since stays', () => {
  const kept = storage();
  kept.setItem('sidecar-anatomy.lab', '{"lab": 7}');
  const one = store();
  keepLab(one, kept);
  expect(one.getState().labs.bootstrap.folder).toBe('');
  one.getState().setFolder('/mine');
  keepLab(one, { ...kept, getItem: () => JSON.stringify({ lab: 'install' }) });
  expect(one.getState().labs.bootstrap.folder).toBe('/mine');
});
