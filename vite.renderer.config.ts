import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';
import { defineConfig } from 'vite';
import { firstPicture } from './vite.first-picture.ts';

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

/** Letters of the first picture come with the page, not after it was laid out without them. */
function preloadFonts(): Plugin {
  const needed = /(?:inter-latin-(?:400|600|700)|jetbrains-mono-latin-400)-normal-[^/]*\.woff2$/;
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => needed.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${file}` },
            injectTo: 'head',
          })),
    },
  };
}

/** Tells Chromium to compile all of a file while it comes in: what draws the first picture is called at once, in full. */
function compileAtOnce(): Plugin {
  return {
    name: 'compile-at-once',
    enforce: 'post',
    // Last of all: what writes code after this leaves no comment in front of it.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && (file.isEntry || file.name === 'layout'))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}

/** What `build-scene.ts` reads. One that is missing here costs the first picture a file more; one too many, what that one reads. */
const LAYOUT = {
  diagram:
    'advances|break-lines|build-scene|column-box|for-room|holding|labels|layout|lights|links|measure|open-folds|part-index|place|plan|' +
    'port-lines|routes|row-box|row-pitch|row-share|scenes|separate|set-text|stack|stage|step-lines|titles|words',
  anatomy:
    'container-parts|identifiers|identity|iptables-of|mount-parts|pod-parts|port-claims|port-uses|ports|proxy-context|sidecar|' +
    'start-order|start-waits|visible-text',
} as const;
const layout = new RegExp(
  `/src/domain/(?:diagram/(?:columns/[a-z-]+|${LAYOUT.diagram})|anatomy/(?:${LAYOUT.anatomy}))\\.ts$`,
);

/** The renderer's part of the build; the shells' configuration takes it in, `build:renderer` runs it alone. */
export const rendererConfig: UserConfig = {
  root: 'src/renderer',
  base: './',
  publicDir: false,
  plugins: [woff2Only(), preloadFonts(), firstPicture(), compileAtOnce(), react()],
  build: {
    outDir: '../../out/renderer',
    emptyOutDir: true,
    target: 'chrome130',
    // A font or picture as a data: URL would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    rollupOptions: {
      input: 'src/renderer/index.html',
      // What the first picture needs is apart from React's renderer, which comes after it; React makes errors while it is
      // evaluated, for whose places an inspected browser reads all of their file again.
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'react-dom', test: /\/node_modules\/(?:react-dom|scheduler)\// },
            // All that lays a picture out, in one file: what other windows share would else come in a dozen.
            { name: 'layout', test: layout },
          ],
        },
      },
    },
  },
};

export default defineConfig(rendererConfig);
