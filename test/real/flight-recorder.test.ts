import { homedir, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { RequestInput } from '../../src/contract/requests.ts';
import type { BootstrapLabel, RecordingState, Study } from '../../src/contract/types.ts';
import { marksOf } from '../../src/domain/recording/marks.ts';
import { createHost } from '../../src/host/host.ts';
import { createLocalParts } from '../../src/host/local-host.ts';
import { parseRecordingBytes } from '../../src/host/recording/recording.ts';
import { createInlineReader } from '../../src/host/study/inline-reader.ts';
import { createToolchain } from '../../src/host/toolchain/toolchain.ts';
import { leaks } from '../helpers/planted-secrets.ts';
import { plantedWorkload } from '../helpers/planted-workload.ts';

const resources = fileURLToPath(new URL('../../resources', import.meta.url));
const host = createHost(
  { shell: 'browser', version: '0.0.0', resources, startFile: () => null },
  createLocalParts(createToolchain(), createInlineReader()),
);
afterAll(() => host.close());
const { handlers } = host;

const shown = (study: Study): RequestInput<'record:start'> => ({
  studyId: study.id,
  workload: 0,
  variant: 'lab',
  start: { adminPort: 0 },
  scene: 'overview',
  view: 'injected',
  edits: [],
});
const label = (variant: 'lab' | 'typo'): BootstrapLabel => ({
  ...{ key: `shop.json#0#${variant}`, words: `shop, ${variant}`, edited: false },
});
const open = (name: string, text: string): Promise<Study> =>
  handlers['study:open']({
    file: { name, base64: Buffer.from(text).toString('base64') },
    ...{ injection: [], native: false, alreadyInjected: false },
  });
const bootstrap = async (study: Study, variant: 'lab' | 'typo'): Promise<string> =>
  (await handlers['bootstrap:build']({ studyId: study.id, index: 0, variant, start: { adminPort: 0 } })).yaml;

/** Resolves when Envoy was looked at. */
const seen = (runId: string): Promise<void> =>
  new Promise((done) => {
    const stop = host.on('envoy:snapshot', (snapshot) => {
      if (snapshot.runId !== runId || snapshot.node === null) return;
      stop();
      done();
    });
  });

test('what is done by hand is recorded, a run that was under way included; no secret, path or person is in it', async () => {
  const states: (RecordingState | null)[] = [];
  host.on('record:state', (state) => states.push(state));
  const study = await open('shop.json', plantedWorkload());
  const yaml = await bootstrap(study, 'lab');
  const first = await handlers['envoy:start']({ yaml, label: label('lab') });
  await seen(first.runId);
  expect(await handlers['record:start'](shown(study))).toMatchObject({ phase: 'recording', full: false });
  await expect(handlers['record:start'](shown(study))).rejects.toThrow('It records already.');
  await handlers['envoy:stop']({ runId: first.runId });
  await handlers['record:note']({ is: 'chose', workload: 0, variant: 'typo', start: { adminPort: 0 } });
  const typo = await bootstrap(study, 'typo');
  await handlers['bootstrap:validate']({ yaml: typo, label: label('typo') });
  await handlers['record:note']({ is: 'scene', scene: 'bootstrap', view: 'difference' });
  await handlers['record:note']({ is: 'edited', workload: 0, variant: 'lab', yaml: `${yaml}# by hand\n` });
  const second = await handlers['envoy:start']({
    yaml: `${yaml}# by hand\n`,
    label: { ...label('lab'), edited: true },
  });
  await seen(second.runId);
  await handlers['envoy:stop']({ runId: second.runId });
  const stopped = await handlers['record:stop']({});
  expect(stopped.phase).toBe('stopped');
  expect(stopped.masked).toBeGreaterThanOrEqual(40);
  expect(await handlers['record:state']({})).toMatchObject({ phase: 'stopped', masked: stopped.masked });

  const saved = await handlers['record:save']({ secrets: false });
  expect(saved.name).toMatch(/^shop-\d{4}-\d\d-\d\d\.anatomy$/);
  const text = Buffer.from(saved.base64, 'base64').toString('utf8');
  expect(leaks(text)).toEqual([]);
  const said = text.split('\n').filter((line) => !line.includes('"is":"text"'));
  for (const folder of [tmpdir(), homedir()])
    expect(said.filter((line) => line.includes(`${folder}/`))).toEqual([]);
  const { film, whole, texts } = await parseRecordingBytes('shop', Buffer.from(text));
  // Nobody looked at the start order, and it is in it both ways.
  const opened = film.events.find((event) => event.is === 'opened');
  expect(stopped.lacks).toBeNull();
  expect(texts.get(opened?.texts.counterpart ?? -1)?.text).toContain('restartPolicy');
  expect([whole, film.moments.at(-1)?.masked]).toEqual([true, saved.masked]);
  const words = marksOf(film).map((mark) => mark.words);
  for (const step of [
    ...[
      'Opened shop.json',
      'Envoy started: shop, lab',
      'Envoy ended: as asked, exit 0',
      'Edited the bootstrap',
    ],
    ...['Chose typo, adminPort 0', 'Validated: refused, exit 1', 'Scene bootstrap, difference'],
  ])
    expect(words).toContain(step);
  const starts = film.events.flatMap((event) => (event.is === 'started' ? [event] : []));
  expect(starts.map(({ edited }) => edited)).toEqual([false, true]);
  // It ran before anybody recorded.
  expect(starts[0]?.began).toBeLessThan(0);
  expect(states.at(-1)).toBeNull();
  expect(await handlers['record:state']({})).toBeNull();
});

test('with secrets it holds them, when that is asked for; thrown away, nothing is left', async () => {
  const study = await open('shop.json', plantedWorkload());
  await handlers['record:start'](shown(study));
  await handlers['record:stop']({});
  const { base64, masked } = await handlers['record:save']({ secrets: true });
  expect([masked, leaks(Buffer.from(base64, 'base64').toString('utf8')).length >= 30]).toEqual([0, true]);
  await handlers['record:start'](shown(study));
  await handlers['record:discard']({});
  await expect(handlers['record:save']({ secrets: false })).rejects.toThrow('Nothing is recorded.');
  await expect(handlers['record:stop']({})).rejects.toThrow('Nothing is recorded.');
});

test('of a recording nothing is recorded', async () => {
  const recording = await handlers['recording:sample']({});
  await expect(handlers['record:start'](shown(recording))).rejects.toThrow('A recording is on the stage');
});
