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

// The command line and the browser shell's server: plain Node programs, one file each, workers beside them.
export default defineConfig({
  publicDir: false,
  plugins: [stamp()],
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'out/node',
    emptyOutDir: true,
    minify: false,
    rollupOptions: {
      input: {
        cli: 'src/cli/index.ts',
        // For the start and test scripts.
        toolchain: 'src/host/toolchain/index.ts',
        'anatomy-worker': 'src/host/study/anatomy-worker.ts',
        'config-dump-worker': 'src/host/envoy/config-dump-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      external: [...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
    },
  },
  ssr: { noExternal: true, external: ['@resvg/resvg-wasm'] },
});
