import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { defineConfig, mergeConfig, type Plugin, type UserConfig } from 'vite';
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

function node(input: Record<string, string>, plugins: Plugin[], emptyOutDir: boolean): UserConfig {
  return {
    publicDir: false,
    plugins: [oldNode(), ...plugins],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: LANGUAGE,
      outDir: OUT,
      emptyOutDir,
      minify: false,
      rollupOptions: {
        input,
        output: { format: 'cjs', entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  };
}

const renderer = mergeConfig(rendererConfig, {
  build: { outDir: '../../out/electron9/renderer', target: LANGUAGE, emptyOutDir: true },
});

export default defineConfig(({ mode }) => {
  switch (mode) {
    case 'main':
      return node({ 'main/index': 'src/main/electron9/index.ts' }, [manifest()], true);
    case 'anatomy-worker':
    case 'config-dump-worker':
      return node({ [`main/${mode}`]: `src/main/electron9/${mode}.ts` }, [], false);
    case 'preload':
      return node({ 'preload/index': 'src/preload/index.ts' }, [], false);
    case 'renderer':
      return renderer;
    default:
      throw new Error(
        `vite.electron9.config.ts builds with --mode main, worker, preload or renderer, not ${mode}`,
      );
  }
});
