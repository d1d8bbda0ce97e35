import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLocalHost } from '../host/local-host.ts';
import { locate } from '../host/shell/locate.ts';
import { readSettings } from '../host/toolchain/settings.ts';
import { createToolchain } from '../host/toolchain/toolchain.ts';
import { runApp } from './app.ts';
import type { ShellPlatform } from './platform.ts';

/**
 * Puts the app together from its built parts: `<out>/main`, `<out>/preload`, `<out>/renderer`, and `resources` above.
 * `from` is the `import.meta.url` of the main module.
 */
export function startMain(from: string, platform: ShellPlatform, preloadFile: string): void {
  const main = dirname(fileURLToPath(from));
  const resources = locate(from, 'resources/samples');
  if (resources === null) throw new Error('The folder resources/samples is missing beside the app.');
  runApp({
    platform,
    renderer: join(main, '../renderer'),
    preload: join(main, '../preload', preloadFile),
    makeHost: (startFile, version, openPresenter) =>
      createLocalHost({
        toolchain: createToolchain({ settings: readSettings(process.env) }),
        kubeconfig: readSettings(process.env).kubeconfig,
        shell: 'electron',
        version,
        startFile,
        openPresenter,
        resources: dirname(resources),
        workerFile: join(main, 'anatomy-worker.js'),
      }),
  });
}
