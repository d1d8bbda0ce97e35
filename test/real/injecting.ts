import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Failure, FailureError } from '../../src/contract/failure.ts';
import { createInjector, type InjectRequest, type InjectResult } from '../../src/host/inject/injector.ts';
import { createToolchain } from '../../src/host/toolchain/toolchain.ts';

const cacheDir = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-test-'));
afterAll(() => rmSync(cacheDir, { recursive: true, force: true }));

const env = process.env;
export const toolchain = createToolchain({ env, cacheDir });
export const injector = createInjector({ toolchain });

export function caseBytes(name: string): Buffer {
  return readFileSync(new URL(`../cases/${name}`, import.meta.url));
}

export function payments(): Buffer {
  return readFileSync(new URL('../../resources/samples/payments.yaml', import.meta.url));
}

type Options = Partial<Omit<InjectRequest, 'name' | 'bytes'>>;

export function inject(
  name: string,
  text: string | Uint8Array,
  options: Options = {},
): Promise<InjectResult> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return injector.inject({ name, bytes, injection: [], native: false, ...options });
}

/** Injects one of the cases, with the files of `manifest generate`. */
export function injectCase(name: string, options: Options = {}): Promise<InjectResult> {
  return inject(name, caseBytes(name), options);
}

/** The three files that `manifest generate` gives, one of them replaced by a case. */
export async function filesWith(
  role: 'config' | 'mesh' | 'values',
  name: string,
  bytes: Uint8Array = caseBytes(name),
): Promise<InjectRequest['injection']> {
  const { injectConfig, meshConfig, values } = await inject('payments.yaml', payments());
  const file = (one: 'config' | 'mesh' | 'values', text: { name: string; text: string }) =>
    one === role ? { name, bytes, role } : { name: text.name, bytes: Buffer.from(text.text), role: one };
  return [file('config', injectConfig), file('mesh', meshConfig), file('values', values)];
}

export async function failureOf(work: Promise<unknown>): Promise<Failure> {
  try {
    await work;
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
  throw new Error('it was injected');
}
