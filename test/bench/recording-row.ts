import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseRecordingBytes } from '../../src/host/recording/recording.ts';
import { hourRecording } from '../helpers/hour-recording.ts';
import { labBootstrap } from '../real/envoy/bootstraps.ts';
import { watchPolls } from '../real/envoy/watch-polls.ts';
import { mb, median, ms, type Row, timed } from './measure.ts';
import { openBenchWindow } from './window.ts';

const ROUNDS = 5;
const BYTES = 20e6;
const OPEN_MS = 2000;

/** Runs in the page: the hour is on the timeline, and its workload in the picture. */
function isShown(): boolean {
  const clock = document.querySelector('[data-testid=film-clock]')?.textContent ?? '';
  const box = document.querySelector('[data-part]')?.getBoundingClientRect();
  return / of 1:00:0/.test(clock) && box !== undefined && box.width > 0;
}

/** Wall times from the file's choice to its picture, in windows that know nothing. */
async function openings(path: string): Promise<readonly number[]> {
  const bench = await openBenchWindow();
  const taken: number[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const context = await bench.browser.newContext({ viewport: { width: 1280, height: 720 } });
      const page = await context.newPage();
      await page.goto(bench.shell.url);
      // The lab bench is what it is opened on: nothing else is under way then.
      await page.locator('[data-testid=bench][data-bench=lab]').waitFor({ timeout: 60_000 });
      const begin = performance.now();
      await page.getByTestId('open-file').setInputFiles(path);
      await page.waitForFunction(isShown, null, { polling: 'raf', timeout: 30_000 });
      // The first round also starts the browser's own processes.
      if (round > 0) taken.push(performance.now() - begin);
      await context.close();
    }
  } finally {
    await bench.close();
  }
  return taken;
}

/** An hour of polling as a recording: how large it is, and how long it takes to open, both against their bounds. */
export async function recordingRows(): Promise<readonly Row[]> {
  const { looks, dump } = await watchPolls();
  const injected = readFileSync(resolve('test/fixtures/payments/injected.yaml'), 'utf8');
  const bytes = Buffer.from(hourRecording({ looks, dump, yaml: labBootstrap(), injected }));
  const taken: number[] = [];
  let polls = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { value, ms: time } = await timed(() => parseRecordingBytes('hour.anatomy', bytes));
    polls = value.events.filter(({ is }) => is === 'poll').length;
    taken.push(time);
  }
  const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-bench-'));
  writeFileSync(join(folder, 'hour.anatomy'), bytes);
  const opened = await openings(join(folder, 'hour.anatomy')).finally(() =>
    rmSync(folder, { recursive: true }),
  );
  const note = `${polls} polls, made by the recorder out of ${looks.length} looks at a real Envoy, with its log and a config_dump every ten minutes.`;
  return [
    {
      what: 'recording of an hour at two polls a second: size',
      ours: mb(bytes.length),
      bare: `bound ${mb(BYTES)}`,
      ratio: bytes.length / BYTES,
      bound: 1,
      note,
    },
    {
      what: 'the same: bytes → moments',
      ours: ms(median(taken)),
      bare: `bound ${ms(OPEN_MS)}`,
      ratio: median(taken) / OPEN_MS,
      bound: 1,
      note: `Median of ${ROUNDS}; ${note}`,
    },
    {
      what: 'the same: file → timeline and picture, browser shell',
      ours: ms(median(opened)),
      bare: `bound ${ms(OPEN_MS)}`,
      ratio: median(opened) / OPEN_MS,
      bound: 1,
      note: `Median of ${ROUNDS}, each in a new profile at 1280×720, from the choice of the file in the window.`,
    },
  ];
}
