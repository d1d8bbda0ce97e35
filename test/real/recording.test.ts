import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { momentAt } from '../../src/domain/recording/film.ts';
import { parseRecordingBytes } from '../../src/host/recording/recording.ts';
import { endingProblem, SHIPPED } from '../../src/host/recording/shipped.ts';
import { hourRecording } from '../helpers/hour-recording.ts';
import { watchPolls } from './envoy/watch-polls.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-recording-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const SAMPLE = 'resources/samples/payments.yaml';
const cli = join(root, 'out/node/cli.js');

const record = (out: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [cli, 'record', SAMPLE, '--out', out, ...args], {
    cwd: root,
    encoding: 'utf8',
  });

/** The command line where there is no program, no setting and no cache. */
function bare(...args: readonly string[]) {
  const env = { PATH: '/nowhere', HOME: join(folder, 'nobody') };
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd: root, env });
  return { status, text: stdout.toString('utf8'), stderr: stderr.toString('utf8') };
}

// The longest, which waits for a timeout of Envoy's, is made by `npm run recordings` alone.
test.each(SHIPPED.filter(({ name }) => name !== 'gave-up.anatomy'))(
  'recorded anew, $name ends today as it says',
  async (plan) => {
    const out = join(folder, plan.name);
    const port = plan.args.includes('sidecar') ? [] : ['--admin-port', '0'];
    const { status, stderr } = record(out, ...plan.args, ...port);
    expect(status, stderr).toBe(0);
    const bytes = readFileSync(out);
    const { film, whole } = await parseRecordingBytes(plan.name, bytes);
    expect([endingProblem(plan, film), whole]).toEqual([null, true]);
    expect(bytes.length).toBeLessThan(300_000);
    expect(existsSync(`${out}.part`)).toBe(false);
  },
);

test('every poll is there, also those that saw nothing new', async () => {
  const { film } = await parseRecordingBytes(
    'a',
    readFileSync(join(root, 'resources/recordings/payments.anatomy')),
  );
  const polls = film.events.filter(({ is }) => is === 'poll');
  expect(polls.length).toBeGreaterThanOrEqual(7);
  expect(polls.some((poll) => Object.keys(poll).length === 2)).toBe(true);
});

test('an hour of real polls, twice a second, stays far under 20 MB and opens whole', async () => {
  const { looks, dump } = await watchPolls();
  expect(looks.length).toBeGreaterThanOrEqual(7);
  const bytes = Buffer.from(hourRecording({ looks, dump, yaml: 'admin: {}\n' }));
  expect(bytes.length).toBeLessThan(5_000_000);
  const { events, whole, film } = await parseRecordingBytes('hour', bytes);
  expect([whole, events.filter(({ is }) => is === 'poll').length]).toEqual([true, 7200]);
  expect(momentAt(film, 1_800_000).run?.look?.rung).toBe('no-istiod');
});

test('a recorder that is killed leaves what it had until then, which opens, and is not written over', async () => {
  const out = join(folder, 'killed.anatomy');
  const args = [cli, 'record', SAMPLE, '--out', out, '--seconds', '60', '--admin-port', '0'];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'ignore' });
  const part = `${out}.part`;
  const polls = () => (existsSync(part) ? readFileSync(part, 'utf8').split('"is":"poll"').length - 1 : 0);
  for (let count = 0; count < 300 && polls() < 4; count += 1) await pause(100);
  child.kill('SIGKILL');
  await new Promise((done) => child.once('exit', done));
  const { film, whole } = await parseRecordingBytes('killed', readFileSync(part));
  expect(whole).toBe(false);
  expect(momentAt(film, film.duration).run?.look?.rung).toBe('no-istiod');
  const drawn = bare('anatomy', part, '--format', 'svg', '--no-fonts');
  expect([drawn.status, drawn.text.includes('recorded: 503')]).toEqual([0, true]);
  const again = record(out, '--seconds', '1', '--admin-port', '0');
  expect([again.status, again.stderr]).toEqual([
    1,
    expect.stringContaining('an earlier recording broke off'),
  ]);
});

test.each([
  ['0s', 'not asked yet'],
  ['5s', 'recorded: 503'],
  ['13s', 'recorded: 200 LIVE'],
])('with no program at all a recording is drawn as it was at %s: %s', (at, words) => {
  const { status, text, stderr } = bare(
    ...['anatomy', 'resources/recordings/gave-up.anatomy', '--at', at],
    ...['--format', 'svg', '--no-fonts'],
  );
  expect(status, stderr).toBe(0);
  expect(text).toContain(words);
  expect(text).toMatch(/Recording of \d{4}-\d\d-\d\d/);
  expect(text).toMatch(/at 0:(00|05|13)\.0 of 0:1\d/);
  expect(text).not.toContain('Lab bench');
});

test('without a moment it is drawn at the most telling one, with the bootstrap of that moment', () => {
  const { text } = bare(
    ...[
      'anatomy',
      'resources/recordings/refused.anatomy',
      '--scene',
      'bootstrap',
      '--format',
      'svg',
      '--no-fonts',
    ],
  );
  expect(text).toContain('istiod-xds');
  expect(text).toMatch(/recorded: .*Unknown gRPC client cluster/);
});

test('its workloads are told as JSON, too', () => {
  const { status, text } = bare('anatomy', 'resources/recordings/payments.anatomy');
  expect([status, JSON.parse(text).workloads[0].name]).toEqual([0, 'payments']);
});

test.each([
  [
    ['anatomy', 'resources/recordings/gave-up.anatomy', '--at', '99s', '--format', 'svg'],
    2,
    'behind the end',
  ],
  [['anatomy', SAMPLE, '--at', '1s', '--format', 'svg'], 2, 'names a moment of a recording'],
  [['anatomy', 'resources/recordings/gave-up.anatomy', '--native'], 2, 'holds what was injected then'],
  [
    ['bootstrap', 'resources/recordings/gave-up.anatomy'],
    1,
    'is a recording, and this command needs what was put into one',
  ],
  [
    ['inject', 'resources/recordings/gave-up.anatomy'],
    1,
    'is a recording, and this command needs what was put into one',
  ],
  [
    ['record', 'resources/recordings/gave-up.anatomy', '--out', '/nowhere/a'],
    1,
    'is a recording, and this command',
  ],
  [
    ['run', 'resources/recordings/gave-up.anatomy'],
    1,
    'is a recording, and this command needs what was put into one',
  ],
  [
    ['check', 'resources/recordings/gave-up.anatomy'],
    1,
    'is a recording, and this command needs what was put into one',
  ],
] as const)('%j is refused with one sentence', (args, status, words) => {
  const said = bare(...args);
  expect([said.status, said.stderr]).toEqual([status, expect.stringContaining(words)]);
});

test('what is broken is refused by its place', () => {
  const file = join(folder, 'broken.anatomy');
  writeFileSync(
    file,
    readFileSync(join(root, 'resources/recordings/payments.anatomy'), 'utf8').replace('"t":', '"T":'),
  );
  const { status, stderr } = bare('anatomy', file, '--format', 'svg');
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^sidecar-anatomy: The recording broken\.anatomy cannot be read: line 2: [^\n]*\nUse another/,
    ),
  ]);
});
