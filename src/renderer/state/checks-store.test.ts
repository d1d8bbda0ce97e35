import { expect, it } from 'vitest';
import type { CheckAnswer } from '../../contract/checks.ts';
import { type Outcome, usageFailure } from '../../contract/failure.ts';
import type { Bridge } from '../bridge/bridge.ts';
import { checkedRole } from './check-actions.ts';
import { checkKey, createChecksStore } from './checks-store.ts';

const command = { argv: [], line: 'istioctl', exitCode: 0, signal: null, ms: 1, stderr: '' };
const answer = (output: string): CheckAnswer => ({
  check: 'analyze',
  command,
  exitCode: 0,
  output,
  findings: [],
  coverage: [],
  cluster: null,
});

/** A host that answers when it is told to. */
function start() {
  const waiting: ((outcome: Outcome<unknown>) => void)[] = [];
  const bridge = { request: () => new Promise((done) => waiting.push(done)) } as unknown as Bridge;
  return {
    store: createChecksStore(bridge),
    answerNext: (outcome: Outcome<unknown>) => waiting.shift()?.(outcome),
  };
}

it('keeps what was said of each text apart, the newest of each', async () => {
  const { store, answerNext } = start();
  const steps = [
    ['a', 'injected', '1'],
    ['a', 'original', '2'],
    ['a', 'injected', '3'],
  ] as const;
  for (const [study, role, output] of steps) {
    const done = store.getState().run(study, role, null);
    expect(store.getState().running).toBe(checkKey(study, role));
    answerNext({ ok: true, value: [answer(output)] });
    await done;
    expect(store.getState().running).toBeNull();
  }
  const said = [...store.getState().answers].map(([key, [one]]) => [key, one?.output]);
  expect(said).toEqual([
    ['a#original', '2'],
    ['a#injected', '3'],
  ]);
});

it('keeps what was said before when a run fails', async () => {
  const { store, answerNext } = start();
  const first = store.getState().run('a', 'injected', null);
  answerNext({ ok: true, value: [answer('1')] });
  await first;
  const second = store.getState().run('a', 'injected', null);
  answerNext({ ok: false, failure: usageFailure('cancelled', 'a', 'b').failure });
  await second;
  expect(store.getState().answers.get('a#injected')?.[0]?.output).toBe('1');
  expect(store.getState().running).toBeNull();
});

it('holds the texts of the studies that the host holds, not more', async () => {
  const { store, answerNext } = start();
  for (let index = 0; index < 20; index++) {
    const done = store.getState().run(String(index), 'injected', null);
    answerNext({ ok: true, value: [] });
    await done;
  }
  expect(store.getState().answers.size).toBe(16);
  expect(store.getState().answers.has('19#injected')).toBe(true);
});

it('checks the injected text of a study that has no other', () => {
  expect(checkedRole('original', [{ role: 'injected' }])).toBe('injected');
  expect(checkedRole('original', [{ role: 'original' }, { role: 'injected' }])).toBe('original');
});
