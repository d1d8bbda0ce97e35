/** `@font-face` rules that hold the fonts themselves. */
export interface FontRules {
  readonly css: string;
  /** SHA-256 of `css`, as a content security policy writes it: `sha256-` and base64. */
  readonly hash: string;
}

/** A drawing with the letters that it needs in it. */
export function withFonts(svg: string, { css }: Pick<FontRules, 'css'>): string {
  return svg.replace(/<svg[^>]*>\n?/, (tag) => `${tag.trimEnd()}\n<style>${css}</style>\n`);
}
