import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readBootEnd, readShutdownLine } from './boot-log.ts';
import { explainBoot } from './explain-boot.ts';

const caseText = (name: string) =>
  readFileSync(new URL(`../../../test/cases/${name}`, import.meta.url), 'utf8');

describe('why Envoy ended', () => {
  test('case 29: the port that was taken, its address and Envoy’s words', () => {
    expect(readBootEnd(caseText('29-admin-port-15000-in-use.log'))).toEqual({
      reason: "cannot bind '127.0.0.1:15000': Address already in use",
      problem: {
        kind: 'cannot-bind',
        address: '127.0.0.1:15000',
        port: 15000,
        why: 'Address already in use',
      },
    });
  });

  test('case 30: a base id that another Envoy holds', () => {
    expect(readBootEnd(caseText('30-second-envoy-base-id.log')).problem).toEqual({
      kind: 'base-id-in-use',
      baseId: 0,
    });
  });

  test.each([
    "error `Unknown gRPC client cluster 'istiod-xds'` initializing config 'goo.gle/debugproto    \n  a.yaml'",
    "error `Unknown  gRPC\n client   cluster 'istiod-xds'`  initializing\tconfig 'goo.gle/debugonly a.yaml'",
    "error initializing configuration 'a.yaml': Unknown gRPC client cluster 'istiod-xds'",
  ])('however its text is spaced this time: %s', (words) => {
    const log = `[2026-11-30 05:29:00.668][18517][critical][main] [source/server/server.cc:449] ${words}\n`;
    expect(readBootEnd(log).problem).toEqual({ kind: 'unknown-ads-cluster', cluster: 'istiod-xds' });
  });

  test('in the log format of a sidecar', () => {
    const log =
      "2026-11-30T05:36:05.452035Z\terror\tenvoy config source/a.cc:1405\tlistener failed\tthread=1\n2026-11-30T05:36:05.452164Z\tcritical\tenvoy main source/server/server.cc:449\terror `cannot bind '0.0.0.0:15090': Address already in use` initializing config 'goo.gle/debugproto  \n  rev.json'\tthread=1\ncannot bind '0.0.0.0:15090': Address already in use\n";
    expect(readBootEnd(log).problem).toMatchObject({ kind: 'cannot-bind', port: 15090 });
  });

  test.each(['', '# c', '3'])('a bootstrap that is no mapping: %j', (text) => {
    const log = `[2026-11-30 05:29:00.668][1][critical][main] [source/server/server.cc:449] error initializing configuration 'a.yaml': Unable to convert YAML as JSON: ${text}\n`;
    const told = explainBoot(readBootEnd(log), text, false, () => null);
    expect(told.message).toMatch(/^Envoy cannot read the bootstrap: it is empty or a bare text/);
    expect(told.hint).toBe('Correct it and validate again.');
  });

  test('a value that no field of that kind has: only the value is told, not the message it stands in', () => {
    const log =
      "[2026-11-30 05:29:00.668][1][critical][main] error initializing configuration 'a.yaml': Protobuf message (type envoy.config.bootstrap.v3.Bootstrap reason INVALID_ARGUMENT: unknown enum value: 'FOO') has unknown fields\n";
    const told = explainBoot(readBootEnd(log), 'a: {type: FOO}', false, () => null);
    expect(told.message).toBe(
      "Envoy cannot read the bootstrap at line 1, column 11: unknown enum value: 'FOO'",
    );
  });

  test('a log without a critical line: its last line', () => {
    expect(readBootEnd('Terminate called\n\n')).toEqual({
      reason: 'Terminate called',
      problem: { kind: 'other' },
    });
    expect(readBootEnd('')).toEqual({ reason: '', problem: { kind: 'other' } });
  });

  test('a log of megabytes on one line gives a bounded reason', () => {
    const log = `[2026-11-30 05:29:00.668][1][critical][main] error \`${'near 1:'.repeat(200_000)}`;
    expect(readBootEnd(log).reason.length).toBeLessThanOrEqual(2000);
  });
});

test('a signal that Envoy caught is found in the log', () => {
  const log =
    '[2026-11-30 05:36:04.964][22633][warning][main] [source/server/server.cc:1028] caught ENVOY_SIGTERM\n';
  expect(readShutdownLine(log)).toBe('caught ENVOY_SIGTERM');
  expect(readShutdownLine('nothing')).toBeNull();
});

test('what the sentences say: what happened, where, what to do', () => {
  const text = 'admin:\n  port_value: 15000\n';
  const end = readBootEnd(caseText('29-admin-port-15000-in-use.log'));
  expect(explainBoot(end, text, false, () => null)).toEqual({
    code: 'address-in-use',
    message:
      'Envoy could not listen on 127.0.0.1:15000: Address already in use. --mode validate does not see this.',
    hint: 'End the program that holds the port, or choose another one.',
    line: 2,
    column: 15,
    lineText: '  port_value: 15000',
  });
});
