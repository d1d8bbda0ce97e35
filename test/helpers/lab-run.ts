import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { FailureError } from '../../src/contract/failure.ts';
import type { LabFiles, LabReport } from '../../src/domain/lab/model.ts';
import { LABS } from '../../src/domain/lab/model.ts';
import type { LabProgress, LabRunRequest, MadeFile } from '../../src/host/lab/run-lab.ts';

/** The folder of each test; gone after it. */
export let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Passes what begins with `good`. */
function grade(files: LabFiles): LabReport {
  const steps = LABS.install.map(({ number, id, files: paths }) => {
    const findings = paths.flatMap((file) => {
      const found = files.get(file);
      if (found?.kind === 'text' && found.text.startsWith('good')) return [];
      return [{ file, line: null, key: null, message: found?.kind === 'text' ? 'bad' : 'missing' }];
    });
    const state = findings.length === 0 ? 'pass' : findings.length === paths.length ? 'missing' : 'fail';
    return { number, id, state: state as 'pass', findings, notes: [] };
  });
  return { lab: 'install', passed: false, workload: null, steps };
}

export function request(
  files: readonly MadeFile[],
  more: Partial<LabRunRequest> = {},
): LabRunRequest & { readonly told: LabProgress[] } {
  const told: LabProgress[] = [];
  return {
    lab: 'install',
    folder,
    shown: 'my-lab',
    works: [{ number: 1, make: async () => files }],
    grade,
    commands: () => [],
    force: false,
    signal: new AbortController().signal,
    onProgress: (progress) => told.push(progress),
    told,
    ...more,
  };
}

export const text = (path: string): string => readFileSync(join(folder, path), 'utf8');
export const put = (path: string, data: string): void => writeFileSync(join(folder, path), data);
export const VERSION = { path: 'out/version.txt', text: 'good 1\n' };
export const PRECHECK = { path: 'out/precheck.txt', text: 'good 2\n' };

export async function refused(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof FailureError ? `${error.failure.code}: ${error.failure.message}` : String(error);
}
