import { expect, test } from 'vitest';
import { makeFilm } from './film.ts';
import { type Look, RECORDING_FORMAT, type RecordedEvent } from './model.ts';
import { type ToldOf, tells, timeToldOf } from './told-of.ts';

const look: Look = {
  ready: { code: 503, body: 'PRE_INITIALIZING' },
  connectedState: 0,
  rung: 'no-istiod',
  steps: [],
  server: null,
  node: null,
  counts: null,
  dumpProblem: null,
};
const command = { argv: [], line: 'envoy', exitCode: null, signal: null, ms: 0, stderr: '' };
const lab = { workload: 0, variant: 'lab', edited: false, text: 0 } as const;
const started = { is: 'started', words: 'shop, lab', began: 0, pid: 1, admin: '', command } as const;
const ended = { is: 'ended', exitCode: 1, signal: null, reason: null } as const;
const opened = { is: 'opened', native: false, texts: { injected: 0 }, notes: [], commands: [] } as const;
const validated = { is: 'validated', exitCode: 1, reason: null, output: 'refused', command } as const;
const events = [
  { t: 0, is: 'text', id: 0, name: 'a', text: '' },
  { t: 0, is: 'text', id: 1, name: 'b', text: '' },
  { t: 0, ...opened, name: 'shop.yaml' },
  { t: 100, ...started, ...lab },
  { t: 150, is: 'poll', ...look },
  { t: 900, ...ended, by: 'us' },
  { t: 1000, ...validated, ...lab, variant: 'typo' },
  { t: 1100, ...started, ...lab, workload: 1 },
  { t: 1200, ...ended, by: 'itself' },
  { t: 1300, ...started, ...lab, workload: 2, edited: true },
  { t: 1400, is: 'poll', ...look },
  { t: 1500, ...opened, name: 'other.yaml', texts: { injected: 1 } },
  { t: 1600, is: 'end', why: 'stopped' },
] as unknown as readonly RecordedEvent[];
const film = makeFilm({
  head: {
    format: RECORDING_FORMAT,
    name: 'shop.yaml',
    recordedAt: '2026-12-01T00:00:00.000Z',
    app: '0',
    secrets: 'masked',
  },
  events,
  whole: true,
});

test.each<[string, ToldOf, number | null]>([
  ['the last look before it was told to end', { input: 0, workload: 0, variant: 'lab' }, 150],
  ['a verdict where it was never run', { input: 0, workload: 0, variant: 'typo' }, 1000],
  ['its end where it ended by itself', { input: 0, workload: 1, variant: 'lab' }, 1200],
  ['nothing of a bootstrap that ran as edited only', { input: 0, workload: 2, variant: 'lab' }, null],
  ['nothing of another input', { input: 1, workload: 0, variant: 'lab' }, null],
])('a recording tells of a bootstrap: %s', (_, of, time) => {
  expect(timeToldOf(film, of)).toBe(time);
  if (time !== null)
    expect(film.moments.filter(({ t }) => t === time).some((one) => tells(one, of))).toBe(true);
});
