import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { FailureError } from '../../contract/failure.ts';
import { readSettings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function refusal(path: string): string {
  try {
    readSettings({ SIDECAR_ANATOMY_SETTINGS: path });
  } catch (error) {
    if (error instanceof FailureError) return error.failure.message;
    throw error;
  }
  throw new Error('it was read');
}

it('settings are read from a file only: nothing else is waited for', () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(refusal(pipe)).toBe(`The settings file ${pipe} cannot be read: it is no regular file.`);
  expect(refusal('/dev/zero')).toBe('The settings file /dev/zero cannot be read: it is no regular file.');
  expect(refusal(folder)).toBe(`The settings file ${folder} cannot be read: it is a folder.`);
});

it('settings that are larger than any are not read', () => {
  const file = join(folder, 'large.json');
  writeFileSync(file, '');
  truncateSync(file, 2_000_000_000);
  expect(refusal(file)).toMatch(/it is larger than 1 MB\.$/);
});

it('settings name programs and a kubeconfig, and nothing else is taken from them', () => {
  const file = join(folder, 'whole.json');
  const settings = { istioctl: '/i', envoy: '/e', kubeconfig: '/k' };
  writeFileSync(file, JSON.stringify({ ...settings, other: 1 }));
  expect(readSettings({ SIDECAR_ANATOMY_SETTINGS: file })).toEqual(settings);
  writeFileSync(file, '{"kubeconfig": 1}');
  expect(refusal(file)).toContain('it must be a JSON object such as');
});
