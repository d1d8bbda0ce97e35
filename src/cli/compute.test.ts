import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runIstioctl } from '../host/inject/istioctl.ts';
import { createPrivateFolder } from '../host/inject/private-folder.ts';
import { createCliRun } from './create-context.ts';

/** What a test sees of a run of the command line that computes. */
function computing() {
  const did: string[] = [];
  const io = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  const letSignalsEnd = () => {
    did.push('signals end it');
    return () => void did.push('signals are heard');
  };
  const run = createCliRun({ ...io, env: {}, cwd: '/', version: '1', letSignalsEnd });
  return { run, did, compute: () => run.context.compute(() => void did.push('computes')) };
}

const COMPUTED = ['signals end it', 'computes', 'signals are heard'];

/** Far more turns than it takes to hear a signal. */
const someTime = (): Promise<void> => pause(50);

it('lets signals end it while no folder of a program would stay: not before that runs, and not until the folder is gone', async () => {
  const { did, compute } = computing();
  const making = createPrivateFolder();
  const first = compute();
  const folder = await making;
  await folder.write('workload.yaml', 'kind: Pod\n');
  await someTime();
  expect(did).toEqual([]);

  folder.watched(true);
  await first;
  expect(did).toEqual(COMPUTED);

  folder.watched(false);
  const second = compute();
  await someTime();
  expect(did).toEqual(COMPUTED);
  await folder.dispose();
  await second;
  expect(did).toEqual([...COMPUTED, ...COMPUTED]);
  expect(existsSync(folder.path)).toBe(false);
});

it('asks again when a folder is made while it hears', async () => {
  const { did, compute } = computing();
  const done = compute();
  await Promise.resolve();
  const folder = await createPrivateFolder();
  await someTime();
  expect(did).toEqual([]);
  await folder.dispose();
  await done;
  expect(did).toEqual(COMPUTED);
});

it('begins nothing when it was called off while a folder was there', async () => {
  const { run, did, compute } = computing();
  const folder = await createPrivateFolder();
  const done = compute();
  run.interrupt();
  await folder.dispose();
  await expect(done).rejects.toMatchObject({ failure: { code: 'cancelled' } });
  expect(did).toEqual([]);
});

it('computes while a program runs that takes its folder along, and no longer when that has ended', async () => {
  const { did, compute } = computing();
  const folder = await createPrivateFolder();
  const watched = (is: boolean): void => {
    folder.watched(is);
    did.push(`watched: ${is}`);
  };
  let meanwhile: Promise<void> | null = null;
  const onStart = (): void => {
    meanwhile = compute();
  };
  const script = ['-e', 'setTimeout(() => undefined, 200)'];
  await runIstioctl({
    istioctl: process.execPath,
    args: script,
    folder: { ...folder, watched },
    timeoutMs: 20_000,
    onStart,
  });
  await meanwhile;
  expect(did).toEqual(['watched: true', ...COMPUTED, 'watched: false']);
  const after = compute();
  await someTime();
  expect(did).toHaveLength(5);
  await folder.dispose();
  await after;
  expect(did).toHaveLength(8);
});

it('is not kept from computing by a folder that could not be made', async () => {
  const { did, compute } = computing();
  await expect(createPrivateFolder('/nowhere/at/all')).rejects.toThrow('ENOENT');
  await compute();
  expect(did).toEqual(COMPUTED);
});
