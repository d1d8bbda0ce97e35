import { createHash } from 'node:crypto';
import type { FontRules } from '../../domain/diagram/formats/font-rules.ts';
import { facesFor } from './fonts.ts';
import { installedResources, type PngResources } from './png.ts';
import { readSvg } from './read-svg.ts';

/** Weights of the page around a drawing. */
const PAGE_WEIGHTS = [400, 700] as const;

/**
 * The letters that a drawing of ours needs as a style sheet, so that it looks the same where the fonts are not installed, and in
 * a page that loads nothing from elsewhere. `beside` holds what stands around the drawing in a page. The same texts give the
 * same bytes.
 */
export async function fontRules(
  svg: string,
  beside: string,
  { fonts }: Pick<PngResources, 'fonts'> = installedResources(),
): Promise<FontRules> {
  const texts = readSvg(svg).shapes.flatMap((shape) => (shape.kind === 'text' ? [shape] : []));
  const weights = new Set(texts.map(({ attributes }) => Number(attributes['font-weight'] ?? 400)));
  if (beside !== '') for (const weight of PAGE_WEIGHTS) weights.add(weight);
  const faces = await facesFor(texts.map(({ text }) => text).join('') + beside, fonts);
  const css = faces
    // One weight of the East Asian ones stands for all.
    .filter(({ family, weight }) => family.startsWith('Noto') || weights.has(weight))
    .map(({ family, weight, codes, packed }) => {
      const named = family.startsWith('Noto') ? '100 900' : String(weight);
      const source = `url(data:font/woff;base64,${Buffer.from(packed).toString('base64')}) format('woff')`;
      return `@font-face{font-family:'${family}';font-weight:${named};src:${source};unicode-range:${ranges(codes)}}`;
    })
    .join('');
  return { css, hash: `sha256-${createHash('sha256').update(css).digest('base64')}` };
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
