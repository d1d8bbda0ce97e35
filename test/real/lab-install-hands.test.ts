import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LabReport } from '../../src/domain/lab/model.ts';
import { findingsOf, notPassed } from '../helpers/install-lab.ts';
import { startCli } from './cli-process.ts';
import { payments, toolchain } from './injecting.ts';
import {
  call,
  check,
  deploymentOf,
  documentsOf,
  folder,
  injectedBy,
  jsonIn,
  podOf,
  shell,
  textIn,
  textsIn,
} from './install-lab.ts';

beforeAll(() => writeFileSync(join(folder, 'payments.yaml'), payments()));

/** The lab as a person does it in a shell, in the person's own layout and words. */
const BY_HAND = `
mkdir -p out
istioctl version --remote=false -o json > out/version.txt
istioctl x precheck > out/precheck.txt 2>&1
istioctl manifest generate > manifest.yaml 2>/dev/null
grep '^kind:' manifest.yaml | sort | uniq -c | sort -rn > out/manifest-kinds.txt
cat > namespaces.yaml <<END
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Namespace
  metadata: {name: default, labels: {kubernetes.io/metadata.name: default}}
- apiVersion: v1
  kind: Namespace
  metadata: {name: mesh-lab, labels: {istio-injection: enabled, kubernetes.io/metadata.name: mesh-lab}}
- apiVersion: v1
  kind: Namespace
  metadata: {name: legacy, labels: {kubernetes.io/metadata.name: legacy}}
END
printf '라벨을 붙여도 기존 파드는 그대로이고\\n롤아웃으로 재생성돼야 사이드카가 들어간다' > out/injection-note.txt
printf 'analyze 는 트래픽을 보내지 않고 설정만 본다.\\r\\n적용 전/후에 정적으로 검사한다.\\r\\n' > out/analyze-note.txt
`;

async function doByHand(name: string): Promise<void> {
  const cwd = join(folder, name);
  await shell(BY_HAND, cwd);
  const injected = await injectedBy(textIn(name, 'manifest.yaml'), payments().toString());
  const put = (path: string, text: string): void => writeFileSync(join(cwd, path), text);
  put('injected.yaml', injected);
  await shell(
    'istioctl analyze --use-kube=false -n mesh-lab namespaces.yaml manifest.yaml injected.yaml > out/analyze.txt 2>&1\nistioctl validate -f injected.yaml > out/validate.txt 2>/dev/null; echo "검증 통과" >> out/validate.txt',
    cwd,
  );
  const { containers, initContainers } = podOf(injected);
  put(
    'out/sidecar.json',
    JSON.stringify({
      proxy_image: containers.find((one) => one.name === 'istio-proxy')?.image,
      interception: 'istio-init 이 iptables 규칙으로 파드의 트래픽을 Envoy(15001/15006)로 보낸다',
      container_count: containers.length,
      init_containers: initContainers.map((one) => one.name),
      containers: containers.map((one) => one.name).reverse(),
    }),
  );
  put('out/mesh-readiness.json', '{"analyze_errors":0,"istio_crds":15,"injection_namespaces":["mesh-lab"]}');
}

describe('a folder that was made by hand', () => {
  beforeAll(() => doByHand('by-hand'));

  it('passes in its own layout and language, and stays as it is', async () => {
    const before = textsIn('by-hand');
    const { code, report } = await check('by-hand');
    expect(findingsOf(report)).toEqual([]);
    expect([code, report.passed, report.workload]).toEqual([0, true, 'Deployment payments']);
    expect(textsIn('by-hand')).toEqual(before);
    expect(readdirSync(join(folder, 'by-hand')).sort()).toEqual([
      'injected.yaml',
      'manifest.yaml',
      'namespaces.yaml',
      'out',
    ]);
  });

  it('is told in lines for people, with an exit code', async () => {
    writeFileSync(join(folder, 'by-hand', 'out', 'version.txt'), 'unknown\n');
    const { code, stdout } = await call(['lab', 'check', 'install', 'by-hand']);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^Deployment payments\n✗ 1 version {5}fail {6}out\/version\.txt: It holds no version number/,
    );
    expect(stdout).toMatch(/\n7 of 8 steps pass\n$/);
  });

  it('is gone on with by an export, which keeps what is right and refuses to replace what is not', async () => {
    const refused = await call(['lab', 'install', 'payments.yaml', '--out', 'by-hand']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/out\/version\.txt:1 is not what this export writes: it says “unknown”/);
    rmSync(join(folder, 'by-hand', 'out', 'version.txt'));
    rmSync(join(folder, 'by-hand', 'out', 'sidecar.json'));
    const before = textsIn('by-hand');
    const { code, stdout } = await call(['lab', 'install', 'payments.yaml', '--out', 'by-hand', '--json']);
    const { files, report } = JSON.parse(stdout) as {
      files: { path: string; state: string }[];
      report: LabReport;
    };
    expect([code, report.passed]).toEqual([0, true]);
    expect(files.filter(({ state }) => state === 'written').map(({ path }) => path)).toEqual([
      'out/version.txt',
      'out/sidecar.json',
    ]);
    for (const [path, text] of before) expect([path, textIn('by-hand', path)]).toEqual([path, text]);
  });
});

describe('an export that is interrupted', () => {
  const out = 'interrupted';
  const temporary = mkdtempSync(join(tmpdir(), 'lab-install-tmp-'));
  afterAll(() => rmSync(temporary, { recursive: true, force: true }));

  it('leaves whole files or none, and a second one goes on', async () => {
    const istioctl = await toolchain.require('istioctl');
    const places = { istioctl, folder, temporary };
    const args = ['lab', 'install', join(folder, 'payments.yaml'), '--out', join(folder, out)];
    await call(['lab', 'install', 'payments.yaml', '--out', 'whole']);
    const whole = textsIn('whole');
    for (const path of ['out/version.txt', 'manifest.yaml', 'injected.yaml']) {
      const { child, ended } = startCli(args, places);
      const limit = AbortSignal.timeout(60_000);
      while (!existsSync(join(folder, out, path)) && child.exitCode === null && !limit.aborted)
        await pause(5);
      child.kill('SIGKILL');
      await ended;
      expect(existsSync(join(folder, out, path))).toBe(true);
      for (const [written, text] of textsIn(out))
        expect([written, text]).toEqual([written, whole.get(written)]);
    }
    const { code, stderr } = await call(['lab', 'install', 'payments.yaml', '--out', out]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('manifest.yaml kept')]);
    expect(textsIn(out)).toEqual(whole);
    expect(readdirSync(join(folder, out)).sort()).toEqual([
      'injected.yaml',
      'manifest.yaml',
      'namespaces.yaml',
      'out',
    ]);
  });

  it('may be one of two at once', async () => {
    const [one, other] = await Promise.all([
      call(['lab', 'install', 'payments.yaml', '--out', 'twice']),
      call(['lab', 'install', 'payments.yaml', '--out', 'twice']),
    ]);
    // One waits for the other, but not longer than a person would.
    for (const { code, stderr } of [one, other])
      if (code !== 0) expect(stderr).toContain('Another export writes into twice');
    expect([one.code, other.code]).toContain(0);
    expect(textsIn('twice')).toEqual(textsIn('whole'));
  });
});

describe('a manifest that a person has in the folder already', () => {
  it('is gone on with where it is named, and stays as it is', async () => {
    mkdirSync(join(folder, 'begun'));
    await shell(
      'istioctl manifest generate --set meshConfig.trustDomain=my.example > begun/manifest.yaml',
      folder,
    );
    const before = textIn('begun', 'manifest.yaml');
    const refused = await call(['lab', 'install', '--out', 'begun']);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/manifest\.yaml:\d+ is not what/),
    ]);
    const { code } = await call(['lab', 'install', '--out', 'begun', '--manifest', 'begun/manifest.yaml']);
    expect([code, textIn('begun', 'manifest.yaml')]).toEqual([0, before]);
    expect(textIn('begun', 'injected.yaml')).toContain('my.example');
  });
});

describe('an export with hostile values', () => {
  it('is valid JSON and whole lines, and passes', async () => {
    const image = 'registry.example/\'한글\' "이미지":1';
    const long = `긴 줄 ${'x'.repeat(20_000)} "quoted" \\`;
    const text = deploymentOf('weird', JSON.stringify({ containers: [{ name: 'app', image }] })).replace(
      'metadata: {labels: {app: a, version: v1}}',
      `metadata: {labels: {app: a, version: v1}, annotations: {note: ${JSON.stringify(long)}}}`,
    );
    writeFileSync(join(folder, "내 '앱'.yaml"), text);
    const { code, stderr } = await call([
      'lab',
      'install',
      "내 '앱'.yaml",
      '--out',
      '결과 "폴더"',
      '--set',
      'values.global.hub=레지스트리',
    ]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('out/sidecar.json written')]);
    const [workload] = documentsOf(textIn('결과 "폴더"', 'injected.yaml'));
    const template = workload?.spec?.template;
    expect(template?.metadata?.annotations?.note).toBe(long);
    expect(template?.spec?.containers?.[0]?.image).toBe(image);
    const sidecar = jsonIn('결과 "폴더"', 'out/sidecar.json');
    expect(sidecar.proxy_image).toMatch(/^레지스트리\/proxyv2:/);
    expect(sidecar.proxy_image).toBe(template?.spec?.containers?.[1]?.image);
    for (const [path, content] of textsIn('결과 "폴더"'))
      expect([path, content.endsWith('\n')]).toEqual([path, true]);
    expect((await check('결과 "폴더"')).code).toBe(0);
  });
});

describe('an export of some steps', () => {
  it('writes their files and says what of the rest is missing', async () => {
    const { code, stdout } = await call(['lab', 'install', '--out', 'some', '--steps', '5,7', '--json']);
    const { report } = JSON.parse(stdout) as { report: LabReport };
    expect(code).toBe(0);
    expect([...textsIn('some').keys()]).toEqual(['injected.yaml', 'out/sidecar.json']);
    expect(notPassed(report)).toEqual({
      1: 'missing',
      2: 'missing',
      3: 'missing',
      4: 'missing',
      6: 'missing',
      8: 'missing',
    });
  });

  it('of a file with several workloads is about the one that is chosen, and is checked so', async () => {
    const orders = payments().toString().replaceAll('payments', 'orders');
    writeFileSync(join(folder, 'several.yaml'), `${payments().toString()}---\n${orders}`);
    const options = ['--workload', 'orders', '--out', 'several'];
    const { code } = await call(['lab', 'install', 'several.yaml', ...options]);
    expect(code).toBe(0);
    const { report } = await check('several');
    expect([report.workload, report.passed]).toEqual(['Deployment orders', true]);
    expect(notPassed((await check('several', '--workload', '1')).report)).toEqual({ 7: 'fail' });
  });
});
