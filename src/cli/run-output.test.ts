import { expect, test } from 'vitest';
import type { EnvoySnapshot } from '../contract/types.ts';
import { jsonLines } from './run-output.ts';

test('a JSON line comes when one of its four fields changes, else once a second', () => {
  const lineOf = jsonLines();
  const look = (t: number, connectedState: 0 | 1, evidence: string): EnvoySnapshot => ({
    runId: 'r',
    pid: 1,
    t,
    adminAddress: '127.0.0.1:9982',
    ready: { code: 503, body: 'PRE_INITIALIZING' },
    connectedState,
    rung: 'no-istiod',
    steps: [{ id: 'istiod', state: 'waiting', evidence }],
    server: null,
    node: null,
    counts: null,
  });
  const looks = [
    look(361, 0, '1 try'),
    look(792, 0, '2 tries'),
    look(874, 0, '3 tries'),
    look(1380, 0, '3 tries'),
    look(1500, 1, ''),
    look(2400, 1, 'more'),
    look(2500, 1, 'more'),
  ];
  const lines = looks.flatMap((one) => lineOf(one) ?? []);
  expect(lines.map((line) => JSON.parse(line).t)).toEqual([361, 1380, 1500, 2500]);
});
