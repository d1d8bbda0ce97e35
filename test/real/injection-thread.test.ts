import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInjector } from '../../src/host/inject/injector.ts';
import type { StudyReader } from '../../src/host/study/reader.ts';
import { createWorkerReader } from '../../src/host/study/worker-reader.ts';
import { type BuiltWorker, buildWorker } from './built-worker.ts';
import { caseBytes, failureOf, inject, toolchain } from './injecting.ts';

let worker: BuiltWorker | null = null;
let reader: StudyReader | null = null;

beforeAll(async () => {
  worker = await buildWorker();
  reader = createWorkerReader({ file: worker.file });
});
afterAll(async () => {
  await reader?.close();
  worker?.remove();
});

describe('texts read on another thread', () => {
  it('give the same notes and refusals as on this one', async () => {
    if (reader === null) throw new Error('the worker was not built');
    const injector = createInjector({ toolchain, texts: reader.texts });
    const there = (name: string) =>
      injector.inject({ name, bytes: caseBytes(name), injection: [], native: false });
    const here = (name: string) => inject(name, caseBytes(name));
    for (const name of ['74-typo-field-dropped.yaml', '34-duplicate-keys.yaml', '32-utf16le.yaml'])
      expect((await there(name)).notes).toEqual((await here(name)).notes);
    for (const name of ['47-tabs.yaml', '52-missing-template.yaml', '55-empty-file.yaml'])
      expect(await failureOf(there(name))).toEqual(await failureOf(here(name)));
  });
});
