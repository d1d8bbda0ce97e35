// The tools that tests need, found or fetched. Each function returns what it found or throws a StepError that says why not.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, run, StepError, say } from './bootstrap.mjs';

export const isRoot = process.getuid?.() === 0;

/** The product's own toolchain, as built. */
export function toolchain() {
  return import(pathToFileURL(join(root, 'out', 'node', 'toolchain.js')).href);
}

/** istioctl and Envoy through the product's own toolchain, into the user's cache. */
export async function ensurePrograms() {
  const { createToolchain } = await toolchain();
  const tools = createToolchain();
  let last = '';
  tools.onProgress(({ program, phase, what, fraction }) => {
    const percent = fraction === null ? '' : `, ${Math.floor(fraction * 10) * 10} %`;
    const line = `${program}: ${phase} ${fraction === null ? what : what.replace(/:.*$/, '')}${percent}`;
    if (phase !== 'looking' && line !== last) say(line);
    last = line;
  });
  const found = await tools.install();
  const missing = found.filter(({ version }) => version === null);
  return {
    env: Object.fromEntries(
      found
        .filter(({ version }) => version !== null)
        .map(({ program, path }) => [`SIDECAR_ANATOMY_${program.toUpperCase()}`, path]),
    ),
    problems: missing.map(({ program, problem }) => `${program} could not be had: ${problem}`),
  };
}

/** Installs packages of the system, where this user may. */
export async function aptInstall(packages, why) {
  if (!isRoot || !existsSync('/usr/bin/apt-get'))
    throw new StepError(`${why}: install ${packages.join(', ')}`);
  say(`installing ${packages.join(' ')} with apt-get`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env, timeoutMs: 5 * 60_000 });
  const args = ['install', '-y', '--no-install-recommends', ...packages];
  const { code, output } = await run('apt-get', args, { env, timeoutMs: 15 * 60_000 });
  if (code !== 0) throw new StepError(`${why}: apt-get could not install ${packages.join(' ')}`, output);
}

const installedBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** A Chromium for Playwright: named, its own, an installed one, the system's package, or fetched by Playwright. */
export async function ensureChromium() {
  const { chromium } = await import('@playwright/test');
  const look = () =>
    [process.env.SIDECAR_ANATOMY_CHROMIUM, chromium.executablePath(), ...installedBrowsers].find(
      (path) => path !== undefined && path !== '' && existsSync(path),
    );
  const found = look();
  if (found !== undefined) return found;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    await aptInstall(['chromium', 'fonts-liberation'], 'there is no Chromium for the tests');
  } else {
    say('fetching a Chromium with Playwright');
    const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
    await run(process.execPath, [cli, 'install', 'chromium'], { timeoutMs: 10 * 60_000 });
  }
  const now = look();
  if (now === undefined)
    throw new StepError('Chromium for the tests could not be had: install Chromium or Chrome');
  return now;
}
