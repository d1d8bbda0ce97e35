import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

export interface BuiltWorker {
  readonly file: URL;
  /** Its own, to put other things beside it. */
  readonly folder: string;
  readonly remove: () => void;
}

/** The worker that reads texts, built as the app builds it, and the way to remove it again. */
export async function buildWorker(): Promise<BuiltWorker> {
  const folder = mkdtempSync(join(tmpdir(), 'built-worker-'));
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: 'src/host/study/anatomy-worker.ts',
      outDir: folder,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'anatomy-worker.mjs' } },
    },
  });
  const file = pathToFileURL(join(folder, 'anatomy-worker.mjs'));
  return { file, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
