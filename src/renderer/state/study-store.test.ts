import { expect, test } from 'vitest';
import type { Failure, Outcome } from '../../contract/failure.ts';
import type { BootstrapVariant, Study, WorkloadView } from '../../contract/types.ts';
import type { Bridge } from '../bridge/bridge.ts';
import { createStudyStore } from './study-store.ts';

const study = (id: string, count = 1): Study => ({
  id,
  name: `${id}.yaml`,
  bench: 'lab',
  recordedAt: null,
  workloads: Array.from({ length: count }, (_, index) => ({
    kind: 'Deployment',
    name: `w-${index}`,
    namespace: 'default',
    injected: true,
    sidecar: 'classic',
    containers: [],
    initContainers: [],
  })),
  notes: [],
  commands: [],
  tools: [],
  texts: [{ role: 'injected', name: 'injected.yaml' }],
});
const failure: Failure = { code: 'yaml-tab', kind: 'input', message: 'm', hint: 'h', source: null };

function view(name: string, variant: BootstrapVariant): WorkloadView {
  return {
    anatomy: { ...study('x').workloads[0], name, parts: [], links: [] } as WorkloadView['anatomy'],
    bootstrap: { variant, yaml: `# ${variant}`, differences: [] },
    start: { ip: '', pod: '', namespace: '', adminPort: 0, fetchTimeout: '0s' },
    bootstrapFile: 'bootstrap.yaml',
  };
}

/** A host whose answers about workloads are given by the test, in the order it likes. */
function host() {
  const asked: { readonly input: unknown; readonly answer: (outcome: Outcome<WorkloadView>) => void }[] = [];
  const cancelled: string[] = [];
  const bridge = {
    request(name: string, input: unknown) {
      if (name === 'study:workload') return new Promise((answer) => asked.push({ input, answer }));
      if (name === 'study:cancel') cancelled.push(name);
      return Promise.resolve({ ok: true, value: { name: 'injected.yaml', text: 'kind: Pod' } });
    },
    on: () => () => {},
    onConnection: () => {},
  } as unknown as Bridge;
  return { bridge, asked, cancelled };
}

test('the answer for a workload that was left again is dropped', async () => {
  const { bridge, asked } = host();
  const store = createStudyStore(bridge);
  const shown = store.getState().showStudy(study('a', 2));
  const second = store.getState().selectWorkload(1);
  asked[1]?.answer({ ok: true, value: view('w-1', 'lab') });
  await second;
  asked[0]?.answer({ ok: true, value: view('w-0', 'lab') });
  await shown;
  expect(store.getState().workload?.anatomy.name).toBe('w-1');
});

test('a failed opening keeps what is on the stage and says why', async () => {
  const { bridge, asked } = host();
  const store = createStudyStore(bridge);
  const shown = store.getState().showStudy(study('a'));
  asked[0]?.answer({ ok: true, value: view('w-0', 'lab') });
  await shown;
  const done = await store.getState().open('Injecting', async () => ({ ok: false, failure }));
  expect(done).toBe(false);
  expect(store.getState()).toMatchObject({ failure, busy: null, study: { id: 'a' } });
});

test('a cancelled opening is no failure, and its late answer changes nothing', async () => {
  const { bridge, cancelled } = host();
  const store = createStudyStore(bridge);
  let answer: (outcome: Outcome<Study>) => void = () => {};
  const opening = store.getState().open(
    'Injecting',
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  await store.getState().cancel();
  answer({ ok: true, value: study('late') });
  expect(await opening).toBe(false);
  expect(cancelled).toEqual(['study:cancel']);
  expect(store.getState()).toMatchObject({ study: null, failure: null, busy: null });
});

test('of two openings the later one wins, whichever is answered first', async () => {
  const { bridge, asked } = host();
  const store = createStudyStore(bridge);
  let first: (outcome: Outcome<Study>) => void = () => {};
  const slow = store.getState().open(
    'one',
    () =>
      new Promise((resolve) => {
        first = resolve;
      }),
  );
  const fast = store.getState().open('two', async () => ({ ok: true, value: study('two') }));
  await Promise.resolve();
  await Promise.resolve();
  asked[0]?.answer({ ok: true, value: view('w-0', 'lab') });
  await fast;
  first({ ok: true, value: study('one') });
  await slow;
  expect(store.getState().study?.id).toBe('two');
});

test('start values are added to those chosen before and asked for together', async () => {
  const { bridge, asked } = host();
  const store = createStudyStore(bridge);
  void store.getState().showStudy(study('a'));
  void store.getState().setStart({ pod: 'p' });
  void store.getState().setStart({ fetchTimeout: '5s' });
  expect(asked.at(-1)?.input).toMatchObject({ start: { pod: 'p', fetchTimeout: '5s' } });
});

test('a start value that is refused is told to who set it, and everything stays as it was', async () => {
  const { bridge, asked } = host();
  const store = createStudyStore(bridge);
  void store.getState().showStudy(study('a'));
  asked[0]?.answer({ ok: true, value: view('w-0', 'lab') });
  const good = store.getState().setStart({ pod: 'p', ip: '10.0.0.1' });
  asked[1]?.answer({ ok: true, value: view('w-0', 'lab') });
  expect(await good).toBeNull();
  const shown = store.getState().workload;
  const bad = store.getState().setStart({ ip: 'nonsense' });
  asked[2]?.answer({ ok: false, failure });
  expect(await bad).toEqual(failure);
  expect(store.getState()).toMatchObject({ workload: shown, failure: null });
  expect(store.getState().start).toEqual({ pod: 'p', ip: '10.0.0.1' });
});

test('a study that brings its first workload shows it without asking, and not for another choice', async () => {
  const { bridge, asked } = host();
  const store = createStudyStore(bridge);
  const recorded = { ...study('a', 2), first: view('w-0', 'lab') };
  const shown = store.getState().showStudy(recorded);
  expect(store.getState().workload?.anatomy.name).toBe('w-0');
  await shown;
  expect(asked).toEqual([]);
  void store.getState().showStudy(recorded, 1);
  void store.getState().setVariant('sidecar');
  void store.getState().showStudy(recorded);
  expect(asked.map((one) => one.input)).toMatchObject([
    { index: 1, variant: 'lab' },
    { index: 1, variant: 'sidecar' },
    { index: 0, variant: 'sidecar' },
  ]);
});

test('a text is asked for once', async () => {
  const { bridge, asked } = host();
  const store = createStudyStore(bridge);
  const shown = store.getState().showStudy(study('a'));
  asked[0]?.answer({ ok: true, value: view('w-0', 'lab') });
  await shown;
  expect((await store.getState().loadText('injected'))?.text).toBe('kind: Pod');
  expect(store.getState().texts.get('injected')?.text).toBe('kind: Pod');
});

test('a name stands on the stage with its own picture and never before it', async () => {
  const { bridge, asked } = host();
  const store = createStudyStore(bridge);
  const first = store.getState().showStudy(study('a', 2));
  asked[0]?.answer({ ok: true, value: view('w-0', 'lab') });
  await first;
  const opening = store.getState().open('b', async () => ({ ok: true, value: study('b') }));
  await Promise.resolve();
  await Promise.resolve();
  expect(asked).toHaveLength(2);
  expect(store.getState()).toMatchObject({ study: { id: 'a' }, workload: { anatomy: { name: 'w-0' } } });
  asked[1]?.answer({ ok: true, value: view('b-0', 'lab') });
  expect(await opening).toBe(true);
  expect(store.getState()).toMatchObject({ study: { id: 'b' }, workload: { anatomy: { name: 'b-0' } } });
});

test('a workload that cannot be shown leaves name and picture of the one before', async () => {
  const { bridge, asked } = host();
  const store = createStudyStore(bridge);
  const first = store.getState().showStudy(study('a', 2));
  asked[0]?.answer({ ok: true, value: view('w-0', 'lab') });
  await first;
  const next = store.getState().selectWorkload(1);
  asked[1]?.answer({ ok: false, failure });
  await next;
  expect(store.getState()).toMatchObject({ index: 0, failure, workload: { anatomy: { name: 'w-0' } } });
});

test('another bootstrap that is chosen while a file is opened is that of the file', async () => {
  const { bridge, asked } = host();
  const store = createStudyStore(bridge);
  const opening = store.getState().open('b', async () => ({ ok: true, value: study('b') }));
  await Promise.resolve();
  await Promise.resolve();
  const chosen = store.getState().setVariant('sidecar');
  asked[0]?.answer({ ok: true, value: view('b-0', 'lab') });
  asked[1]?.answer({ ok: true, value: view('b-0', 'sidecar') });
  await chosen;
  expect(await opening).toBe(true);
  expect(store.getState()).toMatchObject({
    study: { id: 'b' },
    workload: { bootstrap: { variant: 'sidecar' } },
  });
});

test('the port and the waiting time that were chosen stay for the next file, its pod does not', async () => {
  const { bridge, asked } = host();
  const store = createStudyStore(bridge);
  void store.getState().showStudy(study('a'));
  void store.getState().setStart({ pod: 'p', adminPort: 9983, fetchTimeout: '5s' });
  void store.getState().showStudy({ ...study('b'), first: view('w-0', 'lab') });
  expect(asked.at(-1)?.input).toMatchObject({ studyId: 'b', start: { adminPort: 9983, fetchTimeout: '5s' } });
  expect(asked.at(-1)?.input).not.toHaveProperty('start.pod');
});

test('a typo stays with the workload it was made for; sidecar or lab is a choice that stays', async () => {
  const { bridge, asked } = host();
  const store = createStudyStore(bridge);
  const choose = async (variant: BootstrapVariant) => {
    const chosen = store.getState().setVariant(variant);
    asked.at(-1)?.answer({ ok: true, value: view('w-0', variant) });
    await chosen;
  };
  void store.getState().showStudy(study('a', 2));
  await choose('typo');
  void store.getState().showStudy(study('b', 2));
  expect(asked.at(-1)?.input).toMatchObject({ studyId: 'b', variant: 'lab' });
  await choose('typo');
  void store.getState().selectWorkload(1);
  expect(asked.at(-1)?.input).toMatchObject({ index: 1, variant: 'lab' });
  await choose('sidecar');
  void store.getState().showStudy(study('c'));
  expect(asked.at(-1)?.input).toMatchObject({ studyId: 'c', variant: 'sidecar' });
});

test('the same workload injected anew keeps what was chosen for it, the typo and its pod included', async () => {
  const { bridge, asked } = host();
  const store = createStudyStore(bridge);
  void store.getState().showStudy(study('a'));
  void store.getState().setStart({ pod: 'p' });
  void store.getState().setVariant('typo');
  void store.getState().open('a', async () => ({ ok: true, value: study('native') }), { same: true });
  await Promise.resolve();
  await Promise.resolve();
  expect(asked.at(-1)?.input).toMatchObject({ studyId: 'native', variant: 'typo', start: { pod: 'p' } });
});

test('when another workload cannot be shown, the one on the stage keeps its typo and its start values', async () => {
  const { bridge, asked } = host();
  const store = createStudyStore(bridge);
  void store.getState().showStudy(study('a'));
  void store.getState().setStart({ pod: 'p' });
  const chosen = store.getState().setVariant('typo');
  asked.at(-1)?.answer({ ok: true, value: view('w-0', 'typo') });
  await chosen;
  const other = store.getState().showStudy(study('b'));
  asked.at(-1)?.answer({ ok: false, failure });
  expect(await other).toBe(false);
  expect(store.getState()).toMatchObject({ variant: 'typo', start: { pod: 'p' }, study: { id: 'a' } });
});
