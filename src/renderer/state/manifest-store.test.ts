import { expect, test } from 'vitest';
import type { Outcome } from '../../contract/failure.ts';
import type { OpenManifest } from '../../contract/manifest.ts';
import type { Bridge } from '../bridge/bridge.ts';
import { createStores } from './app.ts';
import type { Keeper } from './keep.ts';
import {
  askProgram,
  DEFAULT_SOURCE,
  enterManifests,
  openManifest,
  setManifestView,
  swapManifests,
} from './manifest-actions.ts';
import type { ManifestSource } from './manifest-store.ts';

const profile = (name: string): ManifestSource => ({ kind: 'generated', profile: name, sets: [] });
const manifest = (id: string) =>
  ({ id, words: id, objects: 1, commands: [], notes: [] }) as unknown as OpenManifest;
const failure = (code: string): Outcome<never> => ({
  ok: false,
  failure: { code, kind: 'input', message: code, hint: '', source: null },
});

/** A window whose manifests are opened when the test says so; everything else is answered at once. */
function window(comparison: object = { changed: [], added: [], removed: [] }) {
  const asked: string[] = [];
  const programs: string[] = [];
  const opening: ((outcome: Outcome<OpenManifest>) => void)[] = [];
  const bridge = {
    async request(
      name: string,
      input: Partial<
        Record<'before' | 'after' | 'beforeIndex' | 'afterIndex' | 'kubeconfig', string | number | null>
      >,
    ) {
      if (name === 'manifest:open')
        return new Promise<Outcome<OpenManifest>>((done) => {
          opening.push(done);
        });
      if (name === 'tools:list')
        return {
          ok: true,
          value: ['istioctl', 'envoy'].map((program) => ({
            program,
            path: '/x',
            version: '1',
            problem: null,
          })),
        };
      if (name === 'manifest:program') programs.push(String(input.kubeconfig));
      if (name === 'manifest:compare') asked.push(`${input.before} → ${input.after}`);
      if (name === 'manifest:cancel') asked.push('cancel');
      if (name === 'manifest:difference') asked.push(`difference ${input.beforeIndex} ${input.afterIndex}`);
      if (name === 'manifest:compare') return { ok: true, value: comparison };
      return { ok: true, value: name === 'manifest:find' ? { objects: [], total: 0 } : {} };
    },
    on: () => () => {},
    onConnection: () => {},
  } as unknown as Bridge;
  const scope = {
    localStorage: { getItem: () => null, setItem: () => {} },
    matchMedia: () => ({ matches: false }),
  } as unknown as Window;
  const stores = createStores(bridge, {} as Keeper, scope);
  /** Asks for a manifest; the host was asked when this resolves, and answers with `answer`. */
  const start = async (side: 'first' | 'second', name: string) => {
    const before = opening.length;
    const done = openManifest(stores, side, profile(name));
    while (opening.length === before) await new Promise((go) => setTimeout(go));
    return { done, answer: opening[before] };
  };
  return { stores, asked, start, opening, programs };
}

const settled = () => new Promise((go) => setTimeout(go, 5));

test('of two that are asked for on one side the later one is shown, whichever answer comes first', async () => {
  const { stores, start } = window();
  const older = await start('first', 'demo');
  const newer = await start('first', 'ambient');
  newer.answer?.({ ok: true, value: manifest('newer') });
  older.answer?.({ ok: true, value: manifest('older') });
  await Promise.all([older.done, newer.done]);
  expect(stores.manifest.getState().first).toMatchObject({ open: { id: 'newer' }, busy: false });
});

test('what cannot be opened is told, and what was shown stays; what was called off is not told', async () => {
  const { stores, start, asked } = window();
  const good = await start('first', 'demo');
  good.answer?.({ ok: true, value: manifest('good') });
  await good.done;
  const bad = await start('first', 'no-such');
  bad.answer?.(failure('profile-unknown'));
  await bad.done;
  expect(stores.manifest.getState().first).toMatchObject({
    open: { id: 'good' },
    failure: { code: 'profile-unknown' },
  });
  const called = await start('first', 'ambient');
  await stores.manifest.getState().cancel();
  called.answer?.(failure('cancelled'));
  await called.done;
  expect(stores.manifest.getState().first).toMatchObject({
    open: { id: 'good' },
    busy: false,
    failure: null,
  });
  expect(asked).toEqual(['cancel']);
});

test('two are compared once both are there and are looked at side by side, and the other way round when swapped', async () => {
  const { stores, start, asked } = window();
  const first = await start('first', 'default');
  first.answer?.({ ok: true, value: manifest('a') });
  await first.done;
  const second = await start('second', 'demo');
  second.answer?.({ ok: true, value: manifest('b') });
  await second.done;
  expect(asked).toEqual([]);
  setManifestView(stores, 'compare');
  await settled();
  swapManifests(stores);
  await settled();
  expect(asked).toEqual(['a → b', 'b → a']);
});

test('the first of what differs is shown at once: of the changed, else of the added, else of the removed', async () => {
  const [three, four, five] = [{ index: 3 }, { index: 4 }, { index: 5 }];
  for (const [comparison, shown] of [
    [{ changed: [{ before: three, after: four, fields: 1 }], added: [five], removed: [] }, 'difference 3 4'],
    [{ changed: [], added: [five], removed: [four] }, 'difference null 5'],
    [{ changed: [], added: [], removed: [four] }, 'difference 4 null'],
  ] as const) {
    const { stores, asked } = window(comparison);
    await stores.manifestLook.getState().compare('a', 'b');
    expect(asked).toEqual(['a → b', shown]);
    expect(stores.manifestLook.getState().compared).not.toBeNull();
  }
});

test('another manifest on the map leaves nothing of the search and the opened object of the one before', async () => {
  const { stores, start } = window();
  const first = await start('first', 'default');
  first.answer?.({ ok: true, value: manifest('a') });
  await first.done;
  await stores.manifestLook.getState().search('a', 'istiod', 'Pod');
  await stores.manifestLook.getState().show('a', 0, null);
  expect(stores.manifestLook.getState().opened).not.toBeNull();
  const other = await start('first', 'demo');
  other.answer?.({ ok: true, value: manifest('b') });
  await other.done;
  await settled();
  expect(stores.manifestLook.getState()).toMatchObject({ query: '', kind: null, opened: null });
});

test('whoever names a wrong one before the first was there sees the default one, and why it is not the other', async () => {
  const { stores, start, opening } = window();
  void enterManifests(stores);
  while (opening.length === 0) await settled();
  const wrong = await start('first', 'no-such');
  opening[0]?.({ ok: true, value: manifest('too late') });
  wrong.answer?.(failure('profile-unknown'));
  while (opening.length < 3) await settled();
  opening[2]?.({ ok: true, value: manifest('default') });
  await wrong.done;
  expect(stores.manifest.getState().first).toMatchObject({
    source: DEFAULT_SOURCE,
    open: { id: 'default' },
    failure: { code: 'profile-unknown' },
  });
});

test('the cluster of another kubeconfig is asked anew, and nothing that was said of the one before is left', async () => {
  const { stores, programs } = window();
  await stores.tools.getState().awaitIstioctl();
  askProgram(stores);
  askProgram(stores);
  await settled();
  expect(stores.manifest.getState().program).not.toBeNull();
  stores.lab.getState().setOption('kubeconfig', '/other');
  askProgram(stores);
  expect(stores.manifest.getState().program).toBeNull();
  await settled();
  askProgram(stores);
  expect(programs).toEqual(['null', '/other']);
});
