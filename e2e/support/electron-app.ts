import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron as currentElectron, type ElectronApplication, type Page } from '@playwright/test';
import type Electron from 'electron';
import { _electron as oldElectron } from 'playwright-electron9';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Flavour {
  readonly name: 'current' | 'electron9';
  readonly executablePath: string;
  /** The folder of the app: its manifest names the main file. */
  readonly app: string;
}

/** The current Electron where its binary is, else the 9.4.1 that the environment names. Throws when there is neither. */
export function findElectron(env = process.env): Flavour {
  const current = currentBinary(env);
  if (current !== null) return { name: 'current', executablePath: current, app: root };
  const old = env.SIDECAR_ANATOMY_ELECTRON9 ?? '';
  if (old === '' || !existsSync(old))
    throw new Error('No Electron here: SIDECAR_ANATOMY_ELECTRON9 has to name the binary of Electron 9.4.1.');
  return { name: 'electron9', executablePath: old, app: join(root, 'out/electron9') };
}

/** As the package `electron` finds it: a folder from the environment, or `dist` with the name in `path.txt`. */
function currentBinary(env: NodeJS.ProcessEnv): string | null {
  const folder = dirname(fileURLToPath(import.meta.resolve('electron/package.json')));
  const nameFile = join(folder, 'path.txt');
  const name = existsSync(nameFile) ? readFileSync(nameFile, 'utf8').trim() : 'electron';
  const binary = join(env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), name);
  return existsSync(binary) ? binary : null;
}

/** A screen for windows: the one there is, else a virtual one of our own. */
export async function openScreen(): Promise<{ display: string; close: () => void }> {
  const { DISPLAY } = process.env;
  if (process.platform !== 'linux' || (DISPLAY !== undefined && DISPLAY !== ''))
    return { display: DISPLAY ?? '', close: () => undefined };
  const args = ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'];
  const xvfb: ChildProcess = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  // A test that ran out of time does not come to its own cleaning.
  const end = () => void xvfb.kill('SIGTERM');
  process.once('exit', end);
  const number = await new Promise<string>((done, fail) => {
    xvfb.once('error', fail);
    xvfb.once('exit', (code) => fail(new Error(`Xvfb ended with ${code}`)));
    xvfb.stdio[3]?.once('data', (chunk: Buffer) => done(chunk.toString('utf8').trim()));
  });
  return { display: `:${number}`, close: end };
}

export async function launchApp(args: readonly string[] = []) {
  const flavour = findElectron();
  const screen = await openScreen();
  const profile = await mkdtemp(join(tmpdir(), 'sidecar-anatomy-e2e-'));
  const asRoot = process.getuid?.() === 0;
  const options = {
    executablePath: flavour.executablePath,
    cwd: root,
    args: [...(asRoot ? ['--no-sandbox'] : []), flavour.app, ...args],
    env: { ...definedEnv(), DISPLAY: screen.display, XDG_CONFIG_HOME: profile },
    timeout: 30_000,
  };
  const app =
    flavour.name === 'current' ? await currentElectron.launch(options) : await oldElectron.launch(options);
  const child = app.process();
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  return {
    flavour: flavour.name,
    pid: child.pid ?? 0,
    // The older Playwright's page does all that the stories ask of it; only its type is another.
    page: (await app.firstWindow()) as Page,
    ended,
    /** Resolves to the next window that opens. */
    nextWindow: async (): Promise<Page> =>
      (await (app as ElectronApplication).waitForEvent('window')) as Page,
    /**
     * Answers the next save dialog in place of a person: with where the file is to go, or (null) by calling it off.
     * Resolves to the way to wait for what became of the file.
     */
    async answerSaveDialog(path: string | null): Promise<() => Promise<string>> {
      const main = app as ElectronApplication;
      // The dialog is the system's own; it opens only when nobody has said where the file goes before this event is over.
      await main.evaluate(({ session }: typeof Electron, to: string | null) => {
        const became = new Promise<string>((done) => {
          session.defaultSession.once('will-download', (_event, item) => {
            item.once('done', (_done, state) => done(state));
            if (to === null) item.cancel();
            else item.setSavePath(to);
          });
        });
        Object.assign(globalThis, { became });
      }, path);
      return () => main.evaluate(() => (globalThis as unknown as { became: Promise<string> }).became);
    },
    async clean() {
      child.kill('SIGKILL');
      await ended;
      screen.close();
      // Helpers of a killed Electron may write for a moment longer.
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
