import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { build } from 'vite';
import type { Readers } from './readers/readers.ts';

declare global {
  interface Window {
    readonly readers: Readers;
  }
}

/** Bundles the readers; a script that a page can take. */
async function bundle(folder: string): Promise<string> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    // The page has no Node behind it.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      minify: false,
      lib: {
        entry: join(import.meta.dirname, 'readers/readers.ts'),
        formats: ['iife'],
        name: 'bundle',
        fileName: () => 'readers.js',
      },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  return join(folder, 'readers.js');
}

/** Stories in a page that holds what others read our exports with, and nothing of ours. */
export const test = base.extend<{ readonly readers: Page }, { readonly script: string }>({
  script: [
    // biome-ignore lint/correctness/noEmptyPattern: how Playwright wants it
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-readers-'));
      await use(await bundle(folder));
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  readers: async ({ browser, script }, use) => {
    const page = await browser.newPage();
    await page.addScriptTag({ path: script });
    await use(page);
    await page.close();
  },
});

export { expect } from '@playwright/test';
