import { inputFailure } from '../../contract/failure.ts';
import type { FontRules } from '../../domain/diagram/formats/font-rules.ts';

/**
 * A drawing of the window's as a PDF, in base64. What writes it is loaded by the first that asks.
 * @throws FailureError `no-drawing` for anything that our own writer of SVG did not write
 */
export async function pdfOf(svg: string): Promise<string> {
  await refuseForeign(svg);
  const { svgToPdf } = await import('./pdf.ts');
  return Buffer.from(await svgToPdf(svg)).toString('base64');
}

/**
 * The fonts that a drawing of the window's needs, and what stands beside it in a page.
 * @throws FailureError `no-drawing` for anything that our own writer of SVG did not write
 */
export async function fontsOf(svg: string, beside: string): Promise<FontRules> {
  await refuseForeign(svg);
  const { fontRules } = await import('./font-rules.ts');
  return fontRules(svg, beside);
}

async function refuseForeign(svg: string): Promise<void> {
  const { readSvg } = await import('./read-svg.ts');
  try {
    readSvg(svg);
  } catch (error) {
    throw inputFailure(
      'no-drawing',
      `This is no drawing of Sidecar Anatomy: ${error instanceof Error ? error.message : String(error)}.`,
      'Save the picture as Mermaid or draw.io.',
    );
  }
}
