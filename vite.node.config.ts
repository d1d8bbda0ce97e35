import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';

// The command line and the browser shell's server: plain Node programs, one file each, workers beside them.
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'out/node',
    emptyOutDir: true,
    minify: false,
    rollupOptions: {
      input: {
        cli: 'src/cli/index.ts',
        'anatomy-worker': 'src/host/study/anatomy-worker.ts',
        'config-dump-worker': 'src/host/envoy/config-dump-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      external: [...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
    },
  },
  ssr: { noExternal: true, external: ['@resvg/resvg-wasm'] },
});
