import { expect, test } from 'vitest';
import { emptyStudy, opened } from '../../../test/helpers/opened.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Study } from '../../contract/types.ts';
import { type Bridge, type StudyToOpen, unreachable } from '../bridge/bridge.ts';
import { toLab } from './actions.ts';
import { createStores } from './app.ts';
import { type Kept, NOTHING } from './keep.ts';
import { startUp } from './start-up.ts';

const refusal: Failure = {
  code: 'binary',
  kind: 'input',
  message: 'bin.yaml is binary',
  hint: '',
  source: null,
};

/** A host that takes every file but `bin.yaml`, and a window that was reloaded with `kept`. */
function reloaded(kept: Partial<Kept>, lost: string | null = null, gone = false) {
  const asked: string[] = [];
  const saved: Kept[] = [];
  const bridge = {
    async openStudy({ file: { name }, native }: StudyToOpen) {
      asked.push(native ? `${name}, native` : name);
      return name === 'bin.yaml' ? { ok: false, failure: refusal } : { ok: true, value: emptyStudy(name) };
    },
    async request(name: string, input: { readonly native?: boolean }) {
      if (name.startsWith('study:')) asked.push(input.native === true ? `${name}, native` : name);
      if (name === 'study:open-sample') return { ok: true, value: emptyStudy('sample') };
      if (name === 'recording:open-shipped') {
        asked.push(name);
        return gone ? { ok: false, failure: refusal } : { ok: true, value: recorded('live.anatomy') };
      }
      if (name === 'app:info') return { ok: true, value: { startFile: null } };
      if (name === 'tools:list' || name === 'tools:install') return { ok: true, value: TOOLS };
      return { ok: true, value: null };
    },
    on: () => () => {},
    onConnection: () => {},
  } as unknown as Bridge;
  const all: Kept = { ...NOTHING, ...kept };
  const keeper = {
    load: async () => all,
    save: async (one: Kept) => void saved.push(one),
    note: () => {},
    reading: { begin: () => {}, end: () => {}, lost: () => lost },
  };
  const scope = {
    localStorage: { getItem: () => null, setItem: () => {} },
    matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  } as unknown as Window;
  return { stores: createStores(bridge, keeper, scope), asked };
}
const recorded = (name: string): Study => ({ ...emptyStudy(name), bench: 'recording' });
const TOOLS = (['istioctl', 'envoy'] as const).map((program) => ({
  program,
  path: `/${program}`,
  version: '1',
  source: 'path' as const,
  problem: null,
}));

test('after a file failed, a reload shows the workload that was shown, with the failed text and its error', async () => {
  const [bad, good] = [await opened('bin.yaml'), await opened('good.yaml')];
  const { stores, asked } = reloaded({ input: bad, shown: good, refused: true, failure: refusal });
  await startUp(stores);
  expect(asked).toEqual(['good.yaml']);
  expect(stores.study.getState()).toMatchObject({
    study: { name: 'good.yaml' },
    input: bad,
    failure: refusal,
  });
});

test('a file that was not opened because nobody answered is opened when somebody does', async () => {
  const input = await opened('good.yaml');
  const { failure } = unreachable('study:open', null) as { readonly failure: Failure };
  const { stores, asked } = reloaded({ input, shown: null, refused: true, failure });
  await startUp(stores);
  expect(asked).toEqual(['good.yaml']);
  expect(stores.study.getState()).toMatchObject({ study: { name: 'good.yaml' }, failure: null });
});

test('a reload stays at the recording, from which the lab bench is gone back to as it was', async () => {
  const good = await opened('good.yaml');
  const recording = { of: 'app', name: 'live', title: 'LIVE' } as const;
  const { stores, asked } = reloaded({ input: good, shown: good, recording });
  await startUp(stores);
  expect(asked).toEqual(['recording:open-shipped']);
  expect(stores.study.getState()).toMatchObject({ study: { name: 'live.anatomy' }, recording, shown: good });
  await toLab(stores);
  expect(stores.study.getState()).toMatchObject({ study: { name: 'good.yaml' }, recording: null });
  const lost = reloaded({ input: good, shown: good, recording }, null, true);
  await startUp(lost.stores);
  expect(lost.asked).toEqual(['recording:open-shipped', 'good.yaml']);
  expect(lost.stores.study.getState()).toMatchObject({ study: { name: 'good.yaml' }, recording: null });
});

test('a recording of the user’s own is opened again, too', async () => {
  const { file } = await opened('mine.anatomy');
  const { stores, asked } = reloaded({ recording: { of: 'file', file } });
  await startUp(stores);
  expect(asked).toEqual(['mine.anatomy']);
  expect(stores.study.getState().recording).toEqual({ of: 'file', file });
});

test('an error that was dismissed does not come back with a reload', async () => {
  const { stores, asked } = reloaded({
    input: await opened('bin.yaml'),
    shown: await opened('good.yaml'),
    refused: true,
  });
  await startUp(stores);
  expect(asked).toEqual(['good.yaml']);
  expect(stores.study.getState().failure).toBeNull();
});

test('a reload while a file is being opened opens it, and what leads to nothing gives way to the sample', async () => {
  const good = reloaded({ input: await opened('good.yaml') });
  await startUp(good.stores);
  expect(good.asked).toEqual(['good.yaml']);
  const bad = reloaded({ input: await opened('bin.yaml') });
  await startUp(bad.stores);
  expect(bad.asked).toEqual(['bin.yaml', 'study:open-sample']);
  expect(bad.stores.study.getState()).toMatchObject({
    study: { name: 'sample' },
    input: { file: { name: 'bin.yaml' } },
    failure: refusal,
  });
});

test('a reload keeps the start values that were chosen, and the typo, for the workload they were chosen for', async () => {
  const good = await opened('good.yaml');
  const chosen = { variant: 'typo', start: { pod: 'p', ip: '10.0.0.9' } } as const;
  const again = reloaded({ input: good, shown: good, ...chosen });
  await startUp(again.stores);
  expect(again.stores.study.getState()).toMatchObject(chosen);
  const sample = reloaded(chosen);
  await startUp(sample.stores);
  expect(sample.stores.study.getState()).toMatchObject(chosen);
  const other = reloaded({ input: await opened('other.yaml'), shown: good, ...chosen });
  await startUp(other.stores);
  expect(other.stores.study.getState()).toMatchObject({ variant: 'lab', start: {} });
});

test('a reload injects again as it was injected before: a native sidecar stays one', async () => {
  const good = await opened('good.yaml');
  const own = reloaded({ input: good, shown: good, native: true });
  await startUp(own.stores);
  expect(own.asked).toEqual(['good.yaml, native']);
  const sample = reloaded({ native: true });
  await startUp(sample.stores);
  expect(sample.asked).toEqual(['study:open-sample, native']);
  expect(sample.stores.study.getState().native).toBe(true);
});

test('a file that a reload cut off while it was read is told by its name, over what was there before', async () => {
  const own = reloaded({ input: await opened('good.yaml') }, 'large.yaml');
  await startUp(own.stores);
  expect(own.stores.study.getState()).toMatchObject({
    study: { name: 'good.yaml' },
    unread: true,
    failure: { message: 'large.yaml was not opened: the page was loaded anew while it was being read.' },
  });
  const sample = reloaded({}, 'large.yaml');
  await startUp(sample.stores);
  expect(sample.stores.study.getState().failure?.message).toContain('large.yaml');
});
