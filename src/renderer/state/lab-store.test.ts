import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../contract/failure.ts';
import type { LabProgress, LabView } from '../../contract/lab-types.ts';
import type { Bridge } from '../bridge/bridge.ts';
import { createLabStore, type LabWork } from './lab-store.ts';

const view = (folder: string, workload: string | null = null): LabView => ({
  lab: 'bootstrap',
  folder,
  exists: true,
  by: {},
  report: { lab: 'bootstrap', passed: false, workload, steps: [] },
});
const WORK: LabWork = { studyId: 's', index: 0, native: false, steps: [1, 2], force: false };
const differs: Outcome<never> = {
  ok: false,
  failure: { code: 'lab-file-differs', kind: 'input', message: 'x', hint: '', source: null },
};

/** A host whose answers to looks the test gives when it likes. */
function desk(
  done: Outcome<unknown> = { ok: true, value: { ...view('/one', 'done'), files: [], commands: [] } },
) {
  const asked: [string, unknown][] = [];
  const looks: ((view: LabView) => void)[] = [];
  let tell: (progress: LabProgress) => void = () => undefined;
  let end: () => void = () => undefined;
  const bridge = {
    request(name: string, input: { readonly folder?: string }) {
      asked.push([name, input]);
      if (name === 'lab:folder') return Promise.resolve({ ok: true, value: '~/labs' });
      if (name === 'lab:look') return new Promise((give) => looks.push((value) => give({ ok: true, value })));
      if (name === 'lab:do')
        return new Promise((give) => {
          end = () => give(done);
        });
      return Promise.resolve({ ok: true, value: null });
    },
    on(_: string, hear: (progress: LabProgress) => void) {
      tell = hear;
      return () => undefined;
    },
  } as unknown as Bridge;
  const store = createLabStore(bridge, () => ({ adminPort: 19982, node: 'node9' }));
  return { store, asked, looks, tell: (progress: LabProgress) => tell(progress), end: () => end() };
}

const settled = () => new Promise((done) => setTimeout(done, 0));

describe('the lab’s store', () => {
  it('proposes a folder once, and looks at it', async () => {
    const { store, asked, looks } = desk();
    void store.getState().enter();
    await settled();
    looks[0]?.(view('/home/me/labs'));
    await settled();
    expect(asked.map(([name]) => name)).toEqual(['lab:folder', 'lab:look']);
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

  it('follows the step that is being done, and shows what came of it', async () => {
    const { store, tell, end } = desk();
    store.getState().setFolder('/one');
    const running = store.getState().run(WORK);
    tell({ lab: 'bootstrap', folder: '/one', step: 2, state: 'running' });
    expect(store.getState()).toMatchObject({ busy: 'doing', doing: 2, labs: { bootstrap: { step: 2 } } });
    tell({ lab: 'bootstrap', folder: '/one', step: 2, state: 'done' });
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

  it('hears nothing of steps that another page does', () => {
    const { store, tell } = desk();
    tell({ lab: 'bootstrap', folder: '/one', step: 2, state: 'running' });
    expect(store.getState()).toMatchObject({ doing: null, labs: { bootstrap: { step: 1 } } });
  });
});
