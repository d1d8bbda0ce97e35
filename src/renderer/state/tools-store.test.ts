import { expect, test } from 'vitest';
import { emptyStudy, opened } from '../../../test/helpers/opened.ts';
import type { Outcome } from '../../contract/failure.ts';
import type { Study, ToolInfo, ToolProgress } from '../../contract/types.ts';
import type { Bridge, StudyToOpen } from '../bridge/bridge.ts';
import { fetchAgain, openInput } from './actions.ts';
import { createStores } from './app.ts';
import { waitingName } from './study-store.ts';

const study = emptyStudy('s');
const tool = (program: ToolInfo['program'], there: boolean): ToolInfo => ({
  program,
  path: there ? `/${program}` : null,
  version: there ? '1' : null,
  source: there ? 'path' : null,
  problem: there ? null : `Fetching ${program} was cancelled.`,
});
const step = (program: ToolInfo['program'], phase: ToolProgress['phase']): ToolProgress => ({
  program,
  phase,
  what: program,
  next: '',
  why: '',
  fraction: null,
  doneBytes: null,
  totalBytes: null,
});

/** A machine without programs, whose fetching the test ends as it likes. */
function bare() {
  const injected: string[] = [];
  const fetches: ((tools: readonly ToolInfo[]) => void)[] = [];
  const listening: ((progress: ToolProgress) => void)[] = [];
  let listed = [tool('istioctl', false), tool('envoy', false)];
  const bridge = {
    async openStudy({ file }: StudyToOpen): Promise<Outcome<Study>> {
      injected.push(file.name);
      return { ok: true, value: study };
    },
    async request(name: string) {
      if (name === 'tools:list') return { ok: true, value: listed };
      if (name === 'tools:install')
        return new Promise((done) => fetches.push((value) => done({ ok: true, value })));
      return { ok: true, value: null };
    },
    on(name: string, hear: (progress: ToolProgress) => void) {
      if (name === 'tools:progress') listening.push(hear);
      return () => {};
    },
    onConnection: () => {},
  } as unknown as Bridge;
  const keeper = {
    load: async () => null,
    save: async () => {},
    note: () => {},
    reading: { begin: () => {}, end: () => {}, lost: () => null },
  };
  const scope = {
    localStorage: { getItem: () => null, setItem: () => {} },
    matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  } as unknown as Window;
  const stores = createStores(bridge, keeper, scope);
  return {
    stores,
    injected,
    fetches,
    tell: (progress: ToolProgress) => {
      for (const hear of listening) hear(progress);
    },
    find: (...tools: ToolInfo[]) => {
      listed = tools;
    },
    async cancelled() {
      await expect.poll(() => fetches.length).toBeGreaterThan(0);
      this.tell(step('istioctl', 'cancelled'));
      fetches.at(-1)?.([tool('istioctl', false), tool('envoy', true)]);
      await expect.poll(() => stores.tools.getState().phase).toBe('cancelled');
    },
  };
}

test('a file opened while istioctl is fetched is told to wait for it, by its name, and is injected then', async () => {
  const { stores, fetches, injected, tell } = bare();
  const opening = openInput(stores, await opened('shop.yaml'));
  await expect.poll(() => fetches.length).toBe(1);
  expect(waitingName(stores.study.getState())).toBe('shop.yaml');
  tell(step('istioctl', 'ready'));
  expect(await opening).toBe(true);
  expect(injected).toEqual(['shop.yaml']);
  expect(waitingName(stores.study.getState())).toBeNull();
  // Envoy, which injecting needs not, is still on its way.
  expect(stores.tools.getState().phase).toBe('installing');
});

test('a file opened after the fetching was cancelled starts none, and is told to be kept', async () => {
  const machine = bare();
  const { stores, fetches, injected } = machine;
  void stores.tools.getState().provide();
  await machine.cancelled();
  expect(await openInput(stores, await opened('shop.yaml'))).toBe(false);
  expect(fetches).toHaveLength(1);
  expect(stores.study.getState().failure).toMatchObject({
    code: 'tool-not-found',
    message: 'shop.yaml was not injected: istioctl is not here.',
  });
  expect(waitingName(stores.study.getState())).toBe('shop.yaml');
  const again = fetchAgain(stores);
  expect(stores.study.getState().failure).toBeNull();
  await expect.poll(() => fetches.length).toBe(2);
  expect(waitingName(stores.study.getState())).toBe('shop.yaml');
  fetches[1]?.([tool('istioctl', true), tool('envoy', true)]);
  await again;
  expect(injected).toEqual(['shop.yaml']);
});

test('a file that waits when the fetching is cancelled is named, and what was put there by hand meanwhile is found', async () => {
  const machine = bare();
  const { stores, fetches, injected } = machine;
  const opening = openInput(stores, await opened('shop.yaml'));
  await machine.cancelled();
  expect(await opening).toBe(false);
  expect(stores.study.getState().failure?.message).toContain('shop.yaml');
  machine.find(tool('istioctl', true), tool('envoy', false));
  expect(await openInput(stores, await opened('other.yaml'))).toBe(true);
  expect(fetches).toHaveLength(1);
  expect(injected).toEqual(['other.yaml']);
});

test('of two files opened while istioctl is fetched the later one is injected', async () => {
  const { stores, fetches, injected } = bare();
  const first = openInput(stores, await opened('one.yaml'));
  const second = openInput(stores, await opened('two.yaml'));
  await expect.poll(() => fetches.length).toBe(1);
  fetches[0]?.([tool('istioctl', true), tool('envoy', true)]);
  expect(await Promise.all([first, second])).toEqual([false, true]);
  expect(injected).toEqual(['two.yaml']);
});
