import { writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { fingerprint, ingredients } from './scripts/lib/fingerprint.mjs';

/** Leaves in the build what it was made of, taken before it began: `bin/sidecar-anatomy` builds again when that changed. */
function stamp(): Plugin {
  let made = '';
  let folder = '';
  return {
    name: 'stamp',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    buildStart: () => {
      made = fingerprint(import.meta.dirname, ingredients.node);
    },
    writeBundle: () => writeFileSync(join(folder, '.stamp'), made),
  };
}

/**
 * What the command line loads whatever it is called for, in one file, and what of that the other programs load, too, in
 * a second one: Node takes about half a millisecond for every file, more than for what is in it. The entry itself stays
 * apart: it waits for its end at its top level, so nothing that is loaded on the way may wait for it.
 */
function startTogether(): { readonly plugin: Plugin; readonly chunkOf: (id: string) => string | null } {
  let start: ReadonlySet<string> = new Set();
  let others: ReadonlySet<string> = new Set();
  return {
    plugin: {
      name: 'start-together',
      buildEnd() {
        const entries = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.isEntry === true);
        const closure = (roots: readonly string[]): ReadonlySet<string> => {
          const found = new Set(roots);
          for (const id of found)
            for (const next of this.getModuleInfo(id)?.importedIds ?? []) found.add(next);
          return found;
        };
        const isCli = (id: string): boolean => id.endsWith(CLI);
        start = closure(entries.filter(isCli));
        others = closure(entries.filter((id) => !isCli(id)));
      },
    },
    chunkOf: (id) => {
      if (!start.has(id) || id.endsWith(CLI)) return null;
      return others.has(id) ? 'base' : 'start';
    },
  };
}

const CLI = 'src/cli/index.ts';
const together = startTogether();

// The command line and the browser shell's server: plain Node programs, one file each, workers beside them.
export default defineConfig({
  publicDir: false,
  plugins: [stamp(), together.plugin],
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'out/node',
    emptyOutDir: true,
    minify: false,
    rollupOptions: {
      input: {
        cli: CLI,
        // For the start and test scripts.
        toolchain: 'src/host/toolchain/index.ts',
        'anatomy-worker': 'src/host/study/anatomy-worker.ts',
        'config-dump-worker': 'src/host/envoy/config-dump-worker.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        codeSplitting: { groups: [{ name: together.chunkOf }] },
      },
      external: [...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
    },
  },
  ssr: { noExternal: true, external: ['@resvg/resvg-wasm'] },
});
