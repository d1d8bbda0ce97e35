import { resolve } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { createLocalHost } from '../../src/host/local-host.ts';
import { createToolchain } from '../../src/host/toolchain/toolchain.ts';
import { startWebShell, type WebShell } from '../../src/web/server.ts';

/** The browser shell as it is shipped, and a Chromium for it. */
export interface BenchWindow {
  readonly shell: WebShell;
  readonly browser: Browser;
  close(): Promise<void>;
}

/** Starts both. @param renderer folder of the built page */
export async function openBenchWindow(renderer: string = resolve('out/renderer')): Promise<BenchWindow> {
  const host = createLocalHost({
    shell: 'browser',
    version: '0',
    resources: resolve('resources'),
    startFile: () => null,
    toolchain: createToolchain(),
    workerFile: resolve('out/bench/anatomy-worker.js'),
  });
  const shell = await startWebShell({ host, renderer, port: 0 });
  // The Chromium that the script found, else Playwright's own.
  const { SIDECAR_ANATOMY_CHROMIUM: executablePath } = process.env;
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
  return {
    shell,
    browser,
    async close() {
      await browser.close();
      await shell.close();
      await host.close();
    },
  };
}
