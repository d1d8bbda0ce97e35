import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCliRun } from '../../src/cli/create-context.ts';
import { runProgramLine } from '../../src/cli/program.ts';
import { logAt } from '../../src/domain/recording/film.ts';
import { parseRecording } from '../../src/host/recording/recording.ts';
import { createToolchain } from '../../src/host/toolchain/toolchain.ts';
import { leaks, plantedIn } from '../helpers/planted-secrets.ts';
import { plantedKubeconfig, plantedWorkload } from '../helpers/planted-workload.ts';

const cwd = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-redaction-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SHOP = join(folder, 'shop.json');
writeFileSync(SHOP, plantedWorkload());

async function call(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const written = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  const sink = (key: 'stdout' | 'stderr') => {
    const stream = new PassThrough();
    stream.on('data', (chunk) => written[key].push(Buffer.from(chunk)));
    return stream;
  };
  const run = createCliRun({
    stdin: new PassThrough(),
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    env: { ...process.env, SIDECAR_ANATOMY_CACHE: folder, ...more },
    cwd,
    version: '0.0.0',
  });
  const code = await runProgramLine(args, run.context, run.exitCode);
  await run.end();
  return { code, bytes: Buffer.concat(written.stdout), stderr: Buffer.concat(written.stderr).toString() };
}

/** As a reader sees it: Mermaid's labels hold signs as numbers. */
const shown = (bytes: Buffer): string =>
  bytes.toString('utf8').replace(/#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));

describe('anatomy of a workload that is full of secrets, injected by the real istioctl', () => {
  const asked = (format: string, ...more: readonly string[]) =>
    call([
      ...['anatomy', SHOP, '--variant', 'sidecar', '--format', format],
      ...(format === 'json' ? [] : ['--scene', 'pod']),
      ...more,
    ]);

  it.each(['json', 'svg', 'mermaid', 'drawio', 'html', 'md'])(
    '%s holds none of them, says how many were masked, and holds them when they are asked for',
    async (format) => {
      const masked = await asked(format);
      expect(masked.code, masked.stderr).toBe(0);
      const said = /^(\d+) values were masked; --include-secrets shows them\.$/m.exec(masked.stderr)?.[1];
      expect(Number(said)).toBeGreaterThanOrEqual(40);
      const text = shown(masked.bytes);
      expect(leaks(text)).toEqual([]);
      expect(leaks(masked.stderr)).toEqual([]);
      expect(text).toContain('••••');
      expect(text).toContain(format === 'json' ? `"masked":${said}` : `${said} values masked`);
      const whole = await asked(format, '--include-secrets');
      expect(whole.stderr).not.toContain('masked');
      expect(leaks(shown(whole.bytes))).not.toEqual([]);
    },
  );

  it.each(['overview', 'env-to-metadata', 'bootstrap', 'way-out'])(
    'the scene %s holds none, in any view',
    async (scene) => {
      for (const view of ['original', 'injected', 'difference']) {
        const { code, bytes } = await asked('svg', '--scene', scene, '--view', view);
        expect([code, leaks(bytes.toString('utf8'))]).toEqual([0, []]);
      }
    },
  );

  // That no letter of them is in a PDF is read by PDF.js, in e2e/formats.spec.ts.
  it.each(['png', 'pdf'])(
    '%s is drawn from the same picture: with secrets it is another one',
    async (format) => {
      const [masked, again, whole] = [
        await asked(format),
        await asked(format),
        await asked(format, '--include-secrets'),
      ];
      expect(masked.stderr).toContain('values were masked');
      expect(masked.bytes.equals(again.bytes)).toBe(true);
      expect(masked.bytes.equals(whole.bytes)).toBe(false);
    },
  );

  it('what the sample teaches is all there, and nothing is said of masking', async () => {
    const { bytes, stderr } = await call(['anatomy', 'resources/samples/payments.yaml']);
    const report = JSON.parse(bytes.toString('utf8'));
    expect([report.masked, stderr]).toEqual([0, '']);
    for (const taught of [
      ...['PILOT_CERT_PROVIDER', 'CA_ADDR', 'istio-token', 'audience istio-ca', '/var/run/secrets/tokens'],
      ...['ISTIO_META_CLUSTER_ID', 'TRUST_DOMAIN', 'credential-socket', '"Kubernetes"', 'istiod-ca-cert'],
    ])
      expect(bytes.toString('utf8')).toContain(taught);
  });
});

describe('a recording of it, by an Envoy that writes secrets into its log', () => {
  const envoy = join(folder, 'envoy');
  const said = [
    ...plantedIn('log', 'config-dump').map(({ text }) => text),
    ...plantedKubeconfig().split('\n'),
  ];
  beforeAll(async () => {
    const real = await createToolchain().require('envoy');
    writeFileSync(join(folder, 'said'), `${said.join('\n')}\n`);
    const script = `#!/bin/sh\ncase "$*" in *--version*) ;; *) cat '${folder}/said' >&2;; esac\nexec '${real}' "$@"\n`;
    writeFileSync(envoy, script, { mode: 0o755 });
  });
  const record = async (out: string, ...more: readonly string[]) => {
    const args = ['record', SHOP, '--seconds', '2', '--admin-port', '0', '--out', join(folder, out), ...more];
    const { code, stderr } = await call(args, { SIDECAR_ANATOMY_ENVOY: envoy });
    expect(code, stderr).toBe(0);
    return { stderr, text: readFileSync(join(folder, out), 'utf8') };
  };

  it('holds none of them, says how many were masked, and is a recording still', async () => {
    const { stderr, text } = await record('shop.anatomy');
    expect(leaks(text)).toEqual([]);
    expect(leaks(stderr)).toEqual([]);
    const { film, texts } = await parseRecording('shop.anatomy', text);
    const { masked = 0 } = film.moments.at(-1) ?? {};
    expect(masked).toBeGreaterThanOrEqual(50);
    expect(stderr).toContain(`${masked} values were masked`);
    expect(logAt(film, film.duration)).toContain("'authorization', 'Bearer ••••'");
    const injected = [...texts.values()].find(({ name }) => name === 'injected.yaml')?.text ?? '';
    expect(injected).toContain('value: istiod.istio-system.svc:15012');
    // It is read again where it is opened.
    const { code, bytes } = await reopened(injected);
    expect([code, leaks(bytes.toString('utf8'))]).toEqual([0, []]);
  });

  it('holds them when they are asked for', async () => {
    const { stderr, text } = await record('whole.anatomy', '--include-secrets');
    expect(stderr).not.toContain('masked');
    expect(leaks(text).length).toBeGreaterThanOrEqual(40);
    const { head, film } = await parseRecording('whole.anatomy', text);
    expect([head.secrets, film.moments.at(-1)?.masked]).toEqual(['included', 0]);
  });

  function reopened(injected: string) {
    const file = join(folder, 'injected.yaml');
    writeFileSync(file, injected);
    return call(['anatomy', file, '--injected', '--include-secrets']);
  }
});
