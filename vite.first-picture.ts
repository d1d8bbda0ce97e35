import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import type { Study } from './src/contract/types.ts';
import type { Prerendered } from './src/renderer/first/prerender.tsx';

const MODULE = 'virtual:shipped-picture';
const RECORDING = 'payments.anatomy';
const root = import.meta.dirname;

/** A module that is run for its markup needs no style. */
const noStyles: Plugin = {
  name: 'no-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-style' : null),
  load: (id) => (id === '\0no-style' ? '' : null),
};

/** Runs one of our modules as the build's own code. */
async function load<T>(file: string): Promise<T> {
  const { module } = await runnerImport<T>(join(root, file), {
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [noStyles],
  });
  return module;
}

async function shippedStudy(): Promise<Study> {
  const { readShipped } = await load<typeof import('./src/host/recording/shipped-study.ts')>(
    'src/host/recording/shipped-study.ts',
  );
  return readShipped(join(root, 'resources'), RECORDING);
}

async function prerenderShipped(): Promise<Prerendered> {
  const { prerender } = await load<typeof import('./src/renderer/first/prerender.tsx')>(
    'src/renderer/first/prerender.tsx',
  );
  return prerender(await shippedStudy());
}

/**
 * Puts what the window shows first into the page: the window around the stage as markup, and the anatomy in the
 * shipped recording as data. Both are made by the product's own code of the recording at build time; the picture itself
 * is drawn in the page, for the room that it has there.
 */
export function firstPicture(): Plugin {
  let made: Promise<Prerendered> | null = null;
  const once = () => {
    made ??= prerenderShipped();
    return made;
  };
  return {
    name: 'first-picture',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null;
      const { picture } = await once();
      if (picture === null) throw new Error(`${RECORDING} holds no workload to show first`);
      // A text that is parsed as JSON is read faster than the same as program.
      return `export const shipped = JSON.parse(${JSON.stringify(JSON.stringify(picture))});`;
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html) => {
        const { markup } = await once();
        const empty = '<div id="root"></div>';
        if (!html.includes(empty)) throw new Error(`index.html has no ${empty}`);
        return (
          html
            // Nobody presses what does not listen yet.
            .replace(empty, () => `<div id="root" inert aria-busy="true">${markup}</div>`)
            // The first thing that is painted is the picture, not the window without it.
            .replace('<script type="module"', '<script type="module" blocking="render"')
        );
      },
    },
  };
}
