import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { goBuildArguments, goEnvironment, goListArguments } from './go-build.ts';
import { toolchainLock } from './lock.ts';
import { parseVersion } from './version.ts';

describe('parseVersion', () => {
  const entries = JSON.parse(readFileSync('test/cases/45-binary-cannot-run.json', 'utf8')) as readonly {
    readonly stdout?: string;
  }[];

  it('case 45: accepts an unstamped istioctl that says unknown, and one that answers in JSON', () => {
    expect(parseVersion('istioctl', entries[5]?.stdout ?? '')).toBe('unknown');
    expect(parseVersion('istioctl', entries[6]?.stdout ?? '')).toBe('1.31.0');
  });

  it('reads what releases of istioctl and Envoy print', () => {
    expect(parseVersion('istioctl', 'client version: 1.30.3\n')).toBe('1.30.3');
    expect(parseVersion('istioctl', '1.9.0\n')).toBe('1.9.0');
    expect(parseVersion('istioctl', 'warning: old\nclient version: 1.31-alpha.eed52ebb66ad\n')).toBe(
      '1.31-alpha.eed52ebb66ad',
    );
    expect(parseVersion('envoy', '\n/opt/envoy  version: 0a1b/1.40.0/Clean/RELEASE/BoringSSL\n\n')).toBe(
      '1.40.0',
    );
    expect(parseVersion('envoy', 'envoy  version: 0a1b/1.41.0-dev/Modified/DEBUG/OpenSSL-FIPS')).toBe(
      '1.41.0-dev',
    );
  });

  it('does not take another program for one of ours', () => {
    for (const text of ['', 'hello', '{}', '{"clientVersion":', 'envoy 3.2 (a messenger)'])
      expect([parseVersion('istioctl', text), parseVersion('envoy', text)]).toEqual([null, null]);
    expect(parseVersion('istioctl', '{"clientVersion":{}}')).toBe('unknown');
  });
});

describe('the Go build', () => {
  const pin = toolchainLock.istioctl.goBuild;

  it('builds the pinned package read-only, stripped of paths, with a version stamp', () => {
    expect(goBuildArguments(pin, '/cache/istioctl')).toEqual([
      'build',
      '-v',
      '-mod=readonly',
      '-trimpath',
      '-ldflags',
      '-s -w -X istio.io/istio/pkg/version.buildVersion=1.31-alpha.eed52ebb66ad -X istio.io/istio/pkg/version.buildGitRevision=eed52ebb66ad -X istio.io/istio/pkg/version.buildStatus=Clean',
      '-o',
      '/cache/istioctl',
      'istio.io/istio/istioctl/cmd/istioctl',
    ]);
  });

  it('counts what it will compile under the very same flags', () => {
    const flags = (args: readonly string[]): readonly string[] =>
      args.slice(args.indexOf('-mod=readonly'), -1);
    expect(goBuildArguments(pin, 'x').join(' ')).toContain(flags(goListArguments(pin)).join(' '));
  });

  it('pins the same module in the wrapper module as in the lock', () => {
    const module = readFileSync('toolchain/istioctl/go.mod', 'utf8');
    expect(module).toContain(`${pin.module} ${pin.moduleVersion}`);
    expect(module).toContain(`tool ${pin.package}`);
    expect(readFileSync('toolchain/istioctl/go.sum', 'utf8')).toContain(
      `${pin.module} ${pin.moduleVersion} h1:`,
    );
  });

  it("keeps the user's module proxy, and not what would build for another machine", () => {
    const env = goEnvironment({ GOPROXY: 'https://proxy', GOOS: 'plan9', GOWORK: '/w', SECRET: 's' });
    expect(env).toEqual({ GOPROXY: 'https://proxy', GOWORK: 'off', GO111MODULE: 'on' });
  });
});
