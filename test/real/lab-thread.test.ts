import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootstrapLab } from '../../src/host/lab/bootstrap-lab.ts';
import { createInlineLabReader, type LabReader } from '../../src/host/lab/lab-reader.ts';
import { runLab } from '../../src/host/lab/run-lab.ts';
import { createWorkerLabReader } from '../../src/host/lab/worker-lab-reader.ts';
import { type BuiltWorker, buildWorker } from './built-worker.ts';
import { failureOf, inject, injector, payments, toolchain } from './injecting.ts';

let worker: BuiltWorker | null = null;
let there: LabReader | null = null;
const here = createInlineLabReader();

beforeAll(async () => {
  worker = await buildWorker();
  there = createWorkerLabReader({ file: worker.file });
});
afterAll(async () => {
  await there?.close();
  worker?.remove();
});

describe('labs read on another thread', () => {
  it('give the same values and refusals as on this one', async () => {
    if (there === null) throw new Error('the worker was not built');
    const { injected, meshConfig, notes } = await inject('payments.yaml', payments());
    const ask = { injected, meshConfig, start: { adminPort: 2345 } };
    expect(await there.subject(ask)).toEqual(await here.subject(ask));
    const text = { text: injected.text, notes, input: 'payments.yaml' };
    expect(await there.sidecar(text)).toEqual(await here.sidecar(text));
    for (const wrong of [
      { ...ask, workload: 'nobody' },
      { ...ask, injected: { name: 'a.yaml', text: 'kind: [' } },
      {
        ...ask,
        injected: { ...injected, text: injected.text.replaceAll('name: payments\n', 'name: a~b\n') },
      },
    ])
      expect(await failureOf(there.subject(wrong))).toEqual(await failureOf(here.subject(wrong)));
    expect(await failureOf(there.sidecar({ ...text, workload: '7' }))).toEqual(
      await failureOf(here.sidecar({ ...text, workload: '7' })),
    );
  });

  it('leave nothing of the injected text to the one that answers the window', async () => {
    if (there === null) throw new Error('the worker was not built');
    const read = (): never => {
      throw new Error('it was read on this thread');
    };
    const request = bootstrapLab(
      { toolchain, injector, reader: there, read },
      {
        folder: join(worker?.folder ?? '', 'lab'),
        shown: 'lab',
        input: { name: 'payments.yaml', bytes: payments() },
        injection: [],
        native: false,
        start: { adminPort: 0 },
        force: false,
        signal: new AbortController().signal,
      },
    );
    const { report, commands } = await runLab(request);
    expect(report.passed).toBe(true);
    // In the order of the lab, whichever ended first.
    const told = commands.map(({ line }) => /kube-inject|bootstrap\.yaml|boot-typo\.yaml/.exec(line)?.[0]);
    expect(told.slice(told.indexOf('kube-inject'))).toEqual([
      'kube-inject',
      'bootstrap.yaml',
      'boot-typo.yaml',
      expect.anything(),
    ]);
  });
});
