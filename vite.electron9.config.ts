import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build, defineConfig, mergeConfig, type Plugin, type UserConfig } from 'vite';
import { rendererConfig } from './vite.renderer.config.ts';

// The flavour for Electron 9.4.1 (Chromium 83, Node 12), the newest Electron that package registries alone can give:
// the same sources, lowered, with what that Node lacks lent by src/main/electron9. One `--mode` a part.
const OUT = 'out/electron9';
/** Below both engines: they have class fields but no private methods, which only the lowering of all class fields replaces. */
const LANGUAGE = 'es2019';

/** Modules that Node 12 lacks, by the file that stands in. */
const standIns: ReadonlyMap<string, string> = new Map(
  ['fs/promises', 'timers/promises', 'stream/promises'].map((name) => [
    name,
    new URL(`./src/main/electron9/stand-ins/${name.replace('/', '-')}.ts`, import.meta.url).pathname,
  ]),
);

/** Node 12 knows no `node:` names. */
function oldNode(): Plugin {
  return {
    name: 'old-node',
    enforce: 'pre',
    resolveId(source) {
      const name = source.replace(/^node:/, '');
      const file = standIns.get(name);
      if (file !== undefined) return file;
      return builtinModules.includes(name) || source === 'electron' ? { id: name, external: true } : null;
    },
  };
}

/** A manifest of its own: the lowered files are CommonJS in a package of modules. */
function manifest(): Plugin {
  return {
    name: 'manifest',
    generateBundle() {
      const { name, productName, version } = JSON.parse(readFileSync('package.json', 'utf8'));
      const source = JSON.stringify({ name, productName, version, main: 'main/index.js' });
      this.emitFile({ type: 'asset', fileName: 'package.json', source });
    },
  };
}

/** Builds what Node 12 is lent beside the main file; every bundle that runs in Node loads it first. */
function polyfills(): Plugin {
  return {
    name: 'polyfills',
    writeBundle: async () => {
      const input = { 'main/polyfills': 'src/main/electron9/polyfills.ts' };
      await build({ configFile: false, logLevel: 'warn', ...node(input, { banner: '' }) });
    },
  };
}
const LOAD_POLYFILLS = "require('./polyfills.js');";

interface NodePart {
  readonly banner: string;
  readonly plugins?: readonly Plugin[];
  readonly first?: boolean;
}

function node(input: Record<string, string>, { banner, plugins = [], first = false }: NodePart): UserConfig {
  return {
    publicDir: false,
    plugins: [oldNode(), ...plugins],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: LANGUAGE,
      outDir: OUT,
      emptyOutDir: first,
      minify: false,
      rollupOptions: {
        input,
        // BigInt is beyond that language, and known to both engines.
        checks: { toleratedTransform: false },
        output: { format: 'cjs', entryFileNames: '[name].js', codeSplitting: false, banner },
      },
    },
  };
}

const PAGE_POLYFILLS = 'src/main/electron9/page-polyfills.ts';

/**
 * What Chromium 83 lacks comes before the page's own code, as a script of its own: imported by the page's first module it would
 * come after what that shares with others.
 */
function oldPage(): Plugin {
  return {
    name: 'old-page',
    buildStart() {
      this.emitFile({ type: 'chunk', id: join(import.meta.dirname, PAGE_POLYFILLS), name: 'page-polyfills' });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const chunk = Object.values(bundle ?? {}).find(
          (one) => one.type === 'chunk' && one.facadeModuleId?.endsWith(PAGE_POLYFILLS),
        );
        if (chunk === undefined) throw new Error(`${PAGE_POLYFILLS} was not built`);
        const first = `<script type="module" crossorigin src="./${chunk.fileName}"></script>`;
        return html.replace('<script type="module"', `${first}\n    <script type="module"`);
      },
    },
  };
}

const renderer = mergeConfig(rendererConfig, {
  plugins: [oldPage()],
  build: {
    outDir: '../../out/electron9/renderer',
    target: LANGUAGE,
    cssTarget: 'chrome83',
    emptyOutDir: true,
  },
});

const main = node(
  { 'main/index': 'src/main/electron9/index.ts' },
  { banner: LOAD_POLYFILLS, plugins: [manifest(), polyfills()], first: true },
);

export default defineConfig(({ mode }) => {
  switch (mode) {
    case 'main':
      return main;
    case 'anatomy-worker':
      return node({ 'main/anatomy-worker': 'src/host/study/anatomy-worker.ts' }, { banner: LOAD_POLYFILLS });
    case 'config-dump-worker':
      return node(
        { 'main/config-dump-worker': 'src/host/envoy/config-dump-worker.ts' },
        { banner: LOAD_POLYFILLS },
      );
    case 'preload':
      return node({ 'preload/index': 'src/preload/index.ts' }, { banner: '' });
    case 'renderer':
      return renderer;
    default:
      throw new Error(
        `there is no part ${mode}: main, anatomy-worker, config-dump-worker, preload, renderer`,
      );
  }
});
