import { expect, it } from 'vitest';
import { FailureError } from '../../contract/failure.ts';
import { createSourceShelf } from '../../domain/yaml/shelf.ts';
import { type Alone, createTextWork } from './text-work.ts';

const bytes = Buffer.from('a: b\n'.repeat(50_000));

it('stops reading a large input when it is called off', async () => {
  const controller = new AbortController();
  const reading = createTextWork().prepare({ name: 'in.yaml', bytes }, controller.signal);
  setImmediate(() => controller.abort());
  const thrown = await reading.then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(FailureError);
  expect(thrown).toMatchObject({ failure: { code: 'cancelled' } });
});

it('reads no two pieces of an answer in one turn, and none when it is called off', async () => {
  const read: string[] = [];
  const shelf = { ...createSourceShelf(), grow: (_: string, piece: string) => void read.push(piece) };
  const work = createTextWork(shelf);
  const controller = new AbortController();
  const pieces = ['a', 'b', 'c', 'd'].map((piece) =>
    work.grow({ name: 'injected.yaml', piece }, controller.signal),
  );
  await pieces[0];
  expect(read).toEqual(['a']);
  await pieces[1];
  controller.abort();
  await Promise.all(pieces);
  expect(read).toEqual(['a', 'b']);
});

it('compares an answer when every piece of it was read', async () => {
  const shelf = createSourceShelf();
  const read: string[] = [];
  const grow = (name: string, piece: string): void => {
    read.push(piece);
    shelf.grow(name, piece);
  };
  const work = createTextWork({ ...shelf, grow });
  const original = { name: 'in.yaml', text: 'a: 1\n' };
  void work.grow({ name: 'injected.yaml', piece: 'a: 1\n---' });
  void work.grow({ name: 'injected.yaml', piece: '\n' });
  await work.review({ original, injected: { name: 'injected.yaml', text: 'a: 1\n---\n' }, stderr: '' });
  expect(read).toHaveLength(2);
});

it('lets whoever it works for know of every piece that may take long', async () => {
  let told = 0;
  const alone: Alone = async (work) => {
    told += 1;
    return work();
  };
  const work = createTextWork(createSourceShelf(), alone);
  await work.prepare({ name: 'in.yaml', bytes });
  // Whether it is over a limit, and what is left to read when the pieces are.
  expect(told).toBe(2);
  const text = { name: 'other.yaml', text: 'a: 1' };
  await work.ahead({ texts: [text, text] });
  expect(told).toBe(4);
  await work.review({ original: text, injected: text, stderr: '' });
  expect(told).toBe(5);
});

it('reads nothing else between the turns in which the thread is heard and the piece that it then hears nothing in', async () => {
  const did: string[] = [];
  const shelf = createSourceShelf();
  const grow = (name: string, piece: string): void => {
    did.push('reads a piece');
    shelf.grow(name, piece);
  };
  const alone: Alone = async (work) => {
    did.push('hears');
    for (let turn = 0; turn < 3; turn++) await new Promise((done) => setImmediate(done));
    did.push('hears nothing');
    return work();
  };
  const work = createTextWork({ ...shelf, grow }, alone);
  const other = { name: 'other.yaml', text: 'a: 1' };
  await Promise.all([
    work.prepare({ name: 'in.yaml', bytes }),
    work.ahead({ texts: [other, other] }),
    ...Array.from({ length: 20 }, () => work.grow({ name: 'injected.yaml', piece: 'a: 1\n' })),
  ]);
  const pieces = 20 + Math.ceil(bytes.length / 32_768);
  expect(did.filter((one) => one === 'reads a piece')).toHaveLength(pieces);
  const after = did.filter((_, index) => did[index - 1] === 'hears');
  expect(after).toEqual(Array.from({ length: 4 }, () => 'hears nothing'));
});

it('goes on with the next piece when one of them failed', async () => {
  let calls = 0;
  const alone: Alone = async (work) => {
    calls += 1;
    if (calls === 1) throw new Error('called off');
    return work();
  };
  const work = createTextWork(createSourceShelf(), alone);
  const text = { name: 'in.yaml', text: 'a: 1' };
  const failed = work.review({ original: text, injected: text, stderr: '' });
  const next = work.ahead({ texts: [text] });
  await expect(failed).rejects.toThrow('called off');
  expect(await next).toBe(null);
  expect(calls).toBe(2);
});
