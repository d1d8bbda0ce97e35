import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';
import { defineConfig } from 'vite';

/** Every browser we run in reads woff2; without the second format the build holds half the font files. */
function woff2Only(): Plugin {
  return {
    name: 'woff2-only',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('@fontsource') || !id.split('?')[0]?.endsWith('.css')) return null;
      return { code: code.replaceAll(/,\s*url\([^)]*\.woff\) format\('woff'\)/g, ''), map: null };
    },
  };
}

/** The renderer's part of the build; the shells' configuration takes it in, `build:renderer` runs it alone. */
export const rendererConfig: UserConfig = {
  root: 'src/renderer',
  base: './',
  publicDir: false,
  plugins: [woff2Only(), react()],
  build: {
    outDir: '../../out/renderer',
    emptyOutDir: true,
    target: 'chrome130',
    // A font or picture as a data: URL would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    rollupOptions: { input: 'src/renderer/index.html' },
  },
};

export default defineConfig(rendererConfig);
