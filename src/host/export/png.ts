import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { fontsFor } from './fonts.ts';

/** Where the renderer's program and the fonts lie on this machine, absolute paths. */
export interface PngResources {
  /** Folder that holds the packages of @fontsource: `inter`, `jetbrains-mono`, `noto-sans-kr`, `noto-sans-jp`. */
  readonly fonts: string;
  /** `index_bg.wasm` of @resvg/resvg-wasm. */
  readonly wasm: string;
}

/**
 * The resources as installed packages, found from this module's place upwards: in a clone, and in a bundle below it.
 * A packaged app gives its own folders instead.
 */
export function installedResources(from: string = import.meta.url): PngResources {
  const require = createRequire(from);
  return {
    fonts: dirname(dirname(require.resolve('@fontsource/inter/package.json'))),
    wasm: require.resolve('@resvg/resvg-wasm/index_bg.wasm'),
  };
}

/** The same with a folder of its own in a packaged app: `<resources>/fonts` and `<resources>/resvg.wasm`. */
export function packagedResources(folder: string): PngResources {
  return { fonts: join(folder, 'fonts'), wasm: join(folder, 'resvg.wasm') };
}

// The WebAssembly module is one per process: it refuses a second start.
let started: Promise<void> | null = null;

function start(wasm: string): Promise<void> {
  started ??= readFile(wasm)
    .then((bytes) => initWasm(bytes))
    .catch((error: unknown) => {
      started = null;
      throw error;
    });
  return started;
}

/** Letters of a document: its text with the entities read, so that the right subsets of the fonts are loaded. */
function lettersOf(svg: string): string {
  return svg.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

/**
 * Draws an SVG document of ours as PNG, `scale` pixels to a stage unit, with the shipped fonts and no others: the same
 * input gives the same bytes on every machine. Rejects with an ordinary Error when fonts or renderer cannot be read.
 */
export async function svgToPng(
  svg: string,
  scale: number,
  resources: PngResources = installedResources(),
): Promise<Uint8Array> {
  const [fonts] = await Promise.all([fontsFor(lettersOf(svg), resources.fonts), start(resources.wasm)]);
  const renderer = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: scale },
    font: {
      fontBuffers: [...fonts],
      defaultFontFamily: 'Inter',
      sansSerifFamily: 'Inter',
      monospaceFamily: 'JetBrains Mono',
    },
    shapeRendering: 2,
    textRendering: 2,
  });
  try {
    const image = renderer.render();
    try {
      return image.asPng();
    } finally {
      image.free();
    }
  } finally {
    renderer.free();
  }
}
