import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureOf, inject, injectCase, payments, toolchain } from './injecting.ts';

describe('hostile sizes are refused at once, whatever program is under way', () => {
  it.each([
    ['21 MB', 'too-large', () => Buffer.alloc(21 * 1024 * 1024, 'a: 1\n')],
    ['100,000 brackets', 'yaml-too-deep', () => Buffer.from('['.repeat(100_000))],
    ['100,000 nested keys', 'yaml-too-deep', () => Buffer.from('{a: '.repeat(100_000))],
    ['19 MB of keys', 'yaml-too-many', () => Buffer.from('k: v\n'.repeat(3_800_000))],
    ['19 MB of apostrophes', 'yaml-syntax', () => Buffer.alloc(19_000_000, "'")],
    [
      '300,000 aliases of one value',
      'yaml-too-many',
      () => Buffer.from(`a: &a {x: y}\n${'b: *a\n'.repeat(300_000)}`),
    ],
    ['a program', 'binary-file', () => readFileSync(process.execPath).subarray(0, 1_000_000)],
  ])('%s: %s', async (_, code, bytes) => {
    const content = bytes();
    const started = performance.now();
    expect(await failureOf(inject('in.yaml', content))).toMatchObject({ code, kind: 'input' });
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('430,000 keys in one document: yaml-too-many', async () => {
    const failure = await failureOf(inject('in.yaml', 'k: v\n'.repeat(430_000)));
    expect(failure).toMatchObject({ code: 'yaml-too-many', source: { line: 428_572 } });
  });

  it('an alias bomb (73)', async () => {
    const started = performance.now();
    expect(await failureOf(injectCase('73-alias-bomb.yaml'))).toMatchObject({ code: 'yaml-alias-bomb' });
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe('the injector', () => {
  it('leaves no folder behind, whether it worked or not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parent-'));
    const { TMPDIR } = process.env;
    process.env.TMPDIR = folder;
    try {
      await inject('payments.yaml', payments());
      await failureOf(injectCase('52-missing-template.yaml'));
      expect(tmpdir()).toBe(folder);
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
      rmSync(folder, { recursive: true });
    }
  });

  it('ends istioctl when it is called off', async () => {
    const controller = new AbortController();
    const text = Array.from({ length: 300 }, () => payments().toString()).join('\n---\n');
    const work = failureOf(inject('many.yaml', text, { signal: controller.signal }));
    setTimeout(() => controller.abort(), 300);
    expect(await work).toMatchObject({ code: 'cancelled' });
  });

  it('keeps what manifest generate printed, private, and makes a spoiled copy anew', async () => {
    await inject('payments.yaml', payments());
    const folder = join(toolchain.cacheDir, 'manifests');
    const [name = ''] = readdirSync(folder);
    const path = join(folder, name);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const good = readFileSync(path, 'utf8');
    for (const spoiled of [good.slice(0, 5000), good.replace('policy: enabled', 'policy: disabled'), '']) {
      writeFileSync(path, spoiled);
      const { injectConfig } = await inject('payments.yaml', payments());
      expect(injectConfig.text).toContain('policy: enabled');
      const [head = '', content = ''] = readFileSync(path, 'utf8').split('\n');
      expect(head).toMatch(/^sidecar-anatomy manifest 2 [0-9a-f]{64}$/);
      expect(JSON.parse(content)).toMatchObject({ injectConfig: { text: injectConfig.text } });
      expect(readdirSync(folder)).toHaveLength(1);
    }
  });

  it('gives its texts names of their own when the input has one of them', async () => {
    const result = await inject('values.yaml', payments());
    const names = [result.original, result.injected, result.injectConfig, result.meshConfig, result.values];
    expect(names.map(({ name }) => name)).toEqual([
      'values.yaml',
      'injected.yaml',
      'inject-config.yaml',
      'mesh-config.yaml',
      'values-2.yaml',
    ]);
    expect(result.commands[1]?.line).toContain('-f values.yaml ');
  });

  it('passes odd file names as they are, never as options or paths', async () => {
    for (const name of [
      '-values.yaml',
      '../../etc/passwd',
      'a b; $(c).yaml',
      '결제 서비스.yaml',
      'con.yaml',
      '..',
    ]) {
      const { injected, commands } = await inject(name, payments());
      expect(injected.text).toContain('istio-proxy');
      expect(commands[1]?.argv.filter((argument) => argument.startsWith('-'))).toEqual([
        '--revision',
        '-f',
        '--injectConfigFile',
        '--meshConfigFile',
        '--valuesFile',
      ]);
    }
  });
});
