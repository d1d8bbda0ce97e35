import { expect, test } from 'vitest';
import { applyDelta, lookDelta } from './delta.ts';
import { logAt, makeFilm, momentAt, tellingTime } from './film.ts';
import { filmLive } from './film-live.ts';
import { marksOf, waitEnd } from './marks.ts';
import { type Look, RECORDING_FORMAT, type RecordedEvent } from './model.ts';

const look: Look = {
  ready: { code: 503, body: 'PRE_INITIALIZING' },
  connectedState: 0,
  rung: 'no-istiod',
  steps: [
    { id: 'accepted', state: 'passed', evidence: 'yes' },
    { id: 'istiod', state: 'waiting', evidence: 'update_failure 1' },
  ],
  server: null,
  node: null,
  counts: null,
  dumpProblem: null,
};
const live: Look = { ...look, ready: { code: 200, body: 'LIVE' } };
const command = { argv: [], line: 'envoy', exitCode: null, signal: null, ms: 0, stderr: '' };
const of = { workload: 0, variant: 'lab', edited: false, text: 0 } as const;
const END = { is: 'ended', by: 'us', exitCode: 0, signal: null, reason: null } as const;
const events: readonly RecordedEvent[] = [
  { t: 0, is: 'text', id: 0, name: 'b', text: '' },
  { t: 0, is: 'opened', name: 'shop.yaml', native: false, texts: { injected: 0 }, notes: [], commands: [] },
  { t: 100, is: 'started', ...of, words: 'shop, lab', began: 80, pid: 1, admin: '127.0.0.1:1', command },
  { t: 120, is: 'log', text: 'one\n' },
  { t: 150, is: 'poll', ...look },
  { t: 650, is: 'poll' },
  { t: 5150, is: 'poll', ready: live.ready },
  { t: 5160, is: 'log', text: 'two\n' },
  { t: 6000, ...END },
  { t: 7000, is: 'started', ...of, words: 'shop, lab', began: 6990, pid: 2, admin: '', command },
  { t: 7010, is: 'log', text: 'three\n' },
  { t: 7100, is: 'poll', ...look },
  { t: 7200, ...END },
  { t: 7200, is: 'end', why: 'stopped' },
];
const head = {
  format: RECORDING_FORMAT,
  name: 'shop.yaml',
  recordedAt: '2026-12-01T00:00:00.000Z',
  app: '0',
  secrets: 'masked',
} as const;
const film = makeFilm({ head, events, whole: true });

test('a poll keeps only what differs from the one before, and gives all of it back', () => {
  const istiod = { id: 'istiod', state: 'waiting', evidence: 'update_failure 2' } as const;
  const next: Look = { ...live, steps: [...look.steps.slice(0, 1), istiod] };
  expect(lookDelta(null, look)).toBe(look);
  expect(lookDelta(look, { ...look })).toEqual({});
  const delta = lookDelta(look, next);
  expect(delta).toEqual({ ready: next.ready, steps: [istiod] });
  expect(applyDelta(look, delta)).toEqual(next);
  expect(applyDelta(null, delta)).toBeNull();
});

test('at any time there is what had happened by then, and nothing of what came later', () => {
  expect(momentAt(film, 99).run).toBeNull();
  expect(momentAt(film, 100).run).toMatchObject({ number: 1, look: null });
  expect(momentAt(film, 700).run).toMatchObject({ look, lookAt: 570, ended: null });
  expect(momentAt(film, 5999).run?.look?.ready?.body).toBe('LIVE');
  expect(momentAt(film, 6000).run).toMatchObject({ ended: { by: 'us' }, endedAt: 5920 });
  expect(momentAt(film, 7050).run).toMatchObject({ number: 2, look: null });
  expect(momentAt(film, 1e9)).toBe(film.moments.at(-1));
});

test('the log of a moment is that of the Envoy that ran then', () => {
  expect([50, 130, 6500, 7050].map((t) => logAt(film, t))).toEqual(['', 'one\n', 'one\ntwo\n', 'three\n']);
});

test('polls that say nothing new cost no look of their own', () => {
  expect(momentAt(film, 700).run?.look).toBe(momentAt(film, 200).run?.look);
});

test('it is opened at the last look before Envoy was told to end, and at the end of one that ended by itself', () => {
  expect(tellingTime(film)).toBe(7100);
  const refused = events.map((event) => (event.is === 'ended' ? { ...event, by: 'itself' as const } : event));
  expect(tellingTime(makeFilm({ head, events: refused, whole: true }))).toBe(7200);
});

test('marks are where somebody did something, Envoy began or ended, or stood elsewhere than before', () => {
  expect(marksOf(film).map(({ t, kind, words }) => `${t} ${kind} ${words}`)).toEqual([
    '0 step Opened shop.yaml',
    '100 run Envoy started: shop, lab',
    '150 state /ready 503 PRE_INITIALIZING · no-istiod',
    '5150 state /ready 200 LIVE · no-istiod',
    '6000 run Envoy ended: as asked, exit 0',
    '7000 run Envoy started: shop, lab',
    '7100 state /ready 503 PRE_INITIALIZING · no-istiod',
    '7200 run Envoy ended: as asked, exit 0',
  ]);
});

test('a long wait ends shortly before the next mark; a short one is none', () => {
  const marks = marksOf(film);
  expect(waitEnd(marks, 200, 2000)).toBe(4450);
  expect(waitEnd(marks, 4450, 2000)).toBeNull();
  expect(waitEnd(marks, 7200, 2000)).toBeNull();
});

test('a picture of a moment says that it was recorded, and names no address', () => {
  const drawn = { workload: 0, variant: 'lab' } as const;
  const at = (t: number) => filmLive(film, momentAt(film, t), drawn);
  expect(at(50)).toEqual({ rung: 'not-started', evidence: '' });
  expect(at(200)).toEqual({
    rung: 'no-istiod',
    evidence: 'recorded: 503 PRE_INITIALIZING · connected_state 0',
  });
  expect(at(6500)).toMatchObject({ rung: 'ended', evidence: 'recorded: Stopped as asked · exit 0' });
  expect(filmLive(film, momentAt(film, 200), { workload: 0, variant: 'sidecar' }).rung).toBe('not-started');
});
