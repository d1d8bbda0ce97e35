import { resolve } from 'node:path';
import { defineConfig, mergeConfig } from 'electron-vite';
import { rendererConfig } from './vite.renderer.config.ts';

/** Electron, as it is now. What the app needs is bundled: a package holds no `node_modules`. */
export default defineConfig({
  main: {
    publicDir: false,
    build: {
      outDir: 'out/main',
      externalizeDeps: false,
      rollupOptions: {
        input: {
          index: 'src/main/index.ts',
          'anatomy-worker': 'src/host/study/anatomy-worker.ts',
          'config-dump-worker': 'src/host/envoy/config-dump-worker.ts',
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    publicDir: false,
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rollupOptions: {
        input: { index: 'src/preload/index.ts' },
        // A sandboxed preload is CommonJS, whatever the package says.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  // electron-vite leaves a page as it is written, and ours also goes over HTTP; and it reads folders from here, not from
  // the page's root.
  renderer: mergeConfig(rendererConfig, { build: { minify: true, outDir: resolve('out/renderer') } }),
});
