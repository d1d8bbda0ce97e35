import { existsSync } from 'node:fs';
import { defineConfig, type ReporterDescription } from '@playwright/test';

const { SIDECAR_ANATOMY_CHROMIUM, SIDECAR_ANATOMY_E2E_REPORT } = process.env;

/** An installed Chromium or Chrome; without one Playwright takes its own. */
function chromium(): { executablePath?: string } {
  const places = [
    SIDECAR_ANATOMY_CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    '/usr/bin/chromium-browser',
  ];
  const found = places.find((path) => path !== undefined && path !== '' && existsSync(path));
  return found === undefined ? {} : { executablePath: found };
}

const reporter: ReporterDescription[] = [['list']];
if (SIDECAR_ANATOMY_E2E_REPORT) reporter.push(['json', { outputFile: SIDECAR_ANATOMY_E2E_REPORT }]);

// User stories, each with a server and real programs of its own. Nothing is tried twice: what fails now and then is broken.
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  // Each story has a server and ports of its own; most of their time is waiting.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter,
  use: { viewport: { width: 1280, height: 720 }, trace: 'retain-on-failure' },
  projects: [
    { name: 'browser', testIgnore: 'electron.spec.ts', use: { launchOptions: chromium() } },
    { name: 'electron', testMatch: 'electron.spec.ts' },
  ],
});
