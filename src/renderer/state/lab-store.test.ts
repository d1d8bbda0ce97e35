import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../contract/failure.ts';
import type { LabOver, LabProgress, LabUnderWay, LabView } from '../../contract/lab-types.ts';
import type { Bridge } from '../bridge/bridge.ts';
import { createLabStore, type LabWork } from './lab-store.ts';

const view = (folder: string, workload: string | null = null): LabView => ({
  lab: 'bootstrap',
  folder,
  exists: true,
  isOther: false,
  by: {},
  report: { lab: 'bootstrap', passed: false, workload, steps: [] },
});
const WORK: LabWork = {
  studyId: 's',
  index: 0,
  native: false,
  steps: [1, 2],
  force: false,
  replace: [],
  label: null,
};
const differs: Outcome<never> = {
  ok: false,
  failure: { code: 'lab-file-differs', kind: 'input', message: 'x', hint: '', source: null },
};

/** A host whose answers to looks the test gives when it likes. */
function desk(
  done: Outcome<unknown> = { ok: true, value: { ...view('/one', 'done'), files: [], commands: [] } },
  underWay: LabUnderWay | null = null,
) {
  const asked: [string, unknown][] = [];
  const looks: ((view: LabView) => void)[] = [];
  const hearers = new Map<string, (told: unknown) => void>();
  const tell = (event: string, told: unknown): void => hearers.get(event)?.(told);
  let end: () => void = () => undefined;
  const bridge = {
    request(name: string, input: { readonly folder?: string }) {
      asked.push([name, input]);
      if (name === 'lab:folder') return Promise.resolve({ ok: true, value: '~/labs' });
      if (name === 'lab:under-way') return Promise.resolve({ ok: true, value: underWay });
      if (name === 'lab:look') return new Promise((give) => looks.push((value) => give({ ok: true, value })));
      if (name === 'lab:do')
        return new Promise((give) => {
          end = () => give(done);
        });
      return Promise.resolve({ ok: true, value: null });
    },
    on(event: string, hear: (told: unknown) => void) {
      hearers.set(event, hear);
      return () => undefined;
    },
  } as unknown as Bridge;
  const store = createLabStore(bridge, () => ({
    start: { adminPort: 19982, node: 'node9' },
    workload: 'Deployment payments',
  }));
  return {
    store,
    asked,
    looks,
    tell: (progress: LabProgress) => tell('lab:progress', progress),
    over: (over: LabOver) => tell('lab:over', over),
    end: () => end(),
    /** As this page called the run that it asked for last. */
    run: () => {
      const input = asked.findLast(([name]) => name === 'lab:do')?.[1];
      return input !== null && typeof input === 'object' && 'run' in input ? String(input.run) : '';
    },
  };
}

const settled = () => new Promise((done) => setTimeout(done, 0));

describe('the lab’s store', () => {
  it('proposes a folder once, and looks at it', async () => {
    const { store, asked, looks } = desk();
    void store.getState().enter();
    await settled();
    looks[0]?.(view('/home/me/labs'));
    await settled();
    expect(asked.map(([name]) => name)).toEqual(['lab:folder', 'lab:under-way', 'lab:look']);
    expect(store.getState().labs.bootstrap).toMatchObject({
      folder: '~/labs',
      view: { folder: '/home/me/labs' },
    });
    store.getState().setFolder('/mine');
    void store.getState().enter();
    await settled();
    expect(asked.at(-1)).toEqual([
      'lab:look',
      {
        lab: 'bootstrap',
        folder: '/mine',
        start: { adminPort: 19982 },
        preferred: 'Deployment payments',
        namespace: null,
        control: null,
        kubeconfig: null,
      },
    ]);
  });

  it('shows the answer to the newest look, whichever comes last', async () => {
    const { store, looks } = desk();
    store.getState().setFolder('/one');
    void store.getState().look();
    void store.getState().look();
    looks[1]?.(view('/one', 'newest'));
    await settled();
    looks[0]?.(view('/one', 'older'));
    await settled();
    expect(store.getState().labs.bootstrap.view?.report.workload).toBe('newest');
    expect(store.getState().busy).toBe(null);
  });

  it('stays at a step that a person opens meanwhile, until that is the one that is done', async () => {
    const { store, tell, end, run } = desk();
    const stepShown = () => store.getState().labs.bootstrap.step;
    store.getState().setFolder('/one');
    const running = store.getState().run(WORK);
    tell({ run: run(), lab: 'bootstrap', step: 1, state: 'running' });
    store.getState().setStep(7);
    tell({ run: run(), lab: 'bootstrap', step: 2, state: 'running' });
    expect([stepShown(), store.getState().doing]).toEqual([7, 2]);
    store.getState().setStep(2);
    tell({ run: run(), lab: 'bootstrap', step: 3, state: 'running' });
    expect(stepShown()).toBe(3);
    end();
    await running;
  });

  it('follows the step that is being done, and shows what came of it', async () => {
    const { store, tell, end, run } = desk();
    store.getState().setFolder('/one');
    const running = store.getState().run(WORK);
    tell({ run: run(), lab: 'bootstrap', step: 2, state: 'running' });
    expect(store.getState()).toMatchObject({ busy: 'doing', doing: 2, labs: { bootstrap: { step: 2 } } });
    tell({ run: run(), lab: 'bootstrap', step: 2, state: 'done' });
    expect(store.getState()).toMatchObject({ doing: null, made: new Map([[2, 'done']]) });
    end();
    expect(await running).toEqual([]);
    expect(store.getState()).toMatchObject({ busy: null, made: new Map() });
    expect(store.getState().labs.bootstrap.view?.report.workload).toBe('done');
  });

  it('keeps what was asked for when a file stands in the way, and what was made before is looked at', async () => {
    const { store, looks, end } = desk(differs);
    store.getState().setFolder('/one');
    const running = store.getState().run(WORK);
    end();
    await settled();
    looks[0]?.(view('/one', 'half'));
    expect(await running).toBe(null);
    const { failure, refused, labs } = store.getState();
    expect([failure?.code, refused, labs.bootstrap.view?.report.workload]).toEqual([
      'lab-file-differs',
      [1, 2],
      'half',
    ]);
  });

  it('hears nothing of steps that another page does, not even while it does the same lab itself', () => {
    const { store, tell, over } = desk();
    const other = { run: 'other', lab: 'bootstrap', step: 2, state: 'running' } as const;
    tell(other);
    expect(store.getState()).toMatchObject({ doing: null, labs: { bootstrap: { step: 1 } } });
    store.getState().setFolder('/one');
    void store.getState().run(WORK);
    tell(other);
    over({ run: 'other', failure: null });
    expect(store.getState()).toMatchObject({ busy: 'doing', doing: null, labs: { bootstrap: { step: 1 } } });
  });

  it('ends the run that it asked for, and no other', async () => {
    const { store, asked, run } = desk();
    await store.getState().cancel();
    expect(asked).toEqual([]);
    store.getState().setFolder('/one');
    void store.getState().run(WORK);
    await store.getState().cancel();
    expect(asked.at(-1)).toEqual(['lab:cancel', { run: run() }]);
  });

  describe('entered while its folder is being written into, as after a reload', () => {
    const made = [{ step: 1, state: 'done' }] as const;
    const entered = async () => {
      const page = desk(differs, { run: 'before', step: 2, made });
      page.store.getState().setFolder('/one');
      await page.store.getState().enter();
      return page;
    };

    it('shows how far that is, follows it and can end it', async () => {
      const { store, tell, asked } = await entered();
      expect(store.getState()).toMatchObject({ busy: 'doing', doing: 2, made: new Map([[1, 'done']]) });
      tell({ run: 'before', lab: 'bootstrap', step: 3, state: 'running' });
      expect(store.getState()).toMatchObject({ doing: 3, labs: { bootstrap: { step: 3 } } });
      await store.getState().cancel();
      expect(asked.at(-1)).toEqual(['lab:cancel', { run: 'before' }]);
    });

    it('looks at what came of it, and says why it ended early', async () => {
      const { store, over, looks } = await entered();
      over({ run: 'before', failure: differs.ok ? null : differs.failure });
      looks[0]?.(view('/one', 'half'));
      await settled();
      const { busy, failure, made: left, labs } = store.getState();
      expect([busy, failure?.code, left.size, labs.bootstrap.view?.report.workload]).toEqual([
        null,
        'lab-file-differs',
        0,
        'half',
      ]);
    });
  });
});
