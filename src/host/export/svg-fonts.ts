import { facesFor } from './fonts.ts';
import { installedResources, type PngResources } from './png.ts';
import { readSvg } from './read-svg.ts';

/**
 * A drawing of ours with the letters that it needs in it, so that it looks the same where the fonts are not installed, and in a
 * page that loads nothing from elsewhere. The same drawing gives the same bytes.
 */
export async function withFonts(
  svg: string,
  { fonts }: Pick<PngResources, 'fonts'> = installedResources(),
): Promise<string> {
  const texts = readSvg(svg).shapes.flatMap((shape) => (shape.kind === 'text' ? [shape] : []));
  const weights = new Set(texts.map(({ attributes }) => Number(attributes['font-weight'] ?? 400)));
  const faces = await facesFor(texts.map(({ text }) => text).join(''), fonts);
  const rules = faces
    // One weight of the East Asian ones stands for all.
    .filter(({ family, weight }) => family.startsWith('Noto') || weights.has(weight))
    .map(({ family, weight, codes, packed }) => {
      const named = family.startsWith('Noto') ? '100 900' : String(weight);
      const source = `url(data:font/woff;base64,${Buffer.from(packed).toString('base64')}) format('woff')`;
      return `@font-face{font-family:'${family}';font-weight:${named};src:${source};unicode-range:${ranges(codes)}}`;
    });
  return svg.replace(/<svg[^>]*>\n?/, (tag) => `${tag.trimEnd()}\n<style>${rules.join('')}</style>\n`);
}

/** Code points as CSS writes them: `U+41-5A,U+AC00`. */
function ranges(codes: ReadonlySet<number>): string {
  const sorted = [...codes].sort((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const code of sorted) {
    const last = runs.at(-1);
    if (last !== undefined && code === last[1] + 1) last[1] = code;
    else runs.push([code, code]);
  }
  const hex = (code: number): string => code.toString(16).toUpperCase();
  return runs.map(([from, to]) => `U+${hex(from)}${from === to ? '' : `-${hex(to)}`}`).join(',');
}
