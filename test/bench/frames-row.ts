import type { Browser, Page } from '@playwright/test';
import { ms, type Row } from './measure.ts';
import { openBenchWindow } from './window.ts';

/** At 60 Hz; a frame that took longer was late. */
const FRAME_MS = 1000 / 60;
const CLOCK_MS = 0.1;
const BOUNDS = { pan: 16.7, zoom: 33 } as const;
/** Movements of the pointer and turns of the wheel that are sent, one a frame. */
const MOVES = 240;
const CONTAINERS = 340;
/** A container, its image and its port each. */
const TOTAL = 3 * CONTAINERS;

/** A pod of which the picture holds more than 1,000 parts. */
function manyParts(): string {
  const containers = Array.from(
    { length: CONTAINERS },
    (_, at) =>
      `  - name: c${at}\n    image: registry.example.com/team/app:${at}\n    ports: [{ name: p${at}, containerPort: ${1024 + at} }]`,
  );
  return `apiVersion: v1\nkind: Pod\nmetadata: { name: crowd, labels: { app: crowd } }\nspec:\n  containers:\n${containers.join('\n')}\n`;
}

/** Runs in the page: how long each frame took from now until the next call. */
function watchFrames(): void {
  const frames: number[] = [];
  let last = performance.now();
  const watch = { frames, on: true };
  Object.assign(window, { watch });
  const next = (now: number): void => {
    frames.push(now - last);
    last = now;
    if (watch.on) requestAnimationFrame(next);
  };
  requestAnimationFrame((now) => {
    last = now;
    requestAnimationFrame(next);
  });
}

function takeFrames(): readonly number[] {
  const { watch } = window as unknown as { watch: { frames: number[]; on: boolean } };
  watch.on = false;
  return watch.frames;
}

const p95 = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
};

async function framesOf(page: Page, work: () => Promise<void>): Promise<readonly number[]> {
  await page.evaluate(watchFrames);
  await work();
  return page.evaluate(takeFrames);
}

async function pan(page: Page): Promise<void> {
  await page.mouse.move(700, 400);
  await page.mouse.down();
  for (let move = 0; move < MOVES; move += 1)
    await page.mouse.move(700 + 120 * Math.sin(move / 12), 400 + 180 * Math.cos(move / 15));
  await page.mouse.up();
}

async function zoomInAndOut(page: Page): Promise<void> {
  await page.mouse.move(700, 400);
  await page.keyboard.down('Control');
  for (let turn = 0; turn < MOVES; turn += 1) await page.mouse.wheel(0, Math.sin(turn / 10) > 0 ? -40 : 40);
  await page.keyboard.up('Control');
}

/** The same picture alone in a page, moved by the browser: what drawing it costs at least. */
async function bare(browser: Browser, svg: string): Promise<readonly number[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  try {
    await page.setContent(`<body style="margin:0;overflow:hidden">${svg.slice(svg.indexOf('<svg'))}`);
    return await framesOf(page, () =>
      page.evaluate(async (moves) => {
        const picture = document.querySelector('svg');
        for (let move = 0; move < moves; move += 1) {
          await new Promise(requestAnimationFrame);
          picture?.setAttribute('transform', `translate(0 ${180 * Math.cos(move / 15)})`);
        }
      }, MOVES),
    );
  } finally {
    await page.close();
  }
}

/** Pan and zoom over a picture of more than 1,000 parts, in the browser shell, drawn by software. */
export async function frameRows(): Promise<readonly Row[]> {
  const bench = await openBenchWindow();
  const { shell, browser } = bench;
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await page.goto(shell.url);
    const file = { name: 'crowd.yaml', mimeType: 'application/yaml', buffer: Buffer.from(manyParts()) };
    // The picture of the build takes no file yet.
    await page.locator('#root:not([inert])').waitFor();
    await page.getByTestId('open-file').setInputFiles(file);
    await page.getByTestId('workload').filter({ hasText: 'crowd' }).waitFor({ timeout: 60_000 });
    await page.getByTestId('scene-pod').click();
    // As small as it gets: as much of it as ever is drawn at once.
    await page.mouse.move(300, 400);
    await page.keyboard.down('Control');
    for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, 200);
    await page.keyboard.up('Control');
    await page.waitForTimeout(1000);
    const parts = await page.locator('[data-part]').count();
    const svg = await page.locator('.stage-svg').evaluate((element) => element.outerHTML);
    const panned = await framesOf(page, () => pan(page));
    const zoomed = await framesOf(page, () => zoomInAndOut(page));
    const least = await bare(browser, svg);
    const row = (name: keyof typeof BOUNDS, frames: readonly number[]): Row => ({
      what: `${name}, a picture of ${TOTAL} parts: 95th percentile of frames`,
      ours: ms(p95(frames)),
      bare: `${BOUNDS[name]} ms; the picture alone ${ms(p95(least))}`,
      // The page's clock tells tenths of a millisecond: between two of them a frame of 16.67 ms may be told as 16.8.
      ratio: (Math.round(p95(frames) * 10) / 10 - CLOCK_MS) / BOUNDS[name],
      bound: 1,
      note: `Zoomed out as far as it goes, ${parts} parts drawn at once; ${frames.length} frames at 60 Hz, ${frames.filter((frame) => frame > 1.5 * FRAME_MS).length} of them late; drawn by software in a headless Chromium. Of the ratio one tick of the page’s clock, ${CLOCK_MS} ms, is left out.`,
    });
    return [row('pan', panned), row('zoom', zoomed)];
  } finally {
    await bench.close();
  }
}
