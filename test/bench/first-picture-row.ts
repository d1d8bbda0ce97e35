import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from '@playwright/test';
import { median, ms, type Row } from './measure.ts';
import { openBenchWindow } from './window.ts';

const ROUNDS = 25;

/** Runs in the page. */
function isDrawn(selector: string): boolean {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  return box !== undefined && box.width > 0 && box.height > 0;
}

/** Wall time from asking for the page to the moment at which `selector` is drawn, in a profile that knows nothing. */
async function navigation(browser: Browser, enter: string, url: string, selector: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  try {
    // The way in sets the cookie; only what comes after it is counted.
    await context.request.get(enter, { maxRedirects: 0 });
    const page = await context.newPage();
    const begin = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    // Looked at in every frame: waitForSelector looks after 20, 50, 100, 100 and then every 500 ms.
    await page.waitForFunction(isDrawn, selector, { polling: 'raf', timeout: 30_000 });
    return performance.now() - begin;
  } finally {
    await context.close();
  }
}

/** Recording bench: navigation → first diagram, against an empty page of the same server. */
export async function firstPictureRow(): Promise<Row> {
  const renderer = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-bench-'));
  cpSync(resolve('out/renderer'), renderer, { recursive: true });
  writeFileSync(join(renderer, 'empty.html'), '<!doctype html><title>empty</title><p id="empty">.</p>');
  const bench = await openBenchWindow(renderer);
  const { shell, browser } = bench;
  const origin = `http://127.0.0.1:${shell.port}`;
  const empty: number[] = [];
  const diagram: number[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const one = await navigation(browser, shell.url, `${origin}/empty.html`, '#empty');
      const other = await navigation(browser, shell.url, `${origin}/`, '[data-part]');
      // The first round also starts the browser's own processes.
      if (round > 0) empty.push(one);
      if (round > 0) diagram.push(other);
    }
  } finally {
    await bench.close();
    rmSync(renderer, { recursive: true, force: true });
  }
  return {
    what: 'Recording bench: navigation → first diagram, browser shell',
    ours: ms(median(diagram)),
    bare: `empty page ${ms(median(empty))}`,
    ratio: median(diagram) / median(empty),
    bound: 2.5,
    note: `Median of ${ROUNDS}, each in a new profile without cache, 1280×720.`,
  };
}
